"""What a hand, a tile, a trick or a score is worth."""
