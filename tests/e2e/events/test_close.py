"""Closing an event during its games: one question, replaced by its answer."""

from __future__ import annotations

from tests.e2e.events.rounds import press, shows
from tests.support.live_stage import LiveStage
from tests.support.patience import PATIENCE
from tests.support.screens import presses, text_of


async def test_close_confirmation_is_replaced_by_its_answer(stage: LiveStage) -> None:
    ana, *others = stage.people[:4]
    assert (await ana.command("event open", stage.channel, options="target=1")).ok
    for person in others:
        assert (await person.command("event join", stage.channel)).ok
    await press(ana, stage.channel, "event-start")
    await shows(ana, stage.channel, "Round 1")
    question = (await ana.command("event close", stage.channel)).message
    assert question is not None
    assert text_of(question).startswith("Close the event?")
    (yes,) = presses(question)
    assert (await ana.click(question, yes.custom_id)).ok
    told = await ana.wait_for(
        lambda message: message["id"] == question["id"] and "is over." in text_of(message),
        stage.channel,
        timeout=PATIENCE,
    )
    assert not list(presses(told))
