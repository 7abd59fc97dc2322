"""One player's private view of a table, by phase of the hand: panel, hints, and the guide."""
