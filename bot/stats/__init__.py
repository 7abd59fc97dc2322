"""Leaderboards and profiles, computed from finished games and hands."""
