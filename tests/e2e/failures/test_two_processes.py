"""Two processes on one database: what both count, and a table that the other one keeps."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.values.pings import MOST_PINGS
from bot.values.seat_alerts import ALERT_SECONDS
from bot.values.table_codes import MOST_WRONG
from cogs.invitations import INVITE_TO_MY_TABLE
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Json, Stage, button, press, text
from texas42.engine import Phase

pytestmark = pytest.mark.postgres


def direct(person: SimulatedUser, table: str) -> Json:
    """Return the one message of a table in a person's DM."""
    (found,) = [each for each in person.messages(person.open_dm()) if f":{table}:" in str(each)]
    return found


async def until_turn_of(stage: Stage, table: str, person: SimulatedUser, phase: Phase) -> None:
    """Play on by rule until a person is in turn in this phase of a hand."""
    while True:
        view = await stage.view(table)
        assert view.view is not None
        assert view.view.to_act is not None
        user_id = view.seats[view.view.to_act].user_id
        if user_id is None:
            await stage.later(2.0)
        elif user_id == int(person.id) and view.view.phase is phase:
            return
        else:
            await stage.act_by_rule(table, user_id)
            await stage.wait_until_quiet()


async def test_somebody_in_a_channel_plays_at_a_dm_table_that_the_other_process_keeps(
    unlit: Stage, on_postgres: dict[str, Any], tmp_path: Path
) -> None:
    ana, bo = unlit.people[:2]
    server, dms = unlit.two_processes(tmp_path, on_postgres)
    async with server.running(), dms.running():
        table, code = await dms.open_by_dm(ana)
        joined = await bo.command("join", server.channel, code=code)
        assert "Side 2: Bo and open seat" in text(joined.message)
        await dms.until(table, lambda view: view.seat_of(int(bo.id)) is not None)
        assert "Side 2: Bo and open seat" in text(direct(ana, table))
        await press(ana, direct(ana, table), "start")
        await dms.wait_until_quiet()

        await until_turn_of(dms, table, bo, Phase.CALL)
        panel = await server.panel(bo)
        await press(bo, direct(bo, table), "call", "pass")
        late = await bo.click(panel, button(panel, "call", "30"))
        assert "That button was from an earlier turn. Here's your hand now." in text(late.message)

        await until_turn_of(dms, table, bo, Phase.PLAY)
        seq = (await dms.view(table)).seq
        played = await press(bo, await server.panel(bo), "play")
        (tile,) = re.findall(r"You (\d-\d)", text(played.message).partition("**Your dominoes")[0])
        await dms.until(table, lambda view: view.seq > seq)
        assert f"You {tile}" in text(direct(bo, table))
        assert f"Bo {tile}" in text(direct(ana, table))


class TwoServers:
    """Ana's tables in two servers, each served by another process, and whom they concern."""

    def __init__(self, stage: Stage) -> None:
        self.ana, self.bo, self.cy, self.di, self.eve = stage.people
        stage.sandbox.clock.date.move(1.0)  # another shard
        abroad = stage.sandbox.add_guild("Oklahoma", stage.people, ["dominoes"])
        self.at_home = stage.channel
        self.abroad = stage.sandbox.state.guilds[abroad].channels[0]

    async def ask_to_be_told(self, channel: str) -> None:
        """Have Eve ask to be told when a table in a channel needs one more."""
        listed = await self.eve.command("table status", channel)
        page = await press(self.eve, listed.message, "alert")
        await press(self.eve, page.message, "alert", "always")

    def times_told(self) -> int:
        letters = self.eve.messages(self.eve.open_dm())
        return sum("needs one more" in text(each) for each in letters)

    async def pings(self, stage: Stage, channel: str) -> bool:
        """Have Ana invite Bo to the table in a channel; return True if that is a ping."""
        invited = await self.ana.context(INVITE_TO_MY_TABLE, channel, self.bo)
        assert "I've invited Bo" in text(invited.message)
        await stage.wait_until_quiet()
        seen = [each for each in self.bo.messages(channel) if "invites you" in each["content"]]
        return bool(seen[-1]["mentions"])

    async def fill_and_close(self, stage: Stage, channel: str) -> None:
        """Have Ana's table need one more, and end."""
        for person in (self.bo, self.cy):
            assert (await person.command("table join", channel)).ok
        await stage.wait_until_quiet()
        assert (await self.ana.command("table close", channel)).ok

    async def try_code(self, channel: str) -> str:
        """Have Di type a wrong code; return the answer."""
        return text((await self.di.command("join", channel, code="FFFFF")).message)


async def test_limits_by_person_count_what_both_processes_did_also_before_a_restart(
    unlit: Stage, on_postgres: dict[str, Any], tmp_path: Path
) -> None:
    """At most three pings by one person, ten wrong codes, and one DM of open seats, an hour."""
    servers = TwoServers(unlit)
    at_home = servers.at_home
    abroad = servers.abroad
    dm = servers.di.open_dm()
    server, dms = unlit.two_processes(tmp_path, on_postgres)
    async with dms.running():
        async with server.running():
            for channel in (at_home, abroad):
                await servers.ask_to_be_told(channel)
            for number in range(MOST_WRONG):
                said = await servers.try_code((at_home, dm)[number % 2])
                assert "No open table has that code." in said
            assert "That's a lot of wrong codes." in await servers.try_code(dm)
            await server.lobby()
            for _ in range(MOST_PINGS - 1):
                assert await servers.pings(server, at_home)
            await servers.fill_and_close(server, at_home)
            assert servers.times_told() == 1
            await dms.lobby(channel=abroad)
            assert await servers.pings(dms, abroad)
            assert not await servers.pings(dms, abroad)
            await servers.fill_and_close(dms, abroad)
            assert servers.times_told() == 1
        async with server.running():
            assert "That's a lot of wrong codes." in await servers.try_code(at_home)
            await server.lobby()
            assert not await servers.pings(server, at_home)
            await servers.fill_and_close(server, at_home)
            assert servers.times_told() == 1
            await dms.later(ALERT_SECONDS)
            assert "No open table has that code." in await servers.try_code(dm)
            await dms.lobby(channel=abroad)
            assert await servers.pings(dms, abroad)
            await servers.fill_and_close(dms, abroad)
            assert servers.times_told() == 2
