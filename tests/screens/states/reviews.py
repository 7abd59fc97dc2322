"""Reviews of the sample hand."""

from __future__ import annotations

from texas42.ai.findings.judgments import BestContract, JudgedCall, JudgedPlay, PlayCost, Review
from texas42.engine import (
    Call,
    CallKind,
    Contract,
    ContractKind,
    PlayTile,
    Suit,
    parse_tile,
    suit_contract,
)


def make_review(**changes) -> Review:
    """Build a review where Bo's 5-1 in trick 2 (step 11) let the bid through.

    Trick 2 is 6-1 5-1 5-4 3-0, led by the bidder Ana.
    """
    play = PlayTile(1, parse_tile("51"))
    best = PlayTile(1, parse_tile("21"))
    cost = PlayCost(2, play, best, 6, decisive=True)
    judged = JudgedPlay(2, play, best, 0.25, 0.5, sure=True, mistake=True)
    fine = PlayTile(2, parse_tile("54"))
    usual = {
        "costs": (cost, PlayCost(2, fine, fine, 0, decisive=False)),
        "judged": (judged, JudgedPlay(2, fine, fine, 0.5, 0.5, sure=False, mistake=False)),
    }
    return Review(None, None, None, **(usual | changes))


BO = 1


def cost(trick, seat, tile, best, points, *, decisive=False):
    play = PlayTile(seat, parse_tile(tile))
    better = PlayTile(seat, parse_tile(best))
    return PlayCost(trick, play, better, points, decisive)


def judged(trick, seat, tile, best, *, mistake=True, chance=0.3):
    play = PlayTile(seat, parse_tile(tile))
    better = PlayTile(seat, parse_tile(best))
    return JudgedPlay(trick, play, better, chance, 0.8, sure=True, mistake=mistake)


def wrong_review() -> Review:
    """Build a review of the sample hand in which Bo was wrong five times, and others, too."""
    passed = JudgedCall(
        BO, Call(CallKind.PASS), Call(CallKind.POINTS, 31), suit_contract(Suit.FIVES), 0.7, True
    )
    return Review(
        32,
        10,
        made=True,
        costs=(
            cost(2, BO, "51", "21", 6, decisive=True),
            cost(3, 3, "62", "30", 4),
            cost(6, BO, "53", "50", 3),
        ),
        possible=(
            BestContract(0, 2, suit_contract(Suit.FIVES), 42),
            BestContract(1, BO, suit_contract(Suit.DOUBLES), 31),
            BestContract(1, 3, Contract(ContractKind.NELLO), None),
        ),
        judged=(
            judged(2, BO, "51", "21", chance=0.1),
            judged(3, 3, "62", "30"),
            judged(4, BO, "22", "20", chance=0.7),
            judged(5, BO, "20", "53", chance=0.2),
            judged(6, BO, "53", "50", chance=0.75),
        ),
        calls=(passed, None, None, None),
    )
