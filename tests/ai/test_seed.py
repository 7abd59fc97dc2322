"""The seed of a sample: a stable text of the view."""

from tests.ai.positions import playing
from texas42.ai.inference.seed import seed_of, view_seed
from texas42.engine import Call, CallKind, MakeCall, Suit, Tile


def test_seed_does_not_depend_on_repr() -> None:
    call = MakeCall(2, Call(CallKind.POINTS, 31))
    assert seed_of(1, (Tile(6, 4), Tile(5, 0)), (call,), Suit.FIVES, None) == 0x62B681FA


def test_different_views_have_different_seeds() -> None:
    hands = ("64 60 20 30 10 31 42", "64 60 20 30 10 31 41")
    one, other = (playing(hand, "62 66 61", contract="5") for hand in hands)
    assert view_seed(one) != view_seed(other)
    assert view_seed(one) == view_seed(playing(hands[0], "62 66 61", contract="5"))
