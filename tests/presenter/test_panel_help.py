"""What a panel explains to a player who sees nothing else, as in a DM."""

import re
from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.board import table_screen
from bot.presenter.table.drawings import table_picture
from bot.presenter.table.scene import Scene
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.tables.model import Status
from texas42.engine import MakeExchange, Phase, format_action

from .tabling import (
    act,
    buttons_of,
    panel_at,
    panel_of,
    rules_of,
    sample,
    states,
    table_of,
    text_of,
)

CONTEXT = RenderContext(pictures=False)


def button_verbs(message):
    """List the verb and argument of each button."""
    found = [button.component_id for button in buttons_of(message)]
    return [(component.verb, component.arg) for component in found]


def find_exchange(rules, wanted):
    """Find a random hand whose possible exchanges match."""
    for seed in range(400):
        for game in states(rules, seed, hands=1):
            legal = game.legal_actions() if game.deal.phase is Phase.EXCHANGE else ()
            takes = {action.take for action in legal if isinstance(action, MakeExchange)}
            if takes and wanted(takes):
                return game
    raise AssertionError("no such hand")


@pytest.mark.parametrize(
    ("game_id", "mates"),
    [
        ("42", "partner: Cy"),
        ("88", "partners: Cy and Eve"),
        ("84x8", "partners: Cy, Eve and Gus"),
    ],
)
def test_panel_names_the_partners(game_id, mates):
    game = next(states(rules_of(game_id), 0, hands=1))
    text = text_of(hand_panel(panel_at(game, seat=0), CONTEXT))
    assert f"Your {mates}.\n" in text


def test_panel_without_partners_names_none():
    alone = next(states(rules_of("moon"), 0, hands=1))
    assert "Your partner" not in text_of(hand_panel(panel_at(alone, seat=0), CONTEXT))
    straight = sample(2)
    table = table_of(straight.rules, straight)
    watcher = panel_of(table, straight, None)
    assert "Your partner" not in text_of(hand_panel(watcher, CONTEXT))


@pytest.mark.parametrize(("game_id", "whose"), [("moon", "you"), ("moon4", "your side")])
def test_panel_of_moon_explains_bids_as_tricks(game_id, whose):
    game = next(states(rules_of(game_id), 0, hands=1))
    text = text_of(hand_panel(panel_at(game), CONTEXT))
    assert f"Bid how many of the 7 tricks {whose} will take." in text


def test_panel_between_hands_offers_ready_and_review():
    message = hand_panel(panel_at(sample(5 + 28), seat=1), CONTEXT)
    assert text_of(message).startswith("### Hand 1 is over\n**They bid 32 and took ")
    wanted = [(Verb.READY, ""), (Verb.REVIEW, "4")]
    assert button_verbs(message)[:2] == wanted


def test_panel_after_the_game_offers_rematch_and_coach():
    message = hand_panel(panel_at(sample(5 + 28, target=1), seat=1), CONTEXT)
    assert "They win, 1 mark to 0." in text_of(message)
    wanted = [(Verb.REMATCH, ""), (Verb.MENU, ""), (Verb.COACH, "table")]
    assert button_verbs(message)[:3] == wanted


def test_panel_confirms_a_rematch_request():
    panel = panel_at(sample(5 + 28, target=1), seat=1)
    assert "You want a rematch." not in text_of(hand_panel(panel, CONTEXT))
    seats = tuple(replace(line, ready=line.seat == 1) for line in panel.table.seats)
    panel = replace(panel, table=replace(panel.table, seats=seats))
    assert "You want a rematch. Waiting for the others." in text_of(hand_panel(panel, CONTEXT))


def test_panel_of_a_closed_table_offers_its_rules_and_another_game():
    panel = panel_at(sample(8), seat=1, status=Status.CLOSED)
    seats = tuple(replace(line, away=line.seat == 1) for line in panel.table.seats)
    panel = replace(panel, table=replace(panel.table, seats=seats))
    assert text_of(hand_panel(panel, CONTEXT)) == (
        "### Table 3 · Texas 42\nThis table is closed.\n[Rules]\n"
        "[Play now] [Open a table] [Today's hand]"
    )


def test_forced_exchange_asks_only_what_goes_back():
    game = find_exchange(rules_of("big-game"), lambda takes: len(takes) == 1)
    message = hand_panel(panel_at(game), CONTEXT)
    assert "You can't put count back." in text_of(message)
    assert "You may" not in text_of(message)
    legal = {action.give for action in game.legal_actions()}
    asked = [arg for verb, arg in button_verbs(message) if verb is Verb.EXCHANGE]
    assert len(asked) == len(legal)
    assert Verb.HAND not in {verb for verb, _ in button_verbs(message)}  # no Back button


def test_exchange_offers_every_legal_take():
    game = find_exchange(rules_of("80"), lambda takes: len(takes) == 4)
    takes = [
        arg.partition("/")[0]
        for verb, arg in button_verbs(hand_panel(panel_at(game), CONTEXT))
        if verb in {Verb.EXCHANGE, Verb.SWAP}
    ]
    assert [len(take.split(",")) if take else 0 for take in takes] == [0, 1, 1, 2]


def play_nello(steps):
    """Play a hand of nel-o up to this many tiles."""
    game = sample(0, "house")
    for call in ("2m", "pass", "pass", "pass", "nello low"):
        game = act(game, call)
    for _ in range(steps):
        game = act(game, format_action(game.legal_actions()[0], game.rules))
    return game


def test_board_shows_no_points_before_a_marks_bid_names_its_contract():
    game = sample(0, "house")
    for call in ("2m", "pass", "pass", "pass"):
        game = act(game, call)
    board = text_of(table_screen(table_of(game.rules, game), CONTEXT))
    assert "This hand:" not in board
    assert "need every trick" not in board


def test_nello_panel_shows_no_points():
    game = play_nello(steps=1)
    assert "\nBo must not take a trick.\n" in text_of(hand_panel(panel_at(game), CONTEXT))
    while game.deal.phase is not Phase.OVER:
        game = act(game, format_action(game.legal_actions()[0], game.rules))
    over = text_of(hand_panel(panel_at(game, seat=0), CONTEXT))
    assert re.search(r"^\*\*Bo (made nel-o|caught a trick)", over, re.MULTILINE)


def test_bidder_in_nello_has_no_partner_on_the_panel():
    game = play_nello(steps=0)
    bidder = game.deal.bidder
    assert "Your partner" not in text_of(hand_panel(panel_at(game, seat=bidder), CONTEXT))
    against = text_of(hand_panel(panel_at(game, seat=(bidder + 1) % 4), CONTEXT))
    assert "Your partner" in against


def test_picture_shows_points_only_if_they_count():
    def points(game):
        table = table_of(game.rules, game)
        picture = table_picture(Scene.of(table, CONTEXT))
        return [side.points for side in picture.scoreboard.sides]

    assert points(sample(2)) == [None, None]
    assert points(sample(15)) != [None, None]
    assert points(play_nello(steps=4)) == [None, None]
