"""Stored tables: where they are kept, and those in memory."""
