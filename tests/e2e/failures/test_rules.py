"""Illegal acts: explained in words, and nothing changes."""

from __future__ import annotations

import pytest

from bot.tables.model import Place
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Stage, button, buttons, press, text


async def _bidding(stage: Stage) -> tuple[str, SimulatedUser]:
    """Seat four people at a table; the first one bids 31."""
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    assert (await first.command("bid", stage.channel, call="31")).ok
    return table, await stage.in_turn(table)


async def _playing(stage: Stage) -> tuple[str, SimulatedUser]:
    """Seat one person with computers, in the first trick or later, at their turn to play."""
    table = await stage.start_game()
    ana = stage.people[0]
    while True:
        await stage.in_turn(table)
        panel = await stage.panel(ana)
        if buttons(panel, "play"):
            return table, ana
        verb = "call" if buttons(panel, "call") else "contract"
        await press(ana, panel, verb)


async def _following(stage: Stage) -> tuple[str, SimulatedUser, str]:
    """Seat one person at their turn to play, and find a domino that they may not play."""
    table, ana = await _playing(stage)
    while True:
        panel = await stage.panel(ana)
        for found in buttons(panel, "play"):
            if found.get("disabled"):
                return table, ana, str(found["custom_id"])
        verb = next(v for v in ("play", "ready", "call", "contract") if buttons(panel, v))
        await press(ana, panel, verb)
        await stage.wait_until_quiet()


async def test_refusal_of_an_illegal_domino_names_the_led_suit(stage: Stage) -> None:
    table, ana, custom_id = await _following(stage)
    before = (await stage.view(table)).seq
    tile = custom_id.rsplit(":", 1)[1]
    outcome = await ana.command("play", stage.channel, tile=f"{tile[0]}-{tile[1]}")
    said = text(outcome.message)
    assert " were led, so play a " in said
    assert (await stage.view(table)).seq == before


async def test_button_of_an_illegal_domino_changes_nothing(stage: Stage) -> None:
    table, ana, custom_id = await _following(stage)
    before = (await stage.view(table)).seq
    outcome = await stage.forge(ana, custom_id)
    assert outcome.ok
    assert " were led, so play a " in stage.ephemeral_texts(ana)[-1]
    assert (await stage.view(table)).seq == before


async def test_domino_not_in_hand_is_refused(stage: Stage) -> None:
    table, ana = await _playing(stage)
    held = {str(c["custom_id"]).split(":")[4] for c in buttons(await stage.panel(ana), "play")}
    other = next(f"{h}{low}" for h in range(7) for low in range(h + 1) if f"{h}{low}" not in held)
    before = (await stage.view(table)).seq
    outcome = await ana.command("play", stage.channel, tile=other)
    assert f"You don't hold {other[0]}-{other[1]}." in text(outcome.message)
    assert (await stage.view(table)).seq == before


async def test_player_out_of_turn_is_told_whose_turn_it_is(stage: Stage) -> None:
    table, second = await _bidding(stage)
    for other in await stage.others(table):
        outcome = await other.command("bid", stage.channel, call="40")
        assert f"It's {second.name}'s turn. I'll call you." in text(outcome.message)
    assert (await stage.view(table)).seq == 2


async def test_low_bid_is_refused_with_the_current_high_bid(stage: Stage) -> None:
    table, second = await _bidding(stage)
    for call in ("30", "31"):
        outcome = await second.command("bid", stage.channel, call=call)
        assert "The high bid is 31." in text(outcome.message)
        assert "or pass." in text(outcome.message)
    assert (await stage.view(table)).seq == 2


async def test_invalid_bid_is_refused_without_an_error(stage: Stage) -> None:
    table, second = await _bidding(stage)
    for call in ("29", "43", "a lot", "1e9", "-1", "9" * 90, "31 32", "٣١"):
        outcome = await second.command("bid", stage.channel, call=call)
        assert outcome.ok, call
        assert "broke" not in text(outcome.message), call
        assert (await stage.view(table)).seq == 2, call
    assert stage.bot.router.failed == 0


async def test_last_bidder_must_bid_if_everyone_passed(stage: Stage) -> None:
    people = stage.people[:4]
    opened = await stage.tables.open(
        place=Place(int(stage.sandbox.guild_id), int(stage.channel), int(stage.channel)),
        user_id=int(people[0].id),
        name=people[0].name,
        game="42",
        rules={"all_pass": "forced30"},  # a house rule of the host's preset
    )
    table = opened.table_id
    for guest in people[1:]:
        assert (await guest.command("table join", stage.channel)).ok
    assert (await people[0].command("table start", stage.channel)).ok
    for _ in range(3):
        bidder = await stage.in_turn(table)
        assert (await bidder.command("bid", stage.channel, call="pass")).ok
    last = await stage.in_turn(table)
    outcome = await last.command("bid", stage.channel, call="pass")
    assert "Everyone passed, so you must bid 30 or more." in text(outcome.message)
    assert (await stage.view(table)).seq == 4


@pytest.mark.parametrize(
    ("preset", "refusals"),
    [
        (
            "straight-marks",
            {
                "sevens": "This table doesn't play sevens.",
                "nello low": "This table doesn't play nel-o.",
            },
        ),
        (
            "simple",
            {
                "follow me": "can't be trump at this table.",
                "gravy": "I can't read that.",
                "6-4": "I can't read that.",
            },
        ),
    ],
)
async def test_disallowed_contract_is_refused(
    stage: Stage, preset: str, refusals: dict[str, str]
) -> None:
    table = await stage.start_game(*stage.people[1:4], preset=preset)
    for call in ("31", "pass", "pass", "pass"):
        bidder = await stage.in_turn(table)
        assert (await bidder.command("bid", stage.channel, call=call)).ok
    declarer = await stage.in_turn(table)
    for suit, said in refusals.items():
        outcome = await declarer.command("trump", stage.channel, suit=suit)
        assert said in text(outcome.message)
        assert (await stage.view(table)).seq == 5, suit


async def test_act_of_another_phase_is_refused(stage: Stage) -> None:
    table, second = await _bidding(stage)
    outcome = await second.command("play", stage.channel, tile="6-4")
    assert outcome.ok
    assert "We're still bidding." in text(outcome.message)
    assert (await stage.view(table)).seq == 2


async def test_spectator_is_told_that_they_are_not_playing(
    stage: Stage, eve: SimulatedUser
) -> None:
    table, second = await _bidding(stage)
    bid = button(await stage.panel(second), "call")
    outcome = await stage.forge(eve, bid)
    assert outcome.ok
    assert (
        "You're watching Table 1; only its players can do that." in stage.ephemeral_texts(eve)[-1]
    )
    outcome = await eve.command("play", stage.channel, tile="6-4")
    assert "You're watching Table 1" in text(outcome.message)
    assert (await stage.view(table)).seq == 2


async def test_button_from_another_players_hand_affects_only_the_presser(stage: Stage) -> None:
    table, second = await _bidding(stage)
    theirs = await stage.panel(second)
    for other in await stage.others(table):
        outcome = await stage.forge(other, button(theirs, "call"))
        assert outcome.ok
        assert f"It's {second.name}'s turn." in stage.ephemeral_texts(other)[-1]
        outcome = await stage.forge(other, f"42:hand:{table}:0")
        assert text(outcome.message) != text(theirs)
    assert (await stage.view(table)).seq == 2
