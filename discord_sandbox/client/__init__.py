"""What a user has: the practice page, and users driven by code."""
