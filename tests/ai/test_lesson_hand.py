"""The lesson hand by its script: the coach finds nothing better than what the guide says."""

from __future__ import annotations

import pytest

from bot.tables.deals.lesson import GAME, SEAT, question_of
from tests.support.compiled import SHARED
from tests.support.lesson_hand import (
    begin_hand,
    choose_scripted,
    dealt_lesson,
    play_to_end,
)
from texas42.ai.players.decisions import SeatDecisions
from texas42.ai.players.judges import Judges
from texas42.engine import Action, Phase, PlayTile, SeatView, format_tile
from texas42.library import load_rules, rules_json
from texas42.records.build import deal_record, game_text
from texas42.records.record import hand_json

pytestmark = pytest.mark.slow

RULES = load_rules(GAME, {})


@pytest.mark.parametrize("gift", ["50", "55"])
def test_newcomer_makes_it_by_the_guide_and_the_coach_agrees(gift: str) -> None:
    pytest.importorskip("numba", reason="the coach needs numba")

    def guided(view: SeatView) -> Action:
        asked = question_of(view)
        if asked is None or view.phase is not Phase.PLAY:
            return choose_scripted(view)
        plays = [play for play in asked.right if isinstance(play, PlayTile)]
        return next((play for play in plays if format_tile(play.tile) == gift), plays[0])

    deal = play_to_end(begin_hand(RULES, dealt_lesson(RULES)), guided, choose_scripted)
    assert deal.bidder == SEAT
    assert deal.result is not None
    assert deal.result.made is True
    record = game_text(GAME, rules_json(RULES), ("",) * 4, [hand_json(deal_record(deal))])
    decisions = SeatDecisions(Judges(SHARED))(record, 1, SEAT)
    assert decisions
    assert not [each.mistake for each in decisions if each.mistake is not None]
