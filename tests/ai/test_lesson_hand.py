"""The lesson hand against every level, with the guide."""

from __future__ import annotations

import pytest

from bot.ai.players.decisions import SeatDecisions
from bot.ai.players.judges import Judges
from bot.ai.players.levels import LEVELS, make_player
from bot.engine import Action, SeatView
from bot.library import load_rules, rules_json
from bot.records.build import deal_record, game_text
from bot.records.record import hand_json
from bot.tables.lesson_hand import GAME, SEAT
from tests.support.compiled import SHARED
from tests.support.lesson_hand import begin_hand, dealt_lesson, play_to_end
from tests.support.matrix import mostly_long, slow_except

pytestmark = pytest.mark.slow

SECONDS = 1.0
RULES = load_rules(GAME, {})
ONE_EACH = [(level,) for level in LEVELS]
DEFAULT = (("rules",), ("steady",), ("expert",))


@pytest.mark.parametrize("level", slow_except(mostly_long(ONE_EACH, *DEFAULT), "rules", "steady"))
def test_newcomer_makes_it_against_every_level_and_the_coach_agrees(level: str) -> None:
    pytest.importorskip("numba", reason="the stronger levels need numba")
    judges = Judges(SHARED)
    computers = make_player(level, SHARED)

    def guided(view: SeatView) -> Action:
        return judges.mine().advise(view).action

    def others(view: SeatView) -> Action:
        return computers.choose(view, SECONDS)

    deal = play_to_end(begin_hand(RULES, dealt_lesson(RULES)), guided, others)
    assert deal.bidder == SEAT
    assert deal.result is not None
    assert deal.result.made is True
    record = game_text(GAME, rules_json(RULES), ("",) * 4, [hand_json(deal_record(deal))])
    decisions = SeatDecisions(judges)(record, 1, SEAT)
    assert decisions
    assert not [each.mistake for each in decisions if each.mistake is not None]
