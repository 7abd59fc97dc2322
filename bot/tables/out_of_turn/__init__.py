"""What players do at a table though it is nobody's turn for it."""
