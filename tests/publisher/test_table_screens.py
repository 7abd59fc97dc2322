"""One player's slow screen never delays another's."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock

import pytest

from bot.budget.queue import RequestQueue
from bot.presenter.panel.screen import hand_panel
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.keeper.channels import Channels
from bot.publisher.keeper.live_message import LiveMessage, digest_of
from bot.publisher.keeper.means import Means
from bot.publisher.keeper.pending_answers import PendingAnswers
from bot.publisher.pictures.rendering import LatePictures, Pictures
from bot.publisher.screens.contents import Contents
from bot.publisher.screens.reader import stage_of
from bot.publisher.screens.surroundings import Surroundings
from bot.publisher.screens.table_screens import BEHIND_SECONDS, TableScreens
from bot.render import Avatars, PanelPicture, Priority
from bot.tables.views import PanelView, Progress, TableView
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.preferences import Pings, Preferences
from tests.presenter.tabling import panel_of, sample, table_of
from tests.support.house import HandClock

FIRST_PLAY = 5  # acts: four calls, and trump
NOW = 1_000.0


class Easel:
    """A renderer that draws when the test says so."""

    def __init__(self) -> None:
        self.stills: dict[object, bytes] = {}
        self.urgent = asyncio.Event()
        self.others = asyncio.Event()
        self.others_begun = asyncio.Event()

    async def render(self, drawing: Any, _avatars: Avatars, *, priority: Priority) -> bytes:
        assert isinstance(drawing, PanelPicture)
        if priority is Priority.WATCHING:
            self.others_begun.set()
        await (self.others if priority is Priority.WATCHING else self.urgent).wait()
        return b"drawn"


class Services:
    """Fake store, clock and guide for a table's screens."""

    def now(self) -> float:
        return NOW

    def elapsed(self) -> float:
        return self.now()

    def is_right(self) -> bool:
        return True

    async def sleep(self, _seconds: float) -> None:
        await asyncio.sleep(0)

    async def posted_about(self, about: str, *_kinds: PostedKind) -> list[Posted]:
        return [Posted(PostedKey(PostedKind.BOARD, about, 4), 1, 0, 42, message_id=1)]

    async def preferences(self, user_id: int) -> Preferences:
        return Preferences(user_id, dms=False, pings=Pings.NEVER)

    async def with_guide(self, panel: PanelView) -> PanelView:
        return panel

    async def with_meetings(self, panel: PanelView) -> PanelView:
        return panel

    async def with_fact(self, panel: PanelView) -> PanelView:
        return panel

    async def event_after(self, _table: TableView) -> None:
        return None


class Panel(LiveMessage):
    """A panel that records the pictures it showed."""

    def __init__(self, message_id: int) -> None:
        self.pictures: list[bytes] = []
        self.edits = 0
        super().__init__(message_id, self._note, cast("Any", None), expires=NOW + 100)

    async def _note(self, *, attachments: Any, **_: object) -> None:
        self.edits += 1
        self.pictures += [file.fp.read() for file in attachments]


def _progress(acts: int) -> Progress:
    game = sample(acts)
    table = replace(table_of(game.rules, game), seq=acts)
    panels = {1000 + seat: panel_of(table, game, seat) for seat in range(4)}
    return Progress(table, acts, panels)


@pytest.fixture
def easel() -> Easel:
    return Easel()


@pytest.fixture
def late(easel: Easel) -> LatePictures:
    return LatePictures(_pictures(easel))


def _pictures(easel: Easel) -> Pictures:
    return Pictures(cast("Any", easel), {}, lambda _: True)


@pytest.fixture
def screens(easel: Easel, late: LatePictures) -> TableScreens:
    services: Any = Services()
    unused: Any = None
    drawn = _pictures(easel)
    contents = Contents(
        lambda _guild, _locale: RenderContext(), drawn, services, services, unused, services
    )
    queue = RequestQueue(services)
    channels = Channels(MagicMock(), queue)
    means = Means(channels, services, unused, drawn, services, queue, lambda _guild: None)
    return TableScreens(
        _progress(FIRST_PLAY),
        Surroundings(means, contents, services, PendingAnswers(), late, unused, unused),
        serves=lambda _guild: True,
        goes_on_in_words=lambda _guild, _failure: False,
    )


async def _sit(screens: TableScreens, seat: int) -> Panel:
    """Give a seat's player an up-to-date panel."""
    progress = screens.newest
    reader = await screens.reader(1000 + seat)
    reader.panel = panel = Panel(seat)
    panel.digest = digest_of(_message(progress, seat))
    reader.panel_is_live = True
    reader.panel_hand = 4
    reader.record_shown(progress.panel_for(1000 + seat), progress.version, NOW - 2)
    reader.up_to = stage_of(progress.after)
    return panel


def _message(progress: Progress, seat: int) -> Message:
    return hand_panel(progress.panel_for(1000 + seat), RenderContext())


async def test_late_picture_waits_for_no_other_player_though_the_table_moves_on(
    screens: TableScreens, late: LatePictures, easel: Easel
) -> None:
    await _sit(screens, 1)
    panel = await _sit(screens, 2)
    screens.take(_progress(FIRST_PLAY + 1))
    screens.readers.request_all()
    await easel.others_begun.wait()  # and their pictures never arrive
    panel.digest = ""  # the answer showed a placeholder
    late.follow(panel, _message(screens.newest, 2), then=screens.readers.request_all)
    screens.take(_progress(FIRST_PLAY + 2))
    screens.readers.request_all()
    easel.urgent.set()
    await asyncio.gather(*late.tasks.values())
    assert panel.pictures == [b"drawn"]
    easel.others.set()
    while screens.tasks:
        await asyncio.gather(*screens.tasks)
    assert panel.shows(_message(screens.newest, 2))


async def _settle(screens: TableScreens) -> None:
    while screens.tasks:
        await asyncio.gather(*screens.tasks)


async def test_player_in_turn_does_not_wait_for_watchers_pictures(
    screens: TableScreens, easel: Easel
) -> None:
    seats = [await _sit(screens, seat) for seat in range(4)]
    easel.urgent.set()
    screens.take(_progress(FIRST_PLAY + 1))
    screens.readers.request_all()
    await easel.others_begun.wait()  # and their pictures do not come
    first = screens.newest.after.view
    newest = _progress(FIRST_PLAY + 2)
    screens.take(newest)
    screens.readers.request_all()
    assert first is not None
    assert newest.after.view is not None
    in_turn = newest.after.view.to_act
    assert in_turn is not None
    async with asyncio.timeout(20):
        while not seats[in_turn].shows(_message(newest, in_turn)):  # noqa: ASYNC110
            await asyncio.sleep(0)
    easel.others.set()
    await _settle(screens)
    assert all(panel.shows(_message(newest, seat)) for seat, panel in enumerate(seats))
    watched = [panel for seat, panel in enumerate(seats) if seat != first.to_act]
    assert [panel.edits for panel in watched] == [1, 1, 1]  # the overtaken state never came


async def test_picture_that_was_drawn_late_never_replaces_a_newer_answer(
    screens: TableScreens, easel: Easel
) -> None:
    panel = await _sit(screens, 2)
    reader = await screens.reader(1002)
    screens.take(_progress(FIRST_PLAY + 1))
    screens.readers.request_all()
    await easel.others_begun.wait()
    newest = _progress(FIRST_PLAY + 2)  # whose change is still to be announced
    panel.digest = digest_of(_message(newest, 2))  # an answer has shown it
    reader.record_shown(newest.panel_for(1002), newest.version, NOW)
    easel.others.set()
    easel.urgent.set()
    await _settle(screens)
    assert panel.pictures == []
    assert panel.shows(_message(newest, 2))


async def test_board_that_has_waited_long_says_so_until_it_is_in_time(
    screens: TableScreens,
) -> None:
    clock = HandClock()
    queue = RequestQueue(clock, per_second=1.2)
    around = screens._around
    around = replace(around, means=replace(around.means, clock=clock, queue=queue))
    slow = TableScreens(
        _progress(FIRST_PLAY),
        around,
        serves=lambda _guild: True,
        goes_on_in_words=lambda _guild, _failure: False,
    )
    shown = slow.board.show = AsyncMock()  # type: ignore[method-assign]
    await queue.admit()
    slow._boarding.request()
    await _turns()
    clock.move(BEHIND_SECONDS + 1.0)
    queue.end()
    await _turns()
    clock.move(1.0)
    await _turns()
    assert [call.kwargs for call in shown.await_args_list] == [{"is_behind": True}]
    clock.move(BEHIND_SECONDS + 2.0)
    await _turns()
    clock.move(2.0)
    await _turns()
    assert shown.await_args_list[-1].kwargs == {"is_behind": False}
    await slow.stop()


async def _turns() -> None:
    for _ in range(30):
        await asyncio.sleep(0)
