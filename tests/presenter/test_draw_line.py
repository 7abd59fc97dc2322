"""The draw for the shake and for partners on board and panels: a picture, and a line of words."""

import random
from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.answers import draw_files, proof_file
from bot.presenter.table.board import table_screen
from bot.presenter.table.lobby import lobby
from bot.presenter.table.menu import table_menu
from bot.presenter.table.shaking import fair_shake
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture
from bot.render import PanelPicture, TablePicture
from bot.tables.model import Status
from bot.tables.past import DrawProof, ShakeProof
from bot.tables.views import DrawView, TableView
from tests.presenter.heights import MOST, height_of
from tests.screens.states.draws import HASH, ONCE, TIED

from .tabling import (
    LONG_NAMES,
    NAMES,
    deal_next_hand,
    ids_of,
    panel_of,
    parts_of,
    rules_of,
    sample,
    seat_lines,
    states,
    table_of,
    text_of,
)

PICTURES = RenderContext()
SPOKEN = RenderContext(pictures=False)
LISTED = "Draw for the shake: Ana 5-4 · Bo 3-2 · Cy 6-5 · Di 5-3. Cy shakes."
TWICE = (
    "Draw for the shake: Ana 5-4 · Bo 6-3 · Cy 3-2 · Di 5-3. Tied, drawn again: Ana 2-1 · Bo 6-6."
)


def drawn(rounds=ONCE, shaker=2, *, for_partners=False):
    """A table whose dominoes lie face up, with its game."""
    game = deal_next_hand(rules_of("42"), random.Random(3))
    draw = DrawView(HASH, 1, True, rounds, shaker, for_partners)
    return replace(table_of(game.rules, game), draw=draw), game


def picture_of(message) -> tuple[TablePicture, str]:
    picture = next(part for part in parts_of(message) if isinstance(part, Picture))
    drawing = picture.drawing
    return (drawing.table if isinstance(drawing, PanelPicture) else drawing), picture.alt


@pytest.mark.parametrize("own", [None, 0, 2])
def test_picture_shows_each_drawn_domino_and_rings_the_highest(own):
    table, game = drawn()
    shown = table_screen(table, PICTURES)
    if own is not None:
        shown = hand_panel(panel_of(table, game, own), PICTURES)
    picture, alt = picture_of(shown)
    assert [(each.seat, each.tile, each.winning) for each in picture.trick] == [
        (seat, tile, seat == 2) for seat, tile in ONCE[0]
    ]
    assert "Draw for the shake: Ana 5-4 · Bo 3-2 · Cy 6-5 · Di 5-3." in alt


def test_line_names_the_highest_domino_and_its_drawer():
    table, game = drawn()
    said = "Cy drew the highest domino, 6-5, and shakes."
    assert said in text_of(table_screen(table, PICTURES))
    assert said in text_of(hand_panel(panel_of(table, game, 0), PICTURES))
    own = text_of(hand_panel(panel_of(table, game, 2), PICTURES))
    assert "You drew the highest domino, 6-5, and shake." in own


def test_every_draw_of_a_tie_is_written_and_the_last_dominoes_are_drawn():
    table, game = drawn(TIED, 1)
    for shown in (table_screen(table, PICTURES), hand_panel(panel_of(table, game, 0), PICTURES)):
        assert f"{TWICE} Bo shakes." in text_of(shown)
        assert f"{TWICE} Bo shakes." in picture_of(shown)[1]
        picture, _ = picture_of(shown)
        assert {each.seat: each.tile for each in picture.trick} == dict(TIED[0]) | dict(TIED[1])


def test_player_in_turn_reads_the_end_of_a_tied_draw_beside_their_bids():
    table, game = drawn(TIED, 1)
    assert game.deal.to_act == 1
    shown = hand_panel(panel_of(table, game, 1), PICTURES)
    assert "You drew the 6-6 and shake." in text_of(shown)
    assert f"{TWICE} You shake." in picture_of(shown)[1]


def test_text_only_screens_list_every_domino():
    table, game = drawn()
    assert LISTED in text_of(table_screen(table, SPOKEN))
    assert LISTED in text_of(hand_panel(panel_of(table, game, 0), SPOKEN))


def test_draw_for_partners_names_the_two_highest():
    table, game = drawn(for_partners=True)
    assert "Ana and Cy are partners." in text_of(table_screen(table, PICTURES))
    assert "Draw for partners: Ana 5-4" in text_of(table_screen(table, SPOKEN))
    assert "Cy is your partner." in text_of(hand_panel(panel_of(table, game, 0), PICTURES))
    assert "Di is your partner." in text_of(hand_panel(panel_of(table, game, 1), PICTURES))


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES, ("WWWWWWWWWWWWWWWWWWWWWWWW",) * 4])
@pytest.mark.parametrize("for_partners", [False, True])
@pytest.mark.parametrize("seat", range(4))
def test_panel_with_a_tied_draw_fits_a_phone(seat, for_partners, names):
    table, game = drawn(TIED, 1, for_partners=for_partners)
    table = replace(table, seats=seat_lines(table.rules, names))
    assert height_of(hand_panel(panel_of(table, game, seat), PICTURES)) <= MOST


def test_nothing_of_a_draw_is_shown_once_somebody_has_bid():
    game = sample(1)
    table = replace(table_of(game.rules, game), draw=DrawView(HASH, 1, drawn=True))
    for context in (PICTURES, SPOKEN):
        assert "shakes" not in text_of(table_screen(table, context))
    assert picture_of(table_screen(table, PICTURES))[0].trick == ()


def test_fair_shake_shows_the_commitment_to_a_draw_and_its_proof_after_it():
    table, _ = drawn()
    before = replace(table, status=Status.FINISHED, draw=DrawView(HASH, 2))
    assert HASH in text_of(fair_shake(before, PICTURES))
    assert ids_of(fair_shake(before, PICTURES), Verb.PROOF_OF_DRAW) == {}
    after = fair_shake(table, PICTURES)
    assert HASH in text_of(after)
    assert set(ids_of(after, Verb.PROOF_OF_DRAW)) == {"1"}


def test_proof_of_a_draw_is_one_file_for_each_deal():
    proof = DrawProof(2, ("{}", "[]"))
    assert [file.name for file in draw_files("k3f9q2", proof, PICTURES).files] == [
        "draw-2-1.json",
        "draw-2-2.json",
    ]
    first = proof_file(ShakeProof("k3f9q2", 7, "{}", draw=proof), "4", PICTURES)
    assert [file.name for file in first.files] == [
        "fair-deal-7.json",
        "draw-2-1.json",
        "draw-2-2.json",
    ]


# How partners are found ----------------------------------------------------------------------


def waiting(game="42", **changes: object) -> TableView:
    table = replace(table_of(rules_of(game)), draws_partners=False, changes_partners=False)
    return replace(table, **changes)


def test_host_switches_how_partners_are_found_in_the_menu():
    shown = table_menu(waiting(), 1000, PICTURES)
    assert set(ids_of(shown, Verb.DRAW_PARTNERS)) == {"on"}
    assert set(ids_of(shown, Verb.CHANGE_PARTNERS)) == {"on"}
    switched = table_menu(waiting(draws_partners=True, changes_partners=True), 1000, PICTURES)
    assert set(ids_of(switched, Verb.DRAW_PARTNERS)) == {"off"}
    assert "Draw for partners: yes" in text_of(switched)
    assert "New partners each game: yes" in text_of(switched)


@pytest.mark.parametrize(
    ("changes", "user"),
    [
        ({"draws_partners": None, "changes_partners": None}, 1000),
        ({"event_id": "e1"}, 1000),
        ({}, 1001),
    ],
    ids=["no partners", "an event", "not the host"],
)
def test_menu_offers_no_partners_to_draw_where_none_can_be(changes, user):
    shown = table_menu(waiting(**changes), user, PICTURES)
    assert not ids_of(shown, Verb.DRAW_PARTNERS) | ids_of(shown, Verb.CHANGE_PARTNERS)


def test_lobby_says_how_partners_are_found():
    usual = text_of(lobby(waiting(), PICTURES))
    assert "partners" not in usual
    said = text_of(lobby(waiting(draws_partners=True, changes_partners=True), PICTURES))
    assert "We'll draw dominoes for partners. Partners change after each game." in said


@pytest.mark.parametrize("context", [PICTURES, SPOKEN])
def test_end_of_a_game_names_the_next_partners_and_each_players_wins(context):
    rules = rules_of("42", target=1)
    game = next(
        end for seed in range(99) if (end := list(states(rules, seed, 1))[-1]).winner is not None
    )
    table = replace(
        table_of(rules, game), changes_partners=True, next_sides=((0, 1), (2, 3)), wins=(2, 1, 0, 3)
    )
    shown = text_of(table_screen(table, context))
    assert "Next game: Ana and Bo against Cy and Di." in shown
    assert "Games at this table: Ana 2 · Bo 1 · Cy 0 · Di 3" in shown
    assert "Next game: Ana and Bo against Cy and Di." in text_of(
        hand_panel(panel_of(table, game, 0), context)
    )
