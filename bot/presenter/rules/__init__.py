"""Rules in words: of a table, of the game, and what is refused."""
