"""Which players' screens a change at a table updates."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord.app_commands import AppCommandContext

from bot.publisher.keeper.answers import Answer, Token
from bot.publisher.keeper.means import Means
from bot.publisher.screens.reader import Reader, stage_of
from bot.tables.model import Status
from bot.tables.views import Note, PanelView, TableView, UnprovedClaim
from tests.presenter.tabling import rules_of, sample, table_of

NOW = 1_000_000.0
NO_MEANS = cast("Means", None)


def _at(steps: int) -> TableView:
    game = sample(steps)
    return table_of(game.rules, game)


def _shown(table: TableView, seat: int, note: Note | None = None) -> Reader:
    """Build the screens of a reader who was shown this table."""
    reader = Reader(NO_MEANS, "k3f9q2", 1000 + seat)
    reader.record_shown(PanelView(table, 1000 + seat, seat, table.view, note), version=1, now=NOW)
    reader.up_to = stage_of(table)
    return reader


def test_play_changes_every_players_screen() -> None:
    before = _at(15)
    after = _at(16)
    assert all(_shown(before, seat).has_news(after, None) for seat in range(4))


def test_picture_rests_a_second_before_it_changes() -> None:
    before = _at(15)
    after = _at(16)
    reader = _shown(before, 0)
    assert reader.rest(after, 0, NOW + 0.25) == 0.75
    assert reader.rest(after, 0, NOW + 1.5) == 0.0
    assert reader.rest(replace(after, hand_no=9), 0, NOW + 0.25) == 0.0
    assert after.view is not None
    assert after.view.to_act == 3
    assert _shown(before, 3).rest(after, 3, NOW + 0.25) == 0.0  # it's their turn
    reader.end_rest()
    assert reader.rest(after, 0, NOW + 0.25) == 0.0


def test_table_already_shown_is_not_shown_again() -> None:
    table = _at(16)
    assert not _shown(table, 0).has_news(_at(16), None)
    assert _shown(table, 0).has_news(replace(table, nudge=True), None)


def test_new_hand_status_or_channel_updates_everyone() -> None:
    table = _at(16)
    there = replace(table.known_place, channel_id=9)
    for change in ({"hand_no": 9}, {"status": Status.PAUSED}, {"place": there}):
        changed = replace(table, **change)
        assert all(_shown(table, seat).has_news(changed, None) for seat in range(4))


def test_every_panel_is_updated_where_the_board_cannot_be_posted() -> None:
    before = _at(15)
    after = _at(16)
    note = Note.PLACE_GONE
    for seat in range(4):
        assert _shown(before, seat).has_news(before, note)
        assert _shown(before, seat, note).has_news(after, note)
        assert not _shown(after, seat, note).has_news(after, note)


def test_lobby_updates_nobody() -> None:
    lobby = table_of(rules_of("42"))
    assert not Reader(NO_MEANS, "k3f9q2", 1000).has_news(lobby, None)


def test_background_update_keeps_an_open_question_and_note() -> None:
    table = _at(16)
    panel = PanelView(table, 1003, 3, table.view, Note.STALE, unproved=UnprovedClaim(None, (0, 2)))
    reader = _shown(table, 3)
    reader.record_answer(panel, "52")
    plain = PanelView(table, 1003, 3, table.view)
    assert reader.resume(plain) == (panel, "52")
    later = replace(plain, table=replace(table, seq=table.seq + 1))
    assert reader.resume(later) == (later, "")
    reader.record_answer(replace(panel, note=Note.PLACE_GONE, unproved=None), "")
    assert reader.resume(plain) == (plain, "")  # the board can be posted again


def test_changing_a_preference_updates_their_messages() -> None:
    table = _at(16)
    reader = _shown(table, 0)
    reader.choose(reader.preferences)
    assert not reader.has_news(table, None)
    reader.choose(replace(reader.preferences, pictures=False))
    assert reader.has_news(table, None)


@pytest.mark.parametrize(
    ("context", "at_the_table"),
    [
        (AppCommandContext(guild=True), True),
        (AppCommandContext(dm_channel=True), False),
        (AppCommandContext(private_channel=True), False),
    ],
)
def test_only_a_press_at_the_table_allows_a_panel_there(
    context: AppCommandContext, at_the_table: bool
) -> None:
    reader = _shown(_at(15), 0)
    interaction = SimpleNamespace(context=context, locale=discord.Locale.american_english)
    token = Token(cast("Any", None), NOW + 60)
    answer = SimpleNamespace(interaction=interaction, token=token, on_direct_message=False)
    reader.note_token(cast("Answer", answer))
    assert reader.can_push(hand_no=9, now=NOW) is at_the_table
