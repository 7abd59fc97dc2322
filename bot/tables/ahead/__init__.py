"""The next game at a table: what the host changes for it, and how it begins."""
