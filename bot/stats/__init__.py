"""Leaderboards and profiles: what finished games and hands say about people."""
