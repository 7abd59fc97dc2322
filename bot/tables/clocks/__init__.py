"""What is due at a table, and who rings when it is."""
