"""Pictures of cards rather than tables."""
