"""Shake: a player can add words, which are saved and listed in the proof of the hand."""

from __future__ import annotations

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Json, Stage, button, press, text


async def _pass_out(stage: Stage, table: str) -> None:
    for _ in range(4):
        bidder = await stage.in_turn(table)
        await press(bidder, await stage.panel(bidder), "call", "pass")
    await stage.wait_until_quiet()


async def _more(stage: Stage, person: SimulatedUser) -> Json:
    """Open More on a player's panel."""
    outcome = await press(person, await stage.panel(person), "more")
    assert outcome.message is not None
    return outcome.message


async def _type(stage: Stage, person: SimulatedUser, words: str) -> str:
    more = await _more(stage, person)
    opened = await person.click(more, button(more, "shake"))
    assert opened.modal is not None
    field = opened.modal.components[0]["component"]["custom_id"]
    assert not opened.modal.components[0]["component"].get("value")  # no words are made up
    return text((await person.submit(opened.modal, {field: words})).message)


async def test_words_typed_between_hands_are_in_the_next_proof(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, eve: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    await _pass_out(stage, table)
    assert "Your words are in the next shake." in await _type(stage, bo, "Hook 'em!")
    assert "letters or digits" in await _type(stage, bo, "?!")
    fair = await stage.forge(ana, f"42:proof:{table}:0")
    assert "With words from Bo" in text(fair.message)
    old = button(await _more(stage, bo), "shake")
    watcher = await stage.forge(eve, old)
    assert watcher.modal is None
    for person in stage.people[:4]:
        await press(person, await stage.panel(person), "ready")
    await stage.wait_until_quiet()
    late = await stage.forge(bo, old)
    assert late.modal is None
    assert "in the middle of a hand" in text(late.message)
    await _pass_out(stage, table)
    for number, said in ((1, "Nobody added words"), (2, "these seats added are in it: ")):
        proof = await stage.forge(ana, f"42:proof:{table}:0:{number}")
        assert said in text(proof.message)
