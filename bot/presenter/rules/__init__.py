"""Rules in words: a table's, the game's, and refusals."""
