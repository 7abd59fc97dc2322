"""The referee's score of a record equals the table's, for every table.

FORTYTWO_LAWS sets the number of games played at each table (2 by default).
"""

import os
import random

import pytest

from tests.support.mixtures import TABLES, mixed
from tests.support.random_games import random_hands
from texas42.engine import MakeCall, PlayTile
from texas42.library import rules_json
from texas42.records.build import deal_record, game_text
from texas42.records.jsontext import format_json
from texas42.records.record import hand_json, parse_record, record_json
from texas42.records.referee import judge

GAMES = int(os.environ.get("FORTYTWO_LAWS", "2"))
HANDS = 3


@pytest.mark.parametrize(("name", "preset", "mixture"), TABLES)
def test_referee_scores_records_like_the_table(name, preset, mixture):
    rng = random.Random(f"record {name} {preset} {mixture}")
    for number in range(GAMES):
        rules = mixed(name, preset, mixture, rng)
        played = list(random_hands(rules, f"{preset} {mixture} {number}", HANDS))
        hands = [hand_json(deal_record(after.deal)) for _, _, after in played]
        written = game_text(name, rules_json(rules), ["a"] * rules.game.seats, hands)
        record = parse_record(written)
        assert format_json(record_json(record)) == written
        told = judge(record)
        for hand, (_, actions, after) in zip(told["hands"], played, strict=True):
            result = after.deal.result
            assert hand["score"] == list(result.score)
            assert hand["made"] is result.made
            assert hand["total"] == list(after.total)
            for key, kind in (("calls", MakeCall), ("plays", PlayTile)):
                assert len(hand[key]) == sum(isinstance(action, kind) for action in actions)
        assert told["winner"] == played[-1][2].winner
