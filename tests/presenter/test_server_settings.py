"""The server settings screen."""

from __future__ import annotations

import pytest

from bot.library import games, presets
from bot.presenter.people.server_settings import ServerChoices, server_settings_screen
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import OptionSource
from bot.publisher.calls.convert import check

from .tabling import selects_of

CONTEXT = RenderContext()


@pytest.mark.parametrize("game", [spec.id for spec in games()])
def test_server_settings_keep_the_limits_in_every_game(game: str) -> None:
    now = ServerChoices(tuple(range(25)), 7, True, game, None, False, False)
    check(server_settings_screen(now, presets(game), CONTEXT))


def test_each_select_shows_the_current_value() -> None:
    now = ServerChoices((5, 6), 7, False, "42", presets("42")[1].name, True, True)
    shown = selects_of(server_settings_screen(now, presets("42"), CONTEXT))
    ours = [select for select in shown if select.listed is OptionSource.OPTIONS]
    assert [select.chosen for select in shown if select not in ours] == [(5, 6), (7,)]
    assert [o.label for select in ours for o in select.options if o.default] == [
        "Tables in the channel",
        "The usual game: Texas 42",
        f"House rules: {presets('42')[1].title}",
        "With a leaderboard",
        "Tables as pictures",
    ]
