"""Pictures of panels and boards: late, unavailable, turned off, and each only for its owner."""

from __future__ import annotations

import asyncio

import pytest

from bot.publisher.pictures import rendering as pictures
from bot.render import render_portrait, shrink_avatar
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.permissions import Permission
from tests.support.screens import files_of
from tests.support.stage import Json, Stage, button, buttons, press, text

HOUR = 3600.0
drawn = pytest.mark.parametrize("settings", [{"render_workers": 1}], ids=["drawn"])
placeholders = pytest.mark.usefixtures("draftsman")


def _file(stage: Stage, message: Json | None) -> bytes:
    """Return the picture of a message."""
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


@drawn
async def test_hand_is_drawn_only_on_its_owners_panel(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_game(bo)
    shown = [await stage.panel(person) for person in (ana, bo)]
    await stage.wait_until_quiet()
    own = [_file(stage, person.message(m)) for person, m in zip((ana, bo), shown, strict=True)]
    board = _file(stage, await stage.board(table))
    assert len({*own, board}) == 3
    everybodys = stage.sandbox.state.visible(stage.channel, None, 100)
    assert not any(_file(stage, m) in own for m in everybodys if files_of(m))
    assert "Your dominoes" in _alt(ana.message(shown[0]))
    assert "dominoes" not in _alt(await stage.board(table)).lower()


@drawn
async def test_user_who_interacts_is_drawn_with_their_discord_avatar(
    stage: Stage, ana: SimulatedUser
) -> None:
    face = render_portrait("Ana")
    stage.sandbox.give_avatar(ana, face)
    known = stage.bot.services.publisher.avatars
    assert (await ana.command("profile", stage.channel)).ok
    await asyncio.gather(*known.tasks)
    assert [*known.names] == [int(ana.id)]
    assert [*known.images.values()] == [shrink_avatar(face)]


@drawn
async def test_answer_keeps_the_old_picture_until_a_late_one_follows(
    stage: Stage, ana: SimulatedUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.start_game(*stage.people[1:4])
    person = await stage.in_turn((await stage.tables.live_tables())[0].table_id)
    panel = await stage.panel(person)
    await stage.wait_until_quiet()
    before = _file(stage, person.message(panel))
    monkeypatch.setattr(pictures, "PATIENCE_SECONDS", -1.0)
    outcome = await press(person, person.message(panel), "call", "pass")
    callback = next(r for r in reversed(stage.sandbox.log) if r.route.endswith("/callback"))
    assert [upload.data for upload in callback.uploads] == [before]
    await stage.wait_until_quiet()
    after = person.message(outcome.message or panel)
    assert _file(stage, after) != before
    assert "is thinking" in text(after)


@placeholders
async def test_user_who_turns_pictures_off_gets_text_until_they_turn_them_on(
    stage: Stage, ana: SimulatedUser
) -> None:
    await stage.start_game()
    panel = await stage.panel(ana)
    more = (await press(ana, panel, "more")).message
    shown = (await press(ana, more, "pictures", "off")).message
    await stage.wait_until_quiet()
    assert "Your dominoes" in text(ana.message(shown or {}))
    assert files_of(ana.message(shown or {}) or {}) == []
    assert not any(files_of(message) for message in _dms(ana))
    assert not (await stage.bot.services.preferences.preferences(int(ana.id))).pictures
    more = (await press(ana, ana.message(shown or {}), "more")).message
    again = (await press(ana, more, "pictures", "on")).message
    await stage.wait_until_quiet()
    assert _file(stage, ana.message(again or {}))


@placeholders
async def test_channel_without_attach_files_uses_text_and_hides_the_setting(
    stage: Stage, ana: SimulatedUser
) -> None:
    stage.sandbox.deny(stage.channel, Permission.ATTACH_FILES)
    table = await stage.start_game()
    panel = await stage.panel(ana)
    await stage.wait_until_quiet()
    assert files_of(panel) == files_of(await stage.board(table)) == []
    assert "Your dominoes" in text(ana.message(panel))
    more = (await press(ana, panel, "more")).message
    assert buttons(more, "pictures") == []
    assert files_of(_dms(ana)[-1])  # a DM takes files


@placeholders
async def test_result_from_before_a_restart_keeps_its_picture(
    unlit: Stage, ana: SimulatedUser
) -> None:
    stage = unlit
    async with stage.running():
        table = await stage.start_game(*stage.people[1:4])
        await stage.pass_hand(table)
        await stage.wait_until_quiet()
        result = await stage.board(table)
        shown = _file(stage, result)
    async with stage.running():
        for person in stage.people[:4]:
            assert (await stage.forge(person, f"42:ready:{table}:0")).ok
        await stage.wait_until_quiet()
        old = ana.message(result)
        assert old is not None
        assert buttons(old, "ready") == []
        assert _file(stage, old) == shown
        assert _file(stage, await stage.board(table)) != shown


@placeholders
async def test_table_has_one_dm_that_is_resent_within_an_hour(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    (first,) = _dms(bo)
    await stage.pass_hand(table)
    for person in stage.people[:4]:
        await stage.forge(person, f"42:ready:{table}:0")
    await stage.wait_until_quiet()
    assert (await stage.view(table)).hand_no == 2
    assert [m["id"] for m in _dms(bo)] == [first["id"]]
    assert button(await stage.panel(bo), "more")
    await stage.later(HOUR)  # computers act for people who are away
    (second,) = _dms(bo)
    assert second["id"] != first["id"]
