"""A person keeps another one away from their tables, also after a restart."""

from __future__ import annotations

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Stage, buttons, press, text

NO_SEAT = "You can't sit here without an invitation."


async def block(stage: Stage, person: SimulatedUser, other: SimulatedUser) -> str:
    outcome = await person.command("block", stage.channel, person=other.id)
    assert outcome.ok
    return text(outcome.message)


async def test_blocked_person_is_refused_as_a_stranger_also_after_a_restart(unlit: Stage) -> None:
    stage = unlit
    async with stage.running():
        ana, bo, cy = stage.people[:3]
        table = await stage.lobby()
        assert f"You've blocked {bo.name}" in await block(stage, ana, bo)
        board = await stage.board(table)
    async with stage.running():
        assert text((await bo.command("table join", stage.channel)).message) == NO_SEAT
        pressed = await bo.click(board, buttons(board, "sit")[0]["custom_id"])
        assert text(pressed.message) == NO_SEAT
        assert not buttons(pressed.message, "sit")
        assert (await cy.command("table join", stage.channel)).ok
        listed = (await ana.command("block", stage.channel)).message
        (people,) = buttons(listed, "unblock")
        assert [each["label"] for each in people["options"]] != []
        done = await ana.click(listed, people["custom_id"], [bo.id])
        assert "They can sit at your tables again." in text(done.message)
        assert (await bo.command("table join", stage.channel)).ok
        assert (await stage.view(table)).seat_of(int(bo.id)) is not None


async def test_blocker_is_asked_before_they_meet_and_told_on_their_panel(stage: Stage) -> None:
    ana, bo, cy, di = stage.people[:4]
    await block(stage, ana, cy)
    assert (await di.command("table open", stage.channel)).ok
    assert (await cy.command("table join", stage.channel)).ok
    asked = (await ana.command("table join", stage.channel)).message
    assert text(asked) == f"You've blocked {cy.name}, who sits at this table."
    await press(ana, asked, "sit")
    assert (await bo.command("table join", stage.channel)).ok
    (table,) = await stage.tables.live_tables(channel_id=int(stage.channel))
    assert table.seat_of(int(ana.id)) is not None
    assert (await di.command("table start", stage.channel)).ok
    await stage.wait_until_quiet()
    assert f"You've blocked {cy.name}, who sits here." in text(await stage.panel(ana))
    assert "blocked" not in text(await stage.panel(cy))
    assert "blocked" not in text(await stage.panel(bo))


async def test_blocked_person_sees_a_profile_without_results(stage: Stage) -> None:
    ana, bo, cy = stage.people[:3]
    nothing = text((await cy.command("profile", stage.channel, player=ana.id)).message)
    table = await stage.start_game(cy)
    await stage.play_hand(table)
    seen = (await bo.command("profile", stage.channel, player=ana.id)).message
    assert "No games yet." not in text(seen)
    await block(stage, ana, bo)
    hidden = (await bo.command("profile", stage.channel, player=ana.id)).message
    assert text(hidden) == nothing
    turned = await stage.forge(bo, f"42:profile:-:0:1/{ana.id}")
    assert "No games yet." in text(turned.message)
    other = (await cy.command("profile", stage.channel, player=ana.id)).message
    assert "No games yet." not in text(other)


async def test_nobody_blocks_themselves_or_the_bot(stage: Stage, ana: SimulatedUser) -> None:
    for other in (ana.id, stage.sandbox.state.bot_id):
        outcome = await ana.command("block", stage.channel, person=other)
        assert "Pick another person" in text(outcome.message)
    listed = await ana.command("block", stage.channel)
    assert "Nobody. /block keeps somebody away" in text(listed.message)
