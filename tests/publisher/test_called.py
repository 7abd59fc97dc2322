"""When a new DM calls a player at a table without a channel."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import discord
import pytest

from bot.publisher.screens.reader import Reader
from bot.tables.model import Claim, Place
from bot.tables.views import PanelView
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.preferences import Pings, Preferences
from tests.presenter.tabling import panel_of, sample, table_of

TURN = 1_800_000_000.0
NUDGE = TURN + 20
NOW = NUDGE + 5
USER = 1000
QUIET = {"quiet_from": 0, "quiet_until": 23, "time_zone": "UTC"}


def _panel(*, in_turn: bool = True, **changes: Any) -> PanelView:
    """Build the panel of the player in turn, or of the next one, at a table without a channel."""
    game = sample(12)
    assert game.deal is not None
    seat = game.deal.to_act or 0
    table = replace(table_of(game.rules, game), place=None, turn_since=TURN, **changes)
    return panel_of(table, game, seat if in_turn else (seat + 1) % 4)


def _reader(sent: float | None, **chosen: Any) -> Reader:
    """Build a reader whose DM was sent at a time, if there is one."""
    reader = Reader(cast("Any", None), "k3f9q2", USER)
    reader.preferences = Preferences(USER, **chosen)
    if sent is not None:
        key = PostedKey(PostedKind.HAND, "k3f9q2", user_id=USER)
        reader.direct.posted = Posted(key, 1, 0, 9, _snowflake(sent))
    return reader


def _snowflake(at: float) -> int:
    return (int(at * 1000) - discord.utils.DISCORD_EPOCH) << 22


NUDGED = {"nudge": True, "nudge_at": NUDGE}


def test_player_who_keeps_a_table_waiting_is_called_once_a_turn() -> None:
    reader = _reader(TURN)
    panel = _panel(**NUDGED)
    assert reader.is_called(panel, NOW)
    reader.note_sent(panel)
    assert not reader.is_called(panel, NOW)
    assert not _reader(NUDGE + 1).is_called(panel, NOW)  # sent by an earlier run


def test_player_without_a_message_is_called_too() -> None:
    assert _reader(None).is_called(_panel(**NUDGED), NOW)


def test_nobody_is_called_before_the_nudge_or_for_the_turn_of_others() -> None:
    assert not _reader(TURN).is_called(_panel(), NOW)
    assert not _reader(TURN).is_called(_panel(in_turn=False, **NUDGED), NOW)


@pytest.mark.parametrize("chosen", [{"pings": Pings.NEVER}, QUIET], ids=["never", "quiet"])
def test_nobody_is_called_against_their_settings(chosen: dict[str, Any]) -> None:
    assert not _reader(TURN, **chosen).is_called(_panel(**NUDGED), NOW)


def test_opponent_whom_a_claim_asks_is_called() -> None:
    asked = _panel(in_turn=False)
    assert asked.seat is not None
    claim = Claim(seat=(asked.seat - 1) % 4, asked=(asked.seat,))
    panel = replace(asked, table=replace(asked.table, claim=claim))
    assert _reader(TURN - 60).is_called(panel, NOW)
    assert not _reader(TURN + 1).is_called(panel, NOW)


def test_nobody_is_called_by_dm_at_a_table_with_a_channel() -> None:
    panel = _panel(**NUDGED)
    there = replace(panel, table=replace(panel.table, place=Place(1, 2, 2, 3)))
    assert not _reader(TURN).is_called(there, NOW)


def test_whoever_asks_for_their_message_gets_it_anew_without_a_sound() -> None:
    reader = _reader(NOW)
    reader.asks_anew = True
    panel = _panel()
    assert reader.is_called(panel, NOW)
    assert not reader.rings(panel, NOW)
    reader.note_sent(panel)
    assert not reader.is_called(panel, NOW)
