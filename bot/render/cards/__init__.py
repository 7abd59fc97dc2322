"""Pictures that are a card of their own, not a table."""
