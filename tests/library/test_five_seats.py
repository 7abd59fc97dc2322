"""A TOML file alone is enough to add a game with five seats."""

from random import Random
from types import MappingProxyType

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.board import table_screen
from bot.presenter.table.lobby import lobby
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import check
from tests.presenter import tabling
from tests.support.random_games import deal_of, random_record
from texas42.ai.rules.player import RulesPlayer
from texas42.engine import apply, new_game, view_for
from texas42.library import catalog as library
from texas42.library import load_rules
from texas42.library.catalog import catalog, read_game
from texas42.records.record import format_record, parse_record
from texas42.records.referee import judge
from texas42.records.replay import replay
from texas42.records.report import human

COMMON = """
order = 99
seats = 5
sides = 5
hand_size = 5
kitty_size = 3
trick_points = 1
bid_step = 1
auction = "one-turn"
low_end_leads = []
default_preset = "standard"

[tiles]
lowest_pip = 0
highest_pip = 6
copies = 1
extra = []

[presets.standard]
title = "Standard"
summary = "Five players, each for themselves."

[options]
tie_250 = "bidder"
trumps = ["0", "1", "2", "3", "4", "5", "6", "doubles", "follow-me"]
doubles_follow_pip = false
must_lead_trump = false
stacked_tricks = false
next_game_shaker = "rotate"
"""
MOON5 = f"""
id = "moon5"
name = "Moon for five"
counts = false
min_bid = 2
bid_unit = "tricks"
exchange = "free"
contract_before_exchange = true
{COMMON}
moon_made = "bid"
bid_21 = true

[targets]
points = 21
"""
POINTS5 = f"""
id = "five-up"
name = "Five up"
counts = true
min_bid = 15
bid_unit = "points"
exchange = "counts-out"
contract_before_exchange = false
{COMMON}
scoring = "points"
win_by_two = false
exact_42plus = true
early_stop = "loss"
renege = "reject"

[targets]
points = 250
marks = 7
"""


@pytest.fixture(params=[("moon5", MOON5), ("five-up", POINTS5)], ids=lambda param: param[0])
def five(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of a five-seat game loaded beside the shipped games."""
    name, text = request.param
    known = {option: entry for game in catalog().values() for option, entry in game.options.items()}
    games = {**catalog(), name: read_game(f"{name}.toml", text, known)}
    monkeypatch.setattr(library, "catalog", lambda: MappingProxyType(games))
    return name


def test_random_games_are_played_recorded_and_judged(five: str) -> None:
    rules = load_rules(five)
    for seed in range(20):
        record = random_record(rules, seed)
        assert parse_record(format_record(record)) == record
        judged = judge(record)
        assert replay(record).total == tuple(judged["hands"][-1]["total"])
        assert human(record).error is None


def test_plain_computer_players_finish_hands(five: str) -> None:
    rules = load_rules(five)
    players = RulesPlayer()
    rng = Random(5)
    played = 0
    for hand in range(10):
        game = apply(new_game(rules), deal_of(rules, hand % 5, rng)).game
        while game.deal.to_act is not None:
            action = players.choose(view_for(game, game.deal.to_act), 1.0)
            assert game.is_legal(action)
            game = apply(game, action).game
        played += len(game.deal.tricks) > 0
        assert len(game.deal.result.score) == 5
    assert played > 0


def test_screens_and_texts_show_the_game(five: str) -> None:
    rules = load_rules(five)
    context = RenderContext()
    for game in tabling.states(rules, 3, 3):
        table = tabling.table_of(rules, game)
        said = tabling.text_of(table_screen(table, context))
        assert all(name in said for name in tabling.NAMES[:5])
        for seat in (None, *range(5)):
            check(hand_panel(tabling.panel_of(table, game, seat), context))
    check(lobby(tabling.table_of(rules), context))
    check(rules_screen(tabling.table_of(rules), context))


@pytest.mark.parametrize("five", [("five-up", POINTS5)], indirect=True)
def test_set_bid_pays_every_other_side(five: str) -> None:
    rules = load_rules(five)
    rng = Random(2)
    seen = 0
    for _ in range(200):
        game = apply(new_game(rules), deal_of(rules, 0, rng)).game
        while game.deal.to_act is not None:
            game = apply(game, rng.choice(game.legal_actions())).game
        deal = game.deal
        if deal.result.made is False:
            side = deal.declaring
            assert deal.result.score[side] == 0
            assert all(score > 0 for other, score in enumerate(deal.result.score) if other != side)
            seen += 1
    assert seen > 0
