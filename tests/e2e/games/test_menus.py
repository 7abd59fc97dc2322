"""Every game and preset in the menus of /table open: a hand, its record, the referee."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path

import pytest

from bot.__main__ import main
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.guests import passing
from tests.support.live_stage import LiveStage
from tests.support.matrix import mostly_long
from tests.support.play import Player
from tests.support.screens import is_hand_over, presses, text_of
from texas42.library import games, presets

SCORES = ("Marks:", "Score:")


GAMES = [spec.id for spec in games()]


@pytest.mark.parametrize("game", mostly_long(GAMES, "80"))
async def test_every_menu_choice_can_be_played_and_judged(
    stage: LiveStage, tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    ana = stage.people[0]
    channel = stage.channel
    players = cycle(stage.people)
    offered = [one["value"] for one in await ana.autocomplete("table open", channel, "game", "")]
    assert offered == GAMES
    menu = await ana.autocomplete("table open", channel, "preset", "", game=game)
    named = [one["value"] for one in menu]
    assert named == [preset.name for preset in presets(game)]
    for preset in named:
        player = next(players)  # lift the rate limit on opening tables
        text, board = await _one_hand(stage, player, game, preset)
        file = _kept(tmp_path / f"{game}-{preset}.json", text)
        assert main(["referee", file, "--json"]) == 0
        (hand, *more) = json.loads(capsys.readouterr().out)["hands"]
        assert not more
        shown = next(line for line in board.split("\n") if line.startswith(SCORES))
        for total in hand["total"]:
            assert f" {total} ".replace("-", "−") in shown, shown


def _kept(file: Path, text: bytes) -> str:
    file.write_bytes(text)
    return str(file)


async def _one_hand(
    stage: LiveStage, person: SimulatedUser, game: str, preset: str
) -> tuple[bytes, str]:
    """Play a hand with computers; return its record and the text of the last board."""
    channel = stage.sandbox.add_channel(f"{game}-{preset}")
    assert (await person.command("table open", channel, game=game, preset=preset)).ok
    player = Player(person, channel, at="table", choose=passing)
    assert (await person.command("table start", channel, computers="rules")).ok
    assert (await player.my_hand()).ok
    await player.play_hand(since=0)  # the hand may be over by now if Ana sits out
    board = await player.wait(is_hand_over, channel)
    more = (
        await player.click(next(press for press in presses(board, "more") if press.arg))
    ).message
    assert more is not None
    outcome = await player.click(next(presses(more, "record")))
    assert outcome.message is not None
    (attachment,) = outcome.message["attachments"]
    record = stage.sandbox.state.blobs[attachment["id"]].data
    asked = (await person.command("table close", channel)).message
    assert asked is not None
    assert (await person.click(asked, next(presses(asked, "close")).custom_id)).ok
    return record, text_of(board)
