"""The driver finds mistakes that the program could make, and a leak in any part of a message."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bot.daily import boards
from bot.daily.model import StoredBoard
from bot.daily.standing import day_lines
from bot.daily.table import table_id_of
from bot.daily.views import (
    BidCount,
    Comparison,
    DailyView,
    DayStanding,
    LeadCount,
    WeekBoard,
    WeekLine,
)
from bot.presenter.daily import share
from bot.presenter.words.spec import Message
from bot.publisher.screens import daily_panels
from bot.tables.deals.ids import is_hand
from bot.tables.past import Replay
from bot.values.day_hands import DayHand
from cogs.daily import DailyCog
from tests.e2e.failures.onlookers import forms_of
from tests.e2e.failures.planting import plant, with_words
from tests.support.matrix import mostly_long

from . import inside
from .attempts import Role
from .conftest import Secret, somebody
from .town import MONDAY, Town
from .ways import WAYS, leaks

pytestmark = pytest.mark.asyncio(loop_scope="module")
BY_NAME = {way.name: way for way in WAYS}
KINDS = ("words", "emoji", "id", "label", "alt text", "file name", "picture")
Patch = pytest.MonkeyPatch
Fault = Callable[[Patch, Town, DailyView, Secret], None]
"""Breaks the program; it may use the finished hand's view, and what nobody may know."""


async def found_by(town: Town, role: Role, *names: str) -> list[str]:
    """Have somebody in a role try these ways."""
    person = somebody(town, role)
    found = await leaks(town, MONDAY, person, [BY_NAME[name] for name in names])
    await town.settle()
    return found


def always(answer: object) -> Callable[..., Any]:
    """Build a coroutine function with a fixed answer."""

    async def answered(*_: object, **__: object) -> object:
        return answer

    return answered


# Parts of a message, and forms of a secret -----------------------------------------------------


@pytest.mark.parametrize("kind", mostly_long(KINDS, "words", "alt text", "picture"))
async def test_tile_in_any_part_of_a_message_is_found(
    played_town: Town, secret: Secret, kind: str, monkeypatch: Patch
) -> None:
    screen = daily_panels.daily_screen

    def told(*each: Any, **options: Any) -> Message:
        return plant(kind, secret.tile, inside.ids_of(MONDAY)[0])(screen(*each, **options))

    monkeypatch.setattr(daily_panels, "daily_screen", told)
    assert await found_by(played_town, Role.PLAYING, "screens")


@pytest.mark.parametrize("form", mostly_long(range(3), 0))
async def test_secret_in_any_form_is_found(
    played_town: Town, secret: Secret, form: int, monkeypatch: Patch
) -> None:
    screen = daily_panels.daily_screen
    text = forms_of(bytes.fromhex(secret.secret))[form]
    monkeypatch.setattr(
        daily_panels, "daily_screen", lambda *each, **more: with_words(screen(*each, **more), text)
    )
    for role in (Role.NEW, Role.PLAYING, Role.FINISHED):
        assert await found_by(played_town, role, "screens")


@pytest.mark.parametrize("text", ["Ana has begun", "Bo's score=30"])
async def test_name_in_the_log_is_found(played_town: Town, text: str, monkeypatch: Patch) -> None:
    screen = daily_panels.daily_screen

    def told(*each: Any, **options: Any) -> Message:
        logging.getLogger("bot.daily").debug("looked: %s", text)
        return screen(*each, **options)

    monkeypatch.setattr(daily_panels, "daily_screen", told)
    assert await found_by(played_town, Role.NEW, "the log")


# Mistakes in today's program --------------------------------------------------------------------


def hand_of_another(patch: Patch, town: Town, ended: DailyView, _: Secret) -> None:
    """Show everybody the finished hand."""
    book = town.stage.bot.services.daily._book
    patch.setattr(book, "view_of", always(ended))


def update_of_another(patch: Patch, town: Town, ended: DailyView, _: Secret) -> None:
    """Send the updates of the finished hand to those who play."""
    panels = town.stage.bot.services.daily_panels
    publish = panels.publish
    told = dataclasses.replace(ended, user_id=int(town.people[1].id))
    patch.setattr(panels, "publish", lambda _: publish(told))


def replay_of_another(patch: Patch, town: Town, ended: DailyView, _: Secret) -> None:
    """Open replays of hands in play."""
    hand = table_id_of(MONDAY, ended.user_id)
    archive = town.stage.bot.services.tables.archive
    real = archive.replay

    async def finished(table_id: str, hand_no: int, _: int, guild_id: int | None) -> Replay:
        meant = hand if is_hand(table_id) else table_id
        return await real(meant, hand_no, ended.user_id, guild_id)

    patch.setattr(archive, "replay", finished)
    patch.setattr(town.stage.bot.router, "_hand_meant", always(hand))


def standing_of_an_open_day(patch: Patch, town: Town, ended: DailyView, _: Secret) -> None:
    """Show a place before the day is closed."""
    assert ended.ended is not None
    bids = (BidCount("31", ours=True, count=1, made=1, own=True),)
    leads = (LeadCount("64", 1, own=True),)
    standing = DayStanding(place=1, players=3, shared=False, bids=bids, leads=leads)
    told = dataclasses.replace(ended, ended=dataclasses.replace(ended.ended, standing=standing))
    patch.setattr(town.stage.bot.services.daily._book, "view_of", always(told))


def tile_in_a_post(patch: Patch, town: Town, _: DailyView, secret: Secret) -> None:
    """Post a tile with the result, as often as asked."""
    patch.setattr(share, "tricks_words", lambda *_: f"Took the {secret.tile}.")
    patch.setattr(DailyCog, "_is_posted", always(answer=False))


def early_comparison(patch: Patch, town: Town, ended: DailyView, _: Secret) -> None:
    """Compare with somebody who has not finished."""
    assert ended.ended is not None
    outcome = ended.ended.outcome
    told = always(Comparison(MONDAY, outcome, outcome))
    patch.setattr(town.stage.bot.services.daily, "compare", told)


def scores_on_a_board(patch: Patch, *_: object) -> None:
    """Show the scores of an open day."""
    real = boards.DayBoard
    patch.setattr(boards, "day_lines", lambda own, closed: day_lines(own, closed=True))
    patch.setattr(boards, "DayBoard", lambda g, d, at, _, *rest: real(g, d, at, True, *rest))


def names_on_a_board(patch: Patch, *_: object) -> None:
    """Name somebody on a board who has not finished."""

    def told(own: Any, *, closed: bool) -> Any:
        found, apart = day_lines(own, closed=closed)
        return (*found, dataclasses.replace(found[0], user_id=1, name="Bo")), apart

    patch.setattr(boards, "day_lines", told)


def board_of_this_week(patch: Patch, town: Town, _: DailyView, __: Secret) -> None:
    """Post the board of a week that is not over."""
    here = int(town.stage.sandbox.guild_id)
    board = StoredBoard(MONDAY + timedelta(days=6), here, week=True, channel_id=int(town.boards))
    view = WeekBoard(here, inside.CALENDAR.begins(MONDAY), (WeekLine(1, "Ana", 1, 30, 1),))
    service = town.stage.bot.services.daily_boards
    patch.setattr(service, "_week", always((board, view)))


def help_in_mid_hand(patch: Patch, town: Town, *_: object) -> None:
    """Forget that a hand is in play."""
    patch.setattr(town.stage.bot.services.daily, "is_in_play", always(answer=False))


def forgotten_open_hands(patch: Patch, town: Town, *_: object) -> None:
    """Forget the hands of open days."""
    patch.setattr(town.stage.bot.services.daily, "open_hands", always([]))


def telling_refusal(patch: Patch, town: Town, ended: DailyView, _: Secret) -> None:
    """Refuse what is like a hand that the asker has never seen."""
    service = town.stage.bot.services.daily

    async def told(_: int) -> list[DayHand]:
        found = await service._book.open_hands(ended.user_id)
        return [dataclasses.replace(each, is_finished=False) for each in found]

    patch.setattr(service, "open_hands", told)


def copy_of_another(patch: Patch, town: Town, ended: DailyView, _: Secret) -> None:
    """Give a copy of somebody else's data."""
    store = type(town.stage.store.real.own_data)
    about = store.about

    async def told(self: object, _: int) -> object:
        return await about(self, ended.user_id)

    patch.setattr(store, "about", told)


FAULTS: tuple[tuple[Fault, Role, str], ...] = (
    (hand_of_another, Role.PLAYING, "screens"),
    (hand_of_another, Role.NEW, "/hand"),
    (update_of_another, Role.PLAYING, "updates of a screen"),
    (replay_of_another, Role.PLAYING, "/replay"),
    (replay_of_another, Role.NEW, "/replay"),
    (standing_of_an_open_day, Role.FINISHED, "screens"),
    (tile_in_a_post, Role.FINISHED, "a shared result"),
    (early_comparison, Role.FINISHED, "a comparison"),
    (scores_on_a_board, Role.NEW, "boards"),
    (names_on_a_board, Role.NEW, "boards"),
    (board_of_this_week, Role.NEW, "boards"),
    (help_in_mid_hand, Role.PLAYING, "/bid-this"),
    (forgotten_open_hands, Role.NEW, "/bid-this"),
    (forgotten_open_hands, Role.FINISHED, "votes"),
    (telling_refusal, Role.NEW, "votes"),
    (copy_of_another, Role.PLAYING, "/privacy"),
)


@pytest.mark.parametrize(("fault", "role", "name"), FAULTS)
async def test_mistake_of_the_program_is_found(
    played_town: Town,
    secret: Secret,
    fault: Fault,
    role: Role,
    name: str,
    monkeypatch: Patch,
) -> None:
    ended = await inside.view_of(played_town.stage, MONDAY, played_town.people[0].id)
    fault(monkeypatch, played_town, ended, secret)
    assert [each for each in await found_by(played_town, role, name) if name in each]
