"""Two people with the same display name, and one with an invisible name, at one table."""

from __future__ import annotations

import json

import pytest

from tests.support.stage import Stage, buttons, press, text


@pytest.fixture
def people() -> tuple[str, ...]:
    return ("Alex", "Alex", "\u3164", "Pearl", "Eve")


async def test_every_message_of_a_game_distinguishes_the_players(stage: Stage) -> None:
    stage.sandbox.state.users[stage.people[2].id]["username"] = "blank_one"
    table = await stage.lobby(*stage.people[1:3])
    assert r"Side 2: Alex \#2 and open seat" in text(await stage.board(table))
    assert r"Side 1: Alex \#1 (host) and blank\_one" in text(await stage.board(table))
    assert (await stage.people[0].command("table start", stage.channel)).ok
    await stage.wait_until_quiet()
    said = []
    for call in ("31", "32", "pass"):
        person = await stage.in_turn(table)
        said += [text(await stage.panel(person)), text(await stage.board(table))]
        assert (await person.command("bid", stage.channel, call=call)).ok
    for _ in range(8):
        await stage.wait_until_quiet()
        view = (await stage.view(table)).view
        if view is None or view.to_act is None:  # the computer's bid can end the hand early
            break
        person = await stage.in_turn(table)
        panel = await stage.panel(person)
        said += [text(panel), text(await stage.board(table))]
        verb = next(v for v in ("contract", "play") if buttons(panel, v))
        await press(person, panel, verb)
    everything = "\n".join(said)
    assert everything.count("Alex") > 10
    told = everything.count(r"Alex \#1") + everything.count(r"Alex \#2")
    told += everything.count("Alex #1") + everything.count("Alex #2")
    assert everything.count("Alex") == told
    shown = await stage.people[4].command("table record", stage.channel)
    assert shown.message is not None
    (file,) = shown.message["attachments"]
    names = json.loads(stage.sandbox.state.blobs[file["id"]].data)["players"]
    assert names == ["Alex #1", "Alex #2", "blank_one", "Pearl"]
