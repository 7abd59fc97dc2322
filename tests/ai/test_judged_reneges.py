"""A renege is a mistake in every contract: for the coach, and in the review."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from bot.players.reviews import SolverReviews
from tests.ai.hands import PLUNGE
from tests.support.records import SAMPLE
from texas42.ai.players.decisions import SeatDecisions
from texas42.ai.players.judges import Judges
from texas42.engine import PlayTile, format_tile

SUIT = {"calls": [[1, "pass"], [2, "30"], [3, "31"], [0, "32"]], "contract": "1"}
MARK = [[1, "pass"], [2, "pass"], [3, "pass"], [0, "1m"]]
NELLO = {"calls": MARK, "contract": "nello high"}
SEVENS = {"calls": MARK, "contract": "sevens"}
PLUNGED = {
    "shaker": 3,
    "deal": PLUNGE,
    "calls": [[0, "plunge 4m"], [1, "pass"], [2, "pass"], [3, "pass"]],
    "contract": "plunge 5",
}
RENEGES: list[tuple[dict[str, object], str, int, set[str]]] = [
    (SUIT, "11 65", 1, {"21", "51"}),
    (SUIT, "11 21 10 66", 3, {"31"}),
    (NELLO, "32 53 66", 3, {"63", "33", "31", "30"}),
    (SEVENS, "43 65", 1, {"53", "51"}),
    (PLUNGED, "53 40 10", 0, {"55"}),
]
"""How a hand of the sample differs, its plays, who reneged, and what the rules allowed."""


def record_of_hand(changes: dict[str, object], plays: str) -> str:
    hand = {**SAMPLE["hands"][0], **changes, "plays": plays.split()}  # type: ignore[dict-item]
    rules = {"preset": "house", "renege": "forfeit"}
    return json.dumps({**SAMPLE, "rules": rules, "hands": [hand]})


@pytest.mark.parametrize(("changes", "plays", "seat", "allowed"), RENEGES)
def test_renege_is_a_mistake_for_the_coach(
    changes: dict[str, object], plays: str, seat: int, allowed: set[str]
) -> None:
    record = record_of_hand(changes, plays)
    decide = SeatDecisions(Judges(None))
    found = [each for each in decide(record, 1, seat) if each.mistake is not None]
    (decision,) = (each for each in found if isinstance(each.mistake.action, PlayTile))
    mistake = decision.mistake
    assert mistake is not None
    assert mistake.is_renege
    assert mistake.lost > 0
    assert isinstance(mistake.advice.action, PlayTile)
    assert format_tile(mistake.advice.action.tile) in allowed
    assert (decision.offered, decision.followed, decision.shown) == ((), (), None)


@pytest.mark.parametrize(("changes", "plays", "seat", "allowed"), RENEGES)
def test_renege_is_a_mistake_in_the_review(
    changes: dict[str, object], plays: str, seat: int, allowed: set[str]
) -> None:
    review = SolverReviews(None, Judges(None))(record_of_hand(changes, plays), 1)
    (judged,) = (each for each in review.judged if each.renege)
    assert judged.mistake
    assert (judged.play.seat, judged.trick) == (seat, 1)
    assert format_tile(judged.best.tile) in allowed
