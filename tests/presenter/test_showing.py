"""Shown dominoes on the screens: the doubles of a plunge, the kitty of 88."""

from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.board import table_screen
from bot.presenter.table.drawings import panel_picture, table_picture
from bot.presenter.table.more import more_screen
from bot.presenter.table.scene import Scene
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture
from bot.render.picture import render_picture
from bot.tables.views import Note, PanelView
from tests.presenter.heights import height_of
from tests.screens.states.showing import (
    bidding,
    exchanging,
    named,
    show_kitty,
    shown,
    swapped,
)
from texas42.engine import (
    AskDoubles,
    Game,
    Phase,
    apply,
    apply_out_of_turn,
    legal_out_of_turn,
)

from .tabling import (
    act,
    first_state,
    ids_of,
    panel_at,
    parts_of,
    rules_of,
    table_of,
    text_of,
    tiles,
)

PICTURES = RenderContext()
SPOKEN = RenderContext(pictures=False)
SHOWN = "2-2, 3-3, 4-4, 5-5 (10)"


def panel(game: Game, seat: int) -> PanelView:
    return replace(panel_at(game, seat), out_of_turn=legal_out_of_turn(game, seat))


def asks(game: Game, seat: int) -> bool:
    buttons = [
        ids_of(screen, Verb.ASK_DOUBLES)
        for context in (PICTURES, SPOKEN)
        for screen in (
            hand_panel(panel(game, seat), context),
            more_screen(panel(game, seat), context),
        )
    ]
    assert all(each == buttons[0] for each in buttons)
    return bool(buttons[0])


def picture_of(message) -> Picture:
    return next(part for part in parts_of(message) if isinstance(part, Picture))


@pytest.mark.parametrize(
    ("game", "may"),
    [
        (bidding(), set()),
        (bidding("30"), set()),
        (bidding("plunge 4m"), {1, 3}),
        (bidding("plunge 4m", "pass", "pass", "pass"), {1, 3}),
        (named(), {1, 3}),
        (shown(), set()),
        (act(named(), "53"), set()),
    ],
)
def test_each_opponent_may_ask_from_the_plunge_to_the_first_lead(game, may):
    assert {seat for seat in range(4) if asks(game, seat)} == may


@pytest.mark.parametrize("context", [PICTURES, SPOKEN])
def test_everybody_sees_the_shown_doubles(context):
    game = shown()
    own, *screens = [hand_panel(panel(game, seat), context) for seat in range(4)]
    screens.append(table_screen(table_of(game.rules, game), context))
    for screen, name in ((own, "You"), *((each, "Ana") for each in screens)):
        said = picture_of(screen).alt if context.pictures else text_of(screen)
        assert f"{name} showed the doubles: {SHOWN}" in said
    before = table_screen(table_of(game.rules, named()), context)
    assert "showed" not in text_of(before)


def test_panel_lists_shown_dominoes_until_the_first_lead():
    assert f"Ana showed the doubles: {SHOWN}." in text_of(hand_panel(panel(shown(), 3), PICTURES))
    led = act(shown(), "53")
    assert "Cy led 5-3." in text_of(hand_panel(panel(led, 3), PICTURES))


def laid(game: Game, seat: int | None):
    scene = Scene.of(
        table_of(game.rules, game), PICTURES, panel_at(game, seat).view if seat else None
    )
    drawn = panel_picture(scene).table if seat else table_picture(scene)
    return drawn.laid_down


def test_shown_doubles_lie_open_in_every_picture_until_they_are_played():
    game = shown()
    for seat in (None, 1, 2, 3):
        assert {held.tile for held in laid(game, seat).tiles} == set(tiles("55 44 33 22"))
    own = Scene.of(table_of(game.rules, game), PICTURES, panel_at(game, 0).view)
    assert panel_picture(own).table.laid_down is None
    for play in ("53", "40", "55"):
        game = act(game, play)
    assert {held.tile for held in laid(game, None).tiles} == set(tiles("44 33 22"))
    assert laid(named(), None) is None


def test_player_who_asks_before_the_naming_learns_when_doubles_will_show():
    asked = apply_out_of_turn(bidding("plunge 4m"), AskDoubles(1)).game
    for context in (PICTURES, SPOKEN):
        message = hand_panel(replace(panel(asked, 1), note=Note.ASKED), context)
        assert "You'll see the doubles once trump is named." in text_of(message)
    assert (
        act(act(act(act(asked, "pass"), "pass"), "pass"), "plunge 5").deal.shown
        == shown().deal.shown
    )


def test_a_panel_with_the_button_fits_a_phone():
    for game in (
        bidding("plunge 4m"),
        bidding("plunge 4m", "pass", "pass", "pass"),
        named(),
        shown(),
    ):
        for seat in range(4):
            for skips in {False, game.deal.to_act != seat}:
                message = hand_panel(replace(panel(game, seat), can_skip=skips), PICTURES)
                assert height_of(message) <= 640, text_of(message)


def kitty_buttons(game: Game) -> set[int]:
    return {
        seat
        for seat in range(4)
        if ids_of(more_screen(panel(game, seat), PICTURES), Verb.SHOW_KITTY)
    }


def test_only_the_bidder_may_show_the_kitty_before_and_after_the_swap():
    for game in (exchanging(), swapped()):
        assert kitty_buttons(game) == {game.deal.bidder}
        assert kitty_buttons(show_kitty(game)) == set()
    assert (
        kitty_buttons(first_state(rules_of("88"), lambda deal: deal.phase is Phase.CALL)) == set()
    )


@pytest.mark.parametrize("game", [exchanging(), swapped()])
def test_everybody_sees_the_shown_kitty_and_nobody_an_unshown_one(game):
    after = show_kitty(game)
    kitty = {*after.deal.shown[-1].tiles}
    for seen, expected in ((game, set()), (after, kitty)):
        table = table_of(game.rules, seen)
        drawn = table_picture(Scene.of(table, PICTURES)).left_over
        assert {held.tile for held in (drawn.face_up if drawn else ())} == expected
        for seat in (None, *range(4)):
            screen = (
                table_screen(table, SPOKEN)
                if seat is None
                else hand_panel(panel(seen, seat), SPOKEN)
            )
            assert ("showed the left-over dominoes" in text_of(screen)) is bool(expected)
        assert ("showed the left-over" in picture_of(table_screen(table, PICTURES)).alt) is bool(
            expected
        )
    pictures = [
        render_picture(table_picture(Scene.of(table_of(game.rules, each), PICTURES)))
        for each in (game, after)
    ]
    assert pictures[0] != pictures[1]


def test_a_kitty_shown_before_the_swap_is_face_down_after_it():
    game = show_kitty(exchanging())
    action = next(each for each in reversed(game.legal_actions()) if each.take)
    after = apply(game, action).game
    drawn = table_picture(Scene.of(table_of(game.rules, after), PICTURES)).left_over
    assert drawn is None or drawn.face_up == ()
    assert after.deal.shown == game.deal.shown
