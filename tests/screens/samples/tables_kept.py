"""Samples of tables that keep their finished hands to those who played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.presenter.hand.cards import forgotten_hand
from bot.presenter.panel.screen import hand_panel
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.answers import last_trick, table_status
from bot.presenter.table.board import table_screen
from bot.presenter.table.lobby import lobby
from bot.presenter.table.menu import table_menu
from bot.presenter.table.more import more_screen
from bot.tables.model import Status
from bot.tables.views import PanelView
from tests.presenter.tabling import pages_of, panel_of, sample
from tests.screens.registry import Look, Named, samples_of
from tests.screens.samples.table import numbered
from tests.screens.states.kept import keeping, kept
from tests.screens.states.past import sample_replay
from tests.screens.states.tables import HOST, PLAYED, lobby_at, table_at

AFTER = ("played-out", "ending", "match", "paused-33", "closed-33")
"""The samples of panels and More, which say less than the board."""


@samples_of(table_screen)
def kept_boards(look: Look) -> Iterator[Named]:
    for name, table, _ in kept(look):
        yield f"kept-{name}", table_screen(table, look.context)


@samples_of(hand_panel)
def kept_panels(look: Look) -> Iterator[Named]:
    """Yield the panels of a watcher, and of a person who has sat down since the hand."""
    for name, table, _ in kept(look):
        for seat in (None, 1) if name in AFTER else ():
            user_id = 1 if seat is None else HOST + seat
            panel = PanelView(table, user_id, seat, table.view)
            yield f"kept-{name}-{seat}".lower(), hand_panel(panel, look.context)
    for winner in (None, 0):
        table = table_at(look, sample(PLAYED), winner=winner)
        if winner is not None:
            table = replace(table, status=Status.FINISHED)
        panel = panel_of(table, sample(PLAYED), 0)
        own = replace(panel, table=keeping(table))
        yield f"kept-player-{winner}".lower(), hand_panel(own, look.context)
    playing = keeping(table_at(look, sample(12)))
    watcher = PanelView(playing, 1, None, playing.view)
    yield "kept-watching", hand_panel(watcher, look.context)


@samples_of(more_screen)
def kept_more(look: Look) -> Iterator[Named]:
    for name, table, _ in kept(look):
        if name not in AFTER:
            continue
        yield f"kept-{name}", more_screen(PanelView(table, 1, None, table.view), look.context)


@samples_of(table_status)
def kept_status(look: Look) -> Iterator[Named]:
    table = keeping(table_at(look, sample(PLAYED)))
    yield "kept", table_status(table, look.context)


@samples_of(last_trick)
def kept_last_trick(look: Look) -> Iterator[Named]:
    table = keeping(table_at(look, sample(PLAYED)))
    yield "kept", last_trick(table, look.context)


@samples_of(forgotten_hand)
def kept_forgotten_hand(look: Look) -> Iterator[Named]:
    hand = sample_replay(look.names)
    table = replace(hand.table, keeps_hands=True)
    yield "kept", forgotten_hand(replace(hand, table=table, is_kept=True), look.context)


@samples_of(lobby)
def keeping_lobby(look: Look) -> Iterator[Named]:
    yield "keeps-hands", lobby(keeping(lobby_at(look, sample(0))), look.context)


@samples_of(table_menu)
def keeping_menus(look: Look) -> Iterator[Named]:
    table = keeping(lobby_at(look, sample(0)))
    yield "keeps-hands", table_menu(table, HOST, look.context)
    later = keeping(table_at(look, sample(12), hand_no=2))
    yield "keeps-hands-for-good", table_menu(later, HOST, look.context)


@samples_of(rules_screen)
def keeping_rules(look: Look) -> Iterator[Named]:
    table = keeping(lobby_at(look, sample(0)))
    yield from numbered("keeps-hands", pages_of(rules_screen, table, look.context))
