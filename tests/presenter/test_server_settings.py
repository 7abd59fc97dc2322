"""The server settings screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.presenter.people.server_settings import PAGES, POSTS, TABLES, server_settings_screen
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import OptionSource
from bot.publisher.calls.convert import check
from bot.values.server_settings import EventHosts, ServerSettings
from texas42.library import games, presets

from .tabling import selects_of

CONTEXT = RenderContext()
USUAL = ServerSettings(1, (5, 6), host_role=7, preset=presets("42")[1].name)


@pytest.mark.parametrize("game", [spec.id for spec in games()])
def test_server_settings_keep_the_limits_in_every_game(game: str) -> None:
    now = ServerSettings(
        1, tuple(range(25)), True, game, None, 7, False, False, EventHosts.ROLE, event_role=8
    )
    for page in PAGES:
        check(server_settings_screen(now, presets(game), (), CONTEXT, page))


def test_each_select_shows_the_current_value() -> None:
    now = replace(USUAL, welcome_channel=9, players_role=8)
    shown = [
        select
        for page in (TABLES, POSTS)
        for select in selects_of(server_settings_screen(now, presets("42"), (), CONTEXT, page))
    ]
    ours = [select for select in shown if select.listed is OptionSource.OPTIONS]
    assert [select.chosen for select in shown if select not in ours] == [
        *((5, 6), (7,), (), (9,), (8,))
    ]
    assert [o.label for select in ours for o in select.options if o.default] == [
        "Whoever opens tables can open events",
        "Tables in the channel",
        "The usual game: Texas 42",
        f"House rules: {presets('42')[1].title}",
        "Tables as pictures",
        "Time zone: US Central (Chicago)",
        "With a leaderboard",
    ]


def roles_shown(hosts: EventHosts, role: int | None = None) -> list[tuple[str, tuple[int, ...]]]:
    """List the placeholder and the choice of each list of roles."""
    now = replace(USUAL, event_hosts=hosts, event_role=role)
    shown = selects_of(server_settings_screen(now, presets("42"), (), CONTEXT))
    return [(s.placeholder, s.chosen) for s in shown if s.listed is OptionSource.ROLES]


def test_role_for_events_is_asked_for_only_where_a_role_opens_them() -> None:
    for hosts in set(EventHosts) - {EventHosts.ROLE}:
        assert roles_shown(hosts, 8) == [("Anyone can open a table", (7,))]
    nobody = "Until you choose a role, only managers can"
    assert roles_shown(EventHosts.ROLE)[1:] == [(nobody, ())]
    assert roles_shown(EventHosts.ROLE, 8)[1:] == [(nobody, (8,))]
