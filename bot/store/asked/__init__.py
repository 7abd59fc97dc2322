"""Votes on a hand: their tables and queries."""
