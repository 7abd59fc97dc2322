"""The value of a hand, a tile, a trick or a score."""
