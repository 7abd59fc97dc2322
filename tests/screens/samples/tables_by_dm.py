"""Samples of tables without a channel, whose people see them by DM alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.presenter.company.inviting import Reached, opened_again
from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.menu import table_menu
from bot.presenter.table.more import more_screen
from bot.presenter.table.notices import below, opened_by_dm, seat_held_by_dm
from bot.tables.model import Occupant, Status
from bot.tables.views import PanelView
from tests.presenter.tabling import panel_of, sample
from tests.screens.registry import Look, Named, samples_of
from tests.screens.states.tables import (
    deal_of,
    holding,
    lobby_at,
    over,
    table_at,
    with_computers,
)

CODE = "FHKLM"


@samples_of(hand_panel)
def lobbies(look: Look) -> Iterator[Named]:
    """Yield the lobby of somebody who sits there, and what somebody sees who doesn't."""
    table = replace(lobby_at(look, sample(0)), place=None)
    seated = PanelView(table, 1000, 0, None, code=CODE)
    yield "by-dm-lobby", hand_panel(seated, look.context)
    yield "by-dm-lobby-meets", hand_panel(replace(seated, meets=(3,)), look.context)
    yield "by-dm-left", hand_panel(PanelView(table, 7, None, None), look.context)
    closed = replace(table, status=Status.CLOSED)
    yield "by-dm-closed", hand_panel(replace(seated, table=closed), look.context)


@samples_of(hand_panel)
def hands(look: Look) -> Iterator[Named]:
    """Yield a hand, with what the others can do while somebody is absent, and its end."""
    game = sample(12)
    table = replace(table_at(look, game), place=None)
    turn = deal_of(game).to_act or 0
    other = (turn + 1) % 4
    asked = tuple(seat for seat in range(4) if seat != turn)
    for name, at in (
        ("plays", table),
        ("nudged", replace(table, nudge=True, nudge_at=look.now, asked=asked)),
        ("asks", replace(table, nudge=True, nudge_at=look.now, asked=asked, asking=asked[:2])),
        ("offered", replace(table, nudge=True, nudge_at=look.now, offer=True)),
    ):
        for seat in (turn, other):
            panel = replace(panel_of(at, game, seat), code=CODE)
            yield f"by-dm-{name}-seat-{seat}", hand_panel(panel, look.context)
    seats = list(with_computers(table))
    seats[1] = replace(seats[1], reserved_by=1, reserved_name=look.names[4])
    newcomer = panel_of(replace(table, seats=tuple(seats)), game, None)
    yield "by-dm-next-hand", hand_panel(replace(newcomer, user_id=1), look.context)
    name, ended, last = over(look, "42")
    panel = panel_of(replace(ended, place=None), last, 0)
    yield f"by-dm-{name}", hand_panel(panel, look.context)


@samples_of(hand_panel)
def ends_of_games(look: Look) -> Iterator[Named]:
    """Yield what people see in their DMs of a game that is over, once one of them has left."""
    name, ended, last = over(look, "42")
    seats = list(with_computers(ended))
    gone = {"played": Occupant.PERSON, "played_by": 1001, "played_name": look.names[1]}
    seats[1] = replace(seats[1], **gone)
    table = replace(ended, place=None, seats=tuple(seats))
    stays = panel_of(table, last, 0)
    left = replace(panel_of(table, last, None), user_id=1001)
    closed = replace(stays, table=replace(table, status=Status.CLOSED))
    for who, panel in (("stays", stays), ("left", left), ("closed", closed)):
        yield f"by-dm-{name}-{who}", hand_panel(panel, look.context, in_dm=True)


@samples_of(seat_held_by_dm)
def held(look: Look) -> Iterator[Named]:
    table = replace(holding(look, sample(0), 1, 2), place=None)
    yield "held", seat_held_by_dm(table, 1001, look.context)
    yield "no-longer", seat_held_by_dm(table, 1003, look.context)
    closed = replace(table, status=Status.CLOSED)
    yield "closed", seat_held_by_dm(closed, 1001, look.context)


@samples_of(opened_again)
def again(look: Look) -> Iterator[Named]:
    table = replace(holding(look, sample(0), 1, 2, 3), place=None)
    ana, bo, cy = look.names[:3]
    yield "all", opened_again(table, Reached(by_dm=[ana, bo, cy]), look.context, code=CODE)
    some = Reached(by_dm=[ana], not_reached=[bo, cy])
    yield "some", opened_again(table, some, look.context, code=CODE)
    yield "nobody", opened_again(table, Reached(), look.context, code=CODE)
    private = replace(table, private=True)
    yield "private", opened_again(private, some, look.context, code=CODE)


@samples_of(table_menu)
def menus(look: Look) -> Iterator[Named]:
    """Yield the menu of the host, who can change the code, and of somebody else who sits there."""
    table = replace(lobby_at(look, sample(0)), place=None)
    for user_id in (1000, 1003):
        menu = table_menu(table, user_id, look.context, code=CODE)
        yield f"by-dm-menu-{user_id}", menu


@samples_of(more_screen)
def in_words(look: Look) -> Iterator[Named]:
    game = sample(12)
    table = replace(table_at(look, game), place=None)
    panel = replace(panel_of(table, game, 0), code=CODE)
    yield "by-dm-more", more_screen(panel, look.context)


@samples_of(below)
def below_a_command(look: Look) -> Iterator[Named]:
    yield "told", below(look.context)


@samples_of(opened_by_dm)
def opened(look: Look) -> Iterator[Named]:
    yield "opened", opened_by_dm(replace(lobby_at(look, sample(0)), place=None), look.context)
