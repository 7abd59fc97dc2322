"""What a hand, a tile or a score is worth."""
