"""Samples of private tables: in a private thread, and without one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.lobby import lobby
from bot.presenter.table.menu import table_menu
from bot.presenter.table.notices import opened_privately
from bot.tables.errors import NoThread, ThreadRefusal
from bot.tables.views import PanelView
from tests.presenter.tabling import sample
from tests.screens.registry import Look, Named, samples_of
from tests.screens.states.tables import HOST, lobbies, lobby_at

RIGHTS = ("create_private_threads",)


@samples_of(lobby)
def private_lobbies(look: Look) -> Iterator[Named]:
    for name, table in lobbies(look):
        if name not in ("full", "holds-all", "holds-eight", "match", "house-rules"):
            continue
        yield f"private-{name}", lobby(replace(table, private=True), look.context)


@samples_of(hand_panel)
def panels_of_private_lobbies(look: Look) -> Iterator[Named]:
    table = replace(lobby_at(look, sample(0)), private=True)
    panel = PanelView(table, HOST, 0, None, code="FHKLM")
    yield "private-lobby", hand_panel(panel, look.context)


@samples_of(table_menu)
def private_menus(look: Look) -> Iterator[Named]:
    table = replace(lobby_at(look, sample(0)), private=True)
    yield "private", table_menu(table, HOST, look.context)


@samples_of(opened_privately)
def opened_without_a_thread(look: Look) -> Iterator[Named]:
    table = lobby_at(look, sample(0))
    table = replace(table, place=None, home_guild_id=7, private=True)
    yield "again", opened_privately(table, None, look.context)
    for why in ThreadRefusal:
        refusal = NoThread("dominoes", why, RIGHTS)
        yield why.value, opened_privately(table, refusal, look.context)
