"""Four people who sit down by code, and play in their DMs alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.live_stage import run_live_stage
from tests.support.matrix import mostly_long
from tests.support.play import Player, play_acts, play_game
from tests.support.screens import can, is_game_over, presses, text_of

RATE = 10.0
CODE = re.compile(r" ([FHKLMRTWXY]{5})\*\*")
SHORT = "target=1"
MATCH = "target=7"


async def _sit_down(people: list[SimulatedUser], options: str) -> list[Player]:
    """Open a table in the first person's DM, seat the others by code, and start."""
    players = [Player(person, person.open_dm(), at="dm") for person in people]
    host, *friends = players
    assert (await host.person.command("table open", host.channel, options=options)).ok
    lobby = await host.wait(lambda m: can(m, "start"), host.channel)
    code = CODE.search(text_of(lobby))
    assert code is not None
    for friend in friends:
        assert (await friend.person.command("join", friend.channel, code=code[1])).ok
        await friend.wait(lambda m: can(m, "start"), friend.channel)
    full = await host.wait(lambda m: "Everyone is here." in text_of(m), host.channel)
    assert (await host.click(next(presses(full, "start")))).ok
    return players


async def _rematch(players: list[Player]) -> None:
    for player in players:
        assert (await player.press("rematch")).ok
    for player in players:
        await player.until(lambda each=player: not each._is_over())


@pytest.mark.parametrize(("matches", "hands"), mostly_long([(0, 1), (2, 200)], (0, 1)))
async def test_four_people_who_sit_down_by_code_play_in_their_dms(
    tmp_path: Path, matches: int, hands: int
) -> None:
    """The stage checks that Discord refused nothing; each act checks that it was answered."""
    async with run_live_stage(tmp_path, rate=RATE) as stage:
        players = await _sit_down(stage.people, MATCH if matches else SHORT)
        await play_acts(players, 3)
        await stage.crash()
        played = 0
        games = 0
        while True:
            for player in players:
                player.readied.clear()
            await play_game(players)
            games += 1
            played += 1 + len(players[0].readied)
            if games >= matches and played >= hands:
                break
            await _rematch(players)
        for player in players:
            (shown,) = [m for m in player.person.messages(player.channel) if can(m, "rematch")]
            assert is_game_over(shown)
