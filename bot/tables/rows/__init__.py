"""Stored tables: their rows, and a cache of those in memory."""
