"""Questions about a hand: what it makes, what the expert would do, the vote of the table."""
