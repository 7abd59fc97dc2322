"""Where the parts of a world and of a belief lie in their tables."""

HANDS, CANNOT, GONE, EVERYTHING, BIDDER = 0, 8, 16, 17, 18
"""Parts of a world: hands and tiles they cannot hold by seat, tiles played, all tiles, bidder."""
STATE_SIZE = 19
TILES, TO_HOLD, MAY_HOLD = 0, 1, 10
"""Parts of a belief: the tiles to deal, how many each holder gets and which it may get. Holders
are the seats and, as the last one, what lies aside."""
HOLDERS = 9
UNSEEN_SIZE = 19
