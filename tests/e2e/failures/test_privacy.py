"""A user can see, export and delete all their data."""

from __future__ import annotations

import json
import logging
from typing import Any

import aiohttp
import pytest
from sqlalchemy import select

from bot.store.schema import metadata
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.e2e.failures.privacy_page import delivered, dms, page, wait_cleaned
from tests.support.stage import Json, Stage, buttons, links, press, text
from texas42.records.shakefile import parse_shake_file, verify

HOST = "mailto:host@example.org"
PAGES = {"privacy_url": "https://example.org/privacy", "terms_url": "https://example.org/terms"}


@pytest.fixture
def people() -> tuple[str, ...]:
    return ("Anastasia", "Bo", "Cy", "Di", "Eve")


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"contact": HOST, **PAGES}


async def everything(stage: Stage) -> dict[str, str]:
    """Read all rows of every table of the database."""
    found = {}
    for each in metadata.sorted_tables:
        rows = await stage.store.real.database.read(
            lambda connection, each=each: connection.execute(select(each)).all()
        )
        found[each.name] = repr(rows)
    return found


async def copy(person: SimulatedUser, message: Json, stage: Stage) -> Json:
    """Download the user's data export."""
    outcome = await press(person, message, "privacy", "export")
    assert outcome.message is not None
    (file,) = outcome.message["attachments"]
    assert file["filename"] == "my-data.json"
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as answer:
        content: Json = json.loads(await answer.text())
    return content


async def test_unknown_user_is_told_so_and_has_nothing_to_delete(
    stage: Stage, eve: SimulatedUser
) -> None:
    said = await page(eve, stage)
    assert "I keep nothing about you" in text(said)
    assert HOST in text(said)
    assert not buttons(said, "privacy")
    assert links(said) == list(PAGES.values())
    shown = (await eve.command("help", stage.channel, topic="commands")).message
    assert links(shown) == list(PAGES.values())


async def test_deletion_removes_a_user_everywhere(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    ana, bo, cy, di = stage.people[:4]
    table = await stage.start_game(bo, cy, di)
    await stage.play_hand(table)
    committed = (await stage.tables.archive.proof(table, 1)).content
    for user in (ana, bo, cy, di):
        await stage.tables.ready(table, int(user.id))
    await stage.wait_until_quiet()
    assert (await stage.view(table)).hand_no == 2
    said = await page(ana, stage)
    assert "1 finished hand" in text(said)
    before = await everything(stage)
    told = {name for name, rows in before.items() if ana.id in rows or "Anastasia" in rows}
    kept = await copy(ana, said, stage)
    assert kept["user_id"] == ana.id
    assert set(kept["data"]) == told
    assert "Bo" not in json.dumps(kept)

    asked = (await press(ana, said, "privacy", "delete")).message
    assert await everything(stage) == before
    caplog.clear()
    with caplog.at_level(logging.DEBUG, logger="bot"):
        gone = (await press(ana, asked, "privacy", "yes")).message
        await stage.wait_until_quiet()
        await wait_cleaned(stage)
    assert "I've forgotten you" in text(gone)

    for name, rows in (await everything(stage)).items():
        assert ana.id not in rows, name
        assert "Anastasia" not in rows, name
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("bot")]
    assert ours
    assert not [line for line in ours if ana.id in line or "Anastasia" in line]
    assert ana.dm is not None
    sent = {row["message_id"] for row in kept["data"]["posted"]}
    assert sent
    assert not sent & {message["id"] for message in ana.messages(ana.dm)}
    assert "Anastasia" not in json.dumps(await stage.board(table))
    proof = (await stage.tables.archive.proof(table, 1)).content
    assert proof == committed
    assert verify(parse_shake_file(proof)) == ()
    await stage.play_hand(table)  # the others play on with a computer
    assert (await stage.store.results.hands(table, 1))[0].players.count(None) == 1
    assert "I keep nothing about you" in text(await page(ana, stage))


async def test_board_of_an_ended_table_loses_the_deleted_name(stage: Stage) -> None:
    ana, bo = stage.people[:2]
    table = await stage.start_game(bo)
    await stage.play_hand(table)
    board = await stage.board(table)
    await stage.tables.close(table, int(ana.id))
    await stage.wait_until_quiet()
    asked = (await press(ana, await page(ana, stage), "privacy", "delete")).message
    await press(ana, asked, "privacy", "yes")
    await wait_cleaned(stage)
    shown = stage.sandbox.state.message(stage.channel, board["id"])
    assert "Anastasia" not in json.dumps(shown)
    assert "Former player" in text(shown)
    assert "Bo" in text((await bo.command("profile", stage.channel)).message)


async def test_deletion_waits_for_a_working_store(stage: Stage) -> None:
    ana, bo = stage.people[:2]
    table = await stage.start_game(bo)
    asked = (await press(ana, await page(ana, stage), "privacy", "delete")).message
    before = await everything(stage)
    stage.store.failing = {"commit"}
    said = (await press(ana, asked, "privacy", "yes")).message
    assert "couldn't save" in text(said)
    stage.store.failing = set()
    assert await everything(stage) == before
    assert (await stage.view(table)).seat_of(int(ana.id)) is not None


async def test_report_is_saved_and_answered_with_the_hosts_contact(
    stage: Stage, eve: SimulatedUser
) -> None:
    said = (await eve.command("report", stage.channel, text="Somebody is rude.")).message
    assert HOST in text(said)
    assert [report.text for report in await stage.store.reports.load_reports()] == [
        "Somebody is rude."
    ]


class TestWithAHostOnDiscord:
    """CONTACT is a Discord user id."""

    @pytest.fixture
    def settings(self) -> dict[str, Any]:
        return {"contact": "1"}

    async def test_reports_reach_the_host_in_one_dm(self, stage: Stage, eve: SimulatedUser) -> None:
        host = stage.people[1]
        object.__setattr__(stage.bot.services.host, "contact", host.id)
        written = {
            "Rude.": "Rude.\n@everyone",
            "evil": "[x](https://evil.example)",
            "Third.": "Third.",
        }
        for word, words in written.items():
            said = (await eve.command("report", stage.channel, text=words)).message
            assert "will read your report" in text(said)
            await delivered(stage, lambda word=word: word in dms(host))
        said = (await eve.command("report", stage.channel, text="Fourth.")).message
        assert "three reports today" in text(said)
        assert host.dm is not None
        (message,) = host.messages(host.dm)
        for words in ("3 reports", "Eve", "> Rude. ", stage.channel, "Third."):
            assert words in text(message)
        assert "@everyone" not in text(message)
        assert "](" not in text(message)

    async def test_deleted_report_leaves_the_hosts_dm_after_discords_outage(
        self, stage: Stage, eve: SimulatedUser
    ) -> None:
        host = stage.people[1]
        object.__setattr__(stage.bot.services.host, "contact", host.id)
        await eve.command("report", stage.channel, text="Rude.")
        await delivered(stage, lambda: "Rude." in dms(host))
        fault = stage.sandbox.add_fault("DELETE /channels/*/messages/*", status=503, times=10)
        await stage.store.own_data.begin_deletion(int(eve.id), [], 0.0)
        await delivered(stage, lambda: fault.hits > 0)
        assert "Rude." in dms(host)
        stage.sandbox.faults.clear()
        await delivered(stage, lambda: not dms(host))

    async def test_report_waits_while_the_host_has_closed_dms(
        self, stage: Stage, eve: SimulatedUser
    ) -> None:
        said = (await eve.command("report", stage.channel, text="Rude.")).message
        assert "will read your report" in text(said)
        await stage.bot.services.reports.deliver()
        assert await stage.store.reports.waiting_reports() == [1]
