"""Buttons that are old, pressed twice, of another version, or nonsense."""

from __future__ import annotations

import asyncio
import itertools

import pytest
from discord import app_commands

from bot.tables.model import Status
from cogs import results
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.e2e.failures.odd_ids import ODD
from tests.support.stage import Stage, button, buttons, press, text
from texas42.engine import format_action

STALE = "That button was from an earlier turn. Here's your hand now."
UNKNOWN = "That button is from an older version."


async def test_double_tap_acts_once_and_shows_the_current_hand(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    panel = await stage.panel(first)
    call = button(panel, "call", "pass")
    outcomes = await asyncio.gather(first.click(panel, call), first.click(panel, call))
    assert all(outcome.ok for outcome in outcomes)
    view = await stage.view(table)
    assert view.seq == 2
    assert sum(STALE in text(outcome.message) for outcome in outcomes) == 1


async def test_player_who_presses_start_sees_their_hand_even_if_answered_late(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.lobby(*stage.people[1:4])
    stage.sandbox.add_fault("POST /interactions/*/*/callback", delay=0.5)
    await press(ana, await stage.board(table), "start")
    await stage.wait_until_quiet()
    mine = [
        words
        for words in stage.ephemeral_texts(ana)
        if "Your dominoes" in words or "Your bid" in words
    ]
    assert len(mine) == 1


async def test_hand_comes_at_the_table_if_the_game_starts_right_after_sitting_down(
    stage: Stage, ana: SimulatedUser, di: SimulatedUser
) -> None:
    table = await stage.lobby(*stage.people[1:3])
    reads = itertools.count()

    def only_the_first_is_slow(_user_id: int) -> bool:
        if next(reads):
            stage.store.delays.clear()
        return False

    stage.store.delays["preferences"] = 0.5
    stage.store.failing_if["preferences"] = only_the_first_is_slow
    assert (await stage.forge(di, f"42:sit:{table}:3")).ok
    assert (await ana.command("table start", stage.channel)).ok
    await stage.wait_until_quiet()
    assert any("Your dominoes" in words for words in stage.ephemeral_texts(di))


async def test_old_button_changes_nothing_and_refreshes_the_panel(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    old = button(await stage.panel(first), "call")
    await press(first, await stage.panel(first), "call", "pass")
    outcome = await stage.forge(first, old)
    assert outcome.ok
    assert STALE in stage.ephemeral_texts(first)[-1]
    assert (await stage.view(table)).seq == 2


async def test_button_of_the_last_hand_changes_nothing_in_the_next(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    olds = {}
    for _ in range(4):  # everyone passes, so the next player shakes
        bidder = await stage.in_turn(table)
        olds[bidder] = button(await stage.panel(bidder), "call", "pass")
        await press(bidder, await stage.panel(bidder), "call", "pass")
    for person in stage.people[:4]:
        await press(person, await stage.panel(person), "ready")
    await stage.wait_until_quiet()
    before = await stage.view(table)
    assert before.hand_no == 2
    for person, old in olds.items():
        assert STALE in text(await _newest(stage, person, old))
    assert (await stage.view(table)).seq == before.seq


async def _newest(stage: Stage, person: SimulatedUser, custom_id: str) -> dict[str, object]:
    assert (await stage.forge(person, custom_id)).ok
    return [m for m in person.messages(stage.channel) if m["flags"] & 64][-1]


async def test_malformed_ids_are_answered_and_change_nothing(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    before = await stage.view(table)
    for custom_id in ODD:
        for person in (ana, eve):
            outcome = await stage.forge(person, custom_id.format(table=table))
            assert outcome.ok, custom_id
            assert "broke" not in "".join(stage.ephemeral_texts(person)), custom_id
    assert stage.bot.router.failed == 0
    after = await stage.view(table)
    assert (after.seq, after.seats, after.status) == (before.seq, before.seats, before.status)


async def test_unknown_id_is_answered_with_an_alternative(stage: Stage, ana: SimulatedUser) -> None:
    await stage.forge(ana, "42:frobnicate:abc:1")
    assert stage.ephemeral_texts(ana) == [f"{UNKNOWN} Use /hand or /table show."]


async def test_ids_of_other_applications_are_ignored(stage: Stage, ana: SimulatedUser) -> None:
    component = {"type": 2, "style": 2, "label": "x", "custom_id": "poker:fold"}
    message = stage.sandbox.message_writer.create(
        stage.sandbox.state.channel(stage.channel),
        stage.sandbox.state.bot_id,
        {"content": "x", "components": [{"type": 1, "components": [component]}]},
        (),
    )
    click = asyncio.create_task(ana.click(message, "poker:fold"))
    await asyncio.sleep(0)
    stage.sandbox.clock.work.move(3.1)
    assert not (await click).ok
    assert stage.ephemeral_texts(ana) == []


async def test_select_without_a_choice_changes_nothing(stage: Stage, ana: SimulatedUser) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    for verb in ("call", "contract", "play", "remove", "exchange", "bids"):
        outcome = await stage.forge(first, f"42:{verb}:{table}:1", values=[])
        assert outcome.ok, verb
        assert "broke" not in "".join(stage.ephemeral_texts(first)), verb
    assert (await stage.view(table)).seq == 1
    assert stage.bot.router.failed == 0


async def test_chosen_option_is_the_argument(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    assert (await stage.forge(first, f"42:call:{table}:1", values=["pass"])).ok
    assert (await stage.view(table)).seq == 2


async def test_button_of_one_table_never_acts_at_another(stage: Stage, ana: SimulatedUser) -> None:
    table = await stage.start_game(*stage.people[1:4])
    eve = stage.people[4]
    general = stage.sandbox.channels["general"]
    assert (await eve.command("table open", general)).ok
    assert (await eve.command("table start", general)).ok
    await stage.wait_until_quiet()
    other = (await stage.tables.live_tables(channel_id=int(general)))[0].table_id
    first = await stage.in_turn(table)
    own = button(await stage.panel(first), "call", "pass").split(":")
    before = await stage.view(other)
    outcome = await stage.forge(first, ":".join([*own[:2], other, str(before.seq), own[4]]))
    assert outcome.ok
    assert "You're watching Table 2" in stage.ephemeral_texts(first)[-1]
    assert (await stage.view(other)).seq == before.seq
    assert (await stage.view(table)).seq == 1


async def test_spectators_panel_has_nothing_to_play(stage: Stage, eve: SimulatedUser) -> None:
    await stage.start_game(*stage.people[1:4])
    panel = await stage.panel(eve)
    assert "You're watching Table 1" in text(panel)
    for verb in ("call", "contract", "play"):
        assert buttons(panel, verb) == []


async def test_refusal_of_an_outdated_command_calls_it_a_command(
    stage: Stage, ana: SimulatedUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord still offers a command that is gone, a form without an option, and a choice."""
    stage.bot.tree.remove_command("last")
    replay = stage.bot.tree.get_command("replay")
    assert isinstance(replay, app_commands.Command)
    monkeypatch.setattr(replay._params["hand"], "required", True)
    monkeypatch.setattr(results, "ORDERS", {})
    outcomes = [
        await ana.command("last", stage.channel),
        await ana.command("replay", stage.channel),
        await ana.command("leaderboard", stage.channel, by="wins"),
    ]
    for outcome in outcomes:
        assert "That command has changed" in text(outcome.message)
        assert "button" not in text(outcome.message)
    assert stage.bot.router.failed == 0


async def test_proof_button_of_an_older_hand_shows_that_hand(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    for _ in range(2):
        await _hand(stage, table)
        for person in stage.people[:4]:
            await stage.tables.ready(table, int(person.id))
    for number in (1, 2):
        outcome = await stage.forge(ana, f"42:proof:{table}:0:{number}")
        assert outcome.message is not None
        assert outcome.message["attachments"][0]["filename"] == f"fair-deal-{number}.json"


async def _hand(stage: Stage, table: str) -> None:
    """Play everyone's last possible act, to the end of the hand."""
    while (view := await stage.view(table)).status is Status.PLAYING:
        assert view.view is not None
        acting = next(p for p in stage.people if p.id == str(view.seats[view.view.to_act].user_id))
        panel = await stage.tables.panel(table, int(acting.id))
        assert panel.view is not None
        text_of_act = format_action(panel.view.legal[-1], view.rules)
        await stage.tables.act(table, int(acting.id), text_of_act, phase=view.view.phase)
