"""An answer goes out on time; a late picture follows but never replaces a newer answer."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.presenter.people.leaderboard import leaderboard
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.keeper.answers import Answer
from bot.publisher.keeper.live_message import LiveMessage, first_of, shown_digest
from bot.publisher.pictures import rendering as module
from bot.publisher.pictures.rendering import LatePictures, Pictures
from bot.render import Avatars, Drawing, Priority, Size, StandingsPicture
from bot.stats.views import LeaderboardQuery, LeaderboardView, Standing

STILL = b"bare table"


class Easel:
    """A renderer that draws when the test says so."""

    def __init__(self) -> None:
        self.stills = {Size.BOARD: STILL}
        self.opened = asyncio.Event()

    async def render(self, drawing: Drawing, _avatars: Avatars, *, priority: Priority) -> bytes:
        await self.opened.wait()
        assert isinstance(drawing, StandingsPicture)
        return drawing.rows[0].name.encode()


class Reader:
    """A user looking at one private message; `seen` collects its pictures."""

    def __init__(self) -> None:
        self.seen: list[bytes | None] = []
        self.on_private_message = True
        self.clicked_id = 7

    async def fill(self, message: Message, *, in_place: bool, pictures: Any) -> LiveMessage:
        assert in_place
        self.seen.append(first_of(pictures))

        async def edit(**kwargs: Any) -> None:
            self.seen += [file.fp.read() for file in kwargs["attachments"]]

        digest = shown_digest(message, pictures)
        shown = first_of(pictures)
        return LiveMessage(7, edit, cast("Any", None), digest=digest, picture=shown)


def _page(name: str) -> Message:
    view = LeaderboardView(LeaderboardQuery(), 1, 1, ((1, Standing(1, name, games=1)),), None)
    return leaderboard(view, RenderContext())


@pytest.fixture
def easel(monkeypatch: pytest.MonkeyPatch) -> Easel:
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.0)
    return Easel()


def _late(easel: Easel) -> LatePictures:
    return LatePictures(Pictures(cast("Any", easel), {}, lambda _: True))


def _answer(reader: Reader) -> Answer:
    return cast("Answer", reader)


async def test_answer_does_not_wait_for_its_picture(easel: Easel) -> None:
    late = _late(easel)
    reader = Reader()
    await late.show(_answer(reader), _page("Ana"), in_place=True)
    assert reader.seen == [STILL]
    easel.opened.set()
    await asyncio.gather(*late.tasks.values())
    assert reader.seen == [STILL, b"Ana"]
    easel.opened.clear()
    await late.show(_answer(reader), _page("Bo"), in_place=True)
    assert reader.seen[2] == b"Ana"  # the old picture stays meanwhile
    easel.opened.set()
    await asyncio.gather(*late.tasks.values())
    assert reader.seen[3:] == [b"Bo"]
    assert not late.tasks


async def test_late_picture_never_replaces_a_newer_answer(easel: Easel) -> None:
    late = _late(easel)
    reader = Reader()
    await late.show(_answer(reader), _page("Ana"), in_place=True)
    await late.show(_answer(reader), _page("Bo"), in_place=True)
    easel.opened.set()
    await asyncio.gather(*late.tasks.values())
    assert reader.seen == [STILL, STILL, b"Bo"]


async def test_failed_late_picture_is_reported_unless_a_newer_answer_replaced_it(
    easel: Easel,
) -> None:
    late = _late(easel)
    reader = Reader()
    told = list[str]()
    shown = await reader.fill(_page("Ana"), in_place=True, pictures={})
    late.follow(shown, _page("Ana"), then=lambda: told.append("Ana"))
    late.follow(shown, _page("Bo"), then=lambda: told.append("Bo"))
    assert late.is_adding_to(7)
    easel.opened.set()
    await asyncio.gather(*late.tasks.values())
    assert reader.seen == [None, b"Bo"]
    assert told == ["Bo"]
    assert not late.is_adding_to(7)


async def test_message_about_to_change_gets_no_late_picture(
    easel: Easel,
) -> None:
    late = _late(easel)
    reader = Reader()
    await late.show(_answer(reader), _page("Ana"), in_place=True)
    (bringing,) = late.tasks.values()
    late.drop(7)
    easel.opened.set()
    await asyncio.gather(bringing, return_exceptions=True)
    assert reader.seen == [STILL]


async def test_quick_picture_is_sent_with_its_answer(easel: Easel) -> None:
    easel.opened.set()
    drawn = Pictures(cast("Any", easel), {}, lambda _: True)
    reader = Reader()
    await drawn.of(_page("Ana"))
    late = LatePictures(cast("Any", SimpleNamespace(render_soon=lambda m, _: _soon(drawn, m))))
    await late.show(_answer(reader), _page("Ana"), in_place=True)
    assert reader.seen == [b"Ana"]
    assert not late.tasks


async def _soon(drawn: Pictures, message: Message) -> tuple[Any, bool]:
    return await drawn.of(message), True


async def test_failed_late_picture_is_logged_and_its_waiter_is_notified(
    easel: Easel, caplog: pytest.LogCaptureFixture
) -> None:
    async def refuse(**_: object) -> None:
        raise KeyError("token")

    late = _late(easel)
    told = list[str]()
    late.follow(LiveMessage(7, refuse, cast("Any", None)), _page("Ana"), lambda: told.append("Ana"))
    easel.opened.set()
    await asyncio.gather(*late.tasks.values())
    await asyncio.sleep(0)
    assert told == ["Ana"]
    assert [record.levelname for record in caplog.records] == ["ERROR"]
