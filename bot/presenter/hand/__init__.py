"""A finished hand: its result, its replay, its review, and the coach."""
