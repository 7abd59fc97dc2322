"""An event with too few people for its tables: what its host is told, and the smaller start."""

from __future__ import annotations

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.e2e.events.rounds import press, seating, shows
from tests.support.live_stage import LiveStage
from tests.support.patience import PATIENCE
from tests.support.screens import Json, presses, text_of


async def _refused(stage: LiveStage, host: SimulatedUser, verb: str) -> Json:
    """Start the event; return the refusal that has a button of this verb."""
    await press(host, stage.channel, "event-start")
    return await host.wait_for(
        lambda message: bool(message["flags"] & 64 and list(presses(message, verb))),
        stage.channel,
        timeout=PATIENCE,
    )


async def test_event_starts_at_as_many_tables_as_its_people_need(stage: LiveStage) -> None:
    ana, *others = stage.people[:4]
    assert (await ana.command("event open", stage.channel, options="target=1", tables=8)).ok
    await shows(ana, stage.channel, "8 tables. 15 more people need to join.")
    assert text_of(await _refused(stage, ana, "now")) == (
        "An event needs at least 4 people, and 1 has joined. "
        "Wait for more, or play at one table: press Play now, or use /table open.\nPlay now"
    )
    for person in others:
        assert (await person.command("event join", stage.channel)).ok
    refused = await _refused(stage, ana, "event-start")
    assert text_of(refused) == (
        "8 tables need at least 16 people, and 4 have joined. "
        "Start with fewer tables, or wait for more people.\nStart with 2 tables"
    )
    (smaller,) = presses(refused, "event-start")
    assert (await ana.click(refused, smaller.custom_id)).ok
    assert list(seating(text_of(await shows(ana, stage.channel, "Round 1")))) == [1, 2]
    said = await ana.wait_for(
        lambda message: message["id"] == refused["id"] and "You're in!" in text_of(message),
        stage.channel,
        timeout=PATIENCE,
    )
    assert not list(presses(said))
