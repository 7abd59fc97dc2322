"""Totals, ratings and leaderboards: the SQL of what games add up to."""
