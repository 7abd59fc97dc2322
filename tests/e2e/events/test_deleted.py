"""A moderator deletes threads, boards or the message of an event."""

from __future__ import annotations

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.e2e.events.rounds import (
    ROUND_OVER,
    event_screen,
    play_round,
    press,
    seating,
    shows,
    threads,
    winners,
    words,
)
from tests.support.live_stage import LiveStage
from tests.support.patience import PATIENCE
from tests.support.screens import is_board, text_of

GONE = {10003, 10008}  # Discord's answer when the bot uses something deleted


async def _start_event(stage: LiveStage) -> tuple[dict[str, SimulatedUser], str, int]:
    """Four people at an event of two tables; the screen of its first round, and Ana's table."""
    people = {person.name: person for person in stage.people[:4]}
    ana, *others = people.values()
    assert (await ana.command("event open", stage.channel, options="target=1")).ok
    for person in others:
        assert (await person.command("event join", stage.channel)).ok
    await press(ana, stage.channel, "event-start")
    screen = text_of(await shows(ana, stage.channel, "Round 1"))
    number = next(n for n, pairs in seating(screen).items() if any("Ana" in p for p in pairs))
    await play_round({"Ana": ana}, screen, stop_after=1)
    return people, screen, number


async def _wait_new_thread(stage: LiveStage, ana: SimulatedUser, number: int, old: str) -> str:
    """Wait until a table plays in a thread other than `old`; return the thread."""
    await ana.wait_for(
        lambda _: threads(words(ana, stage.channel)).get(number) not in (None, old),
        stage.channel,
        timeout=PATIENCE,
    )
    new = threads(words(ana, stage.channel))[number]
    await ana.wait_for(is_board, new, timeout=PATIENCE)
    return new


async def _finish_round(stage: LiveStage, people: dict[str, SimulatedUser]) -> str:
    """Play the round to its end; return the text of the event's message."""
    ana = people["Ana"]
    if ROUND_OVER not in words(ana, stage.channel):
        await play_round(people, words(ana, stage.channel))
    return text_of(await shows(ana, stage.channel, ROUND_OVER))


async def test_table_moves_if_its_thread_is_deleted(stage: LiveStage) -> None:
    people, screen, number = await _start_event(stage)
    ana = people["Ana"]
    bo = people["Bo"]
    old = threads(screen)[number]
    stage.refusals_expected |= GONE
    stage.sandbox.delete_channel(old)
    new = await _wait_new_thread(stage, ana, number, old)
    status = (await bo.command("event status", stage.channel)).message
    assert status is not None
    assert "Round 1" in text_of(status)
    assert f"**Table {number}** <#{new}>" in text_of(status)
    over = await _finish_round(stage, people)
    assert set(winners(over)) == {1, 2}
    await press(ana, stage.channel, "event-next")
    second = text_of(await shows(ana, stage.channel, "Round 2"))
    assert threads(second)[number] == new


async def test_thread_deleted_during_downtime_is_noticed_at_the_start(
    stage: LiveStage,
) -> None:
    people, screen, number = await _start_event(stage)
    ana = people["Ana"]
    old = threads(screen)[number]
    await stage.program.kill()
    stage.refusals_expected |= GONE
    stage.sandbox.delete_channel(old)
    await stage.program.start()
    await _wait_new_thread(stage, ana, number, old)
    over = await _finish_round(stage, people)
    assert set(winners(over)) == {1, 2}


async def test_deleted_boards_and_event_messages_are_reposted(stage: LiveStage) -> None:
    people, screen, number = await _start_event(stage)
    ana = people["Ana"]
    place = threads(screen)[number]
    board = next(m for m in reversed(ana.messages(place)) if is_board(m))
    shown = event_screen(ana, stage.channel)
    assert shown is not None
    stage.refusals_expected |= GONE
    for message in (board, shown):
        stage.sandbox.delete_message(message)
    await ana.wait_for(lambda m: is_board(m) and m["id"] != board["id"], place, timeout=PATIENCE)
    await ana.wait_for(
        lambda m: "Round 1" in text_of(m) and m["id"] != shown["id"],
        stage.channel,
        timeout=PATIENCE,
    )
    over = await _finish_round(stage, people)
    assert set(winners(over)) == {1, 2}


async def test_table_without_a_thread_is_paused_and_can_be_moved(
    stage: LiveStage,
) -> None:
    people, screen, number = await _start_event(stage)
    ana = people["Ana"]
    stage.refusals_expected |= GONE
    stage.sandbox.add_fault("POST /channels/*/threads", status=403, code=50013)
    stage.sandbox.delete_channel(threads(screen)[number])
    await shows(ana, stage.channel, "Paused: its thread is gone.")
    general = stage.sandbox.channels["general"]
    assert (await ana.command("table move", general)).ok
    await shows(ana, stage.channel, f"**Table {number}** <#{general}>")
    assert set(winners(await _finish_round(stage, people))) == {1, 2}
