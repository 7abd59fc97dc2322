"""Pictures of panels and boards: late, impossible, unwanted, and each its owner's alone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.publisher.pictures import rendering as pictures
from bot.render import draw_portrait, shrink_avatar
from bot.sandbox.client.simulated_user import SimulatedUser
from bot.sandbox.state.permissions import Permission
from tests.support.screens import files_of

from .stage import Json, Stage, button, buttons, press, text

HOUR = 3600.0


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"render_workers": 1}


def _file(stage: Stage, message: Json | None) -> bytes:
    """The picture of a message."""
    assert message is not None
    (file,) = files_of(message)
    blob = stage.sandbox.state.blobs[file.id]
    assert blob.content_type == "image/webp"
    return blob.data


def _alt(message: Json | None) -> str:
    assert message is not None
    (file,) = files_of(message)
    return file.alt


def _dms(person: SimulatedUser) -> list[Json]:
    return [] if person.dm is None else person.messages(person.dm)


async def test_a_hand_is_drawn_on_its_owners_panel_and_on_nobody_elses(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.begun(bo)
    shown = [await stage.panel(person) for person in (ana, bo)]
    await stage.quiet()
    own = [_file(stage, person.message(m)) for person, m in zip((ana, bo), shown, strict=True)]
    board = _file(stage, await stage.board(table))
    assert len({*own, board}) == 3
    everybodys = stage.sandbox.state.visible(stage.channel, None, 100)
    assert not any(_file(stage, m) in own for m in everybodys if files_of(m))
    assert "Your dominoes" in _alt(ana.message(shown[0]))
    assert "dominoes" not in _alt(await stage.board(table)).lower()


async def test_who_presses_is_soon_drawn_by_the_avatar_that_discord_has(
    stage: Stage, ana: SimulatedUser
) -> None:
    face = draw_portrait("Ana")
    stage.sandbox.give_avatar(ana, face)
    known = stage.bot.services.publisher.avatars
    assert (await ana.command("profile", stage.channel)).ok
    await asyncio.gather(*known.tasks)
    assert [*known.names] == [int(ana.id)]
    assert [*known.images.values()] == [shrink_avatar(face)]


async def test_an_answer_with_a_late_picture_keeps_the_old_one_and_the_new_one_follows(
    stage: Stage, ana: SimulatedUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.begun(*stage.people[1:4])
    person = await stage.in_turn((await stage.tables.live_tables())[0].table_id)
    panel = await stage.panel(person)
    await stage.quiet()
    before = _file(stage, person.message(panel))
    monkeypatch.setattr(pictures, "PATIENCE_SECONDS", -1.0)
    outcome = await press(person, person.message(panel), "call", "pass")
    callback = next(r for r in reversed(stage.sandbox.log) if r.route.endswith("/callback"))
    assert [upload.data for upload in callback.uploads] == [before]
    await stage.quiet()
    after = person.message(outcome.message or panel)
    assert _file(stage, after) != before
    assert "is thinking" in text(after)


async def test_who_wants_words_gets_them_everywhere_until_they_want_pictures(
    stage: Stage, ana: SimulatedUser
) -> None:
    await stage.begun()
    panel = await stage.panel(ana)
    more = (await press(ana, panel, "more")).message
    shown = (await press(ana, more, "pictures", "off")).message
    await stage.quiet()
    assert "Your dominoes" in text(ana.message(shown or {}))
    assert files_of(ana.message(shown or {}) or {}) == []
    assert not any(files_of(message) for message in _dms(ana))
    assert not (await stage.bot.services.preferences.preferences(int(ana.id))).pictures
    more = (await press(ana, ana.message(shown or {}), "more")).message
    again = (await press(ana, more, "pictures", "on")).message
    await stage.quiet()
    assert _file(stage, ana.message(again or {}))


async def test_where_no_files_may_be_posted_people_read_words_and_have_no_choice(
    stage: Stage, ana: SimulatedUser
) -> None:
    stage.sandbox.deny(stage.channel, Permission.ATTACH_FILES)
    table = await stage.begun()
    panel = await stage.panel(ana)
    await stage.quiet()
    assert files_of(panel) == files_of(await stage.board(table)) == []
    assert "Your dominoes" in text(ana.message(panel))
    more = (await press(ana, panel, "more")).message
    assert buttons(more, "pictures") == []
    assert files_of(_dms(ana)[-1])  # a DM takes files


async def test_a_result_that_the_last_start_left_keeps_its_picture(
    unlit: Stage, ana: SimulatedUser
) -> None:
    stage = unlit
    async with stage.running():
        table = await stage.begun(*stage.people[1:4])
        for _ in range(4):
            person = await stage.in_turn(table)
            assert (await person.command("bid", stage.channel, call="pass")).ok
        await stage.quiet()
        result = await stage.board(table)
        shown = _file(stage, result)
    async with stage.running():
        for person in stage.people[:4]:
            assert (await stage.forge(person, f"42:ready:{table}:0")).ok
        await stage.quiet()
        old = ana.message(result)
        assert old is not None
        assert buttons(old, "ready") == []
        assert _file(stage, old) == shown
        assert _file(stage, await stage.board(table)) != shown


async def test_a_table_has_one_direct_message_which_is_sent_anew_before_it_is_an_hour_old(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.begun(*stage.people[1:4])
    (first,) = _dms(bo)
    for _ in range(4):
        person = await stage.in_turn(table)
        assert (await person.command("bid", stage.channel, call="pass")).ok
    for person in stage.people[:4]:
        await stage.forge(person, f"42:ready:{table}:0")
    await stage.quiet()
    assert (await stage.view(table)).hand_no == 2
    assert [m["id"] for m in _dms(bo)] == [first["id"]]
    assert button(await stage.panel(bo), "more")
    await stage.later(HOUR)  # computers act for people who are away
    (second,) = _dms(bo)
    assert second["id"] != first["id"]
