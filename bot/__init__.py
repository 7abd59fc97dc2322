"""Texas 42 for Discord: the rules engine, computer players, tables and their screens."""
