"""An unproved claim: the opponents are asked, and answer by button or command."""

from __future__ import annotations

import itertools

import pytest

from bot.runtime.randomness import SeededRandomness
from bot.tables.claims.rules import winning_line
from tests.bench.support.load import Click, press
from tests.support.guests import Guests, answer_to
from tests.support.screens import Json, can, text_of
from texas42.ai.solver.claims import lay_down
from texas42.engine import Shake, apply, new_game, parse_action, view_for
from texas42.library import load_rules
from texas42.records.draws import draw_for_shake
from texas42.records.shake import shake

from .conftest import Sit
from .deals import Wanted, doubles

NOT_GRANTED = "They could still catch a trick. Keep playing."
OFFER = "Ana lays down and claims the rest:"
PLAYED_ON = "Ana plays on face up:"
DOUBT = "Everyone would see your dominoes."


def deal_where(*, line: bool) -> tuple[Wanted, str]:
    """Find a deal in which Ana's first lead proves nothing, and whether she can take every trick.

    It comes with the trump suit that she must name.
    """
    rules = load_rules("42", {})
    for number in itertools.count():
        randomness = SeededRandomness(f"deal{number}")
        table_id = randomness.table_id()
        secret = randomness.secret()
        if draw_for_shake(rules, randomness.secret(), table_id, 1, range(4)).shaker != 3:
            continue
        hands = shake(rules, secret, f"{table_id}:1:").hands
        for suit in "0123456":
            game = apply(new_game(rules), Shake(3, hands)).game
            for seat, text in enumerate(("30", "pass", "pass", "pass", suit)):
                assert game.deal is not None
                action = parse_action(text, game.deal.phase, seat % 4, rules)
                game = apply(game, action).game
            found = winning_line(game, 0) is not None
            if found is line and lay_down(view_for(game, 0)) is None:
                return (lambda hand, _, mine=hands[0]: set(hand) == set(mine)), suit
    raise AssertionError


async def claim_rest(sit: Sit, *, line: bool = True) -> Guests:
    """Win the bid as Ana, name trumps, and lay down before the first lead without a proof."""
    wanted, suit = deal_where(line=line)
    guests = await sit("42", wanted)
    await guests.says(0, "call", "30")
    await guests.others_pass()
    await guests.says(0, "contract", suit)
    assert (await guests[0].press("claim")).ok
    await guests.sees(0, DOUBT)
    assert (await guests[0].press("claim", "anyway")).ok
    assert "You've laid down. Waiting for Bo and Di" in await guests.sees(0, "You've laid down")
    return guests


async def wait_offer(guests: Guests) -> Json:
    """Wait for the question to the opponents at the table."""
    return await guests[1].wait(
        lambda message: OFFER in (message.get("content") or "") and can(message, "claim")
    )


def answer(offer: Json, arg: str) -> str:
    """Return the id of a button of the question."""
    ids = [part["custom_id"] for row in offer["components"] for part in row["components"]]
    return next(custom_id for custom_id in ids if custom_id.endswith(f":{arg}"))


async def wait_gone(guests: Guests, offer: Json) -> None:
    """Wait until the question has been removed."""
    person = guests[0].person
    await guests[0].until(lambda: person.message(offer) is None)


async def test_claim_granted_by_both_opponents_ends_the_hand(sit: Sit) -> None:
    guests = await claim_rest(sit)
    held = guests.held(0)
    offer = await wait_offer(guests)
    assert all(f"{tile[0]}-{tile[1]}" in offer["content"] for tile in held)
    assert {user["id"] for user in offer["mentions"]} == {guests[n].person.id for n in (1, 3)}
    assert (await guests[1].person.click(offer, answer(offer, "accept"))).ok
    await guests.sees(0, "Waiting for Di.")
    assert "Hand 1 is over" in await answer_to(guests, 3, "claim", answer="accept")
    result = await guests.ended()
    assert "Ana laid down and took the rest." in result
    assert not any(act[1] == "play" for player in guests.players for act in player.acted)
    await wait_gone(guests, offer)
    _, judged = await guests.record()
    assert judged["hands"][0]["points"][1] == 0


@pytest.mark.long
async def test_cancelled_unproved_claim_stays_private(sit: Sit) -> None:
    wanted, suit = deal_where(line=True)
    guests = await sit("42", wanted)
    await guests.says(0, "call", "30")
    await guests.others_pass()
    await guests.says(0, "contract", suit)
    assert (await guests[0].press("claim")).ok
    await guests.sees(0, DOUBT)
    assert (await guests[0].press("hand")).ok
    assert DOUBT not in await guests.sees(0, "Your turn · ")
    assert "face up" not in await guests.play_hand()
    for guest in guests.players[1:]:
        assert not any(OFFER in (m.get("content") or "") for m in guest.visible_messages())


@pytest.mark.long
async def test_refused_claim_costs_nothing(sit: Sit) -> None:
    guests = await claim_rest(sit)
    offer = await wait_offer(guests)
    held = guests.held(0)
    assert "Ana lays down" in await guests.sees(3, "Accept to give Ana the rest (your partner")
    await guests.sees(2, "Ana laid down. Bo and Di must agree.")
    assert (await guests[3].press("claim", "play-on")).ok
    assert NOT_GRANTED in await guests.sees(0, NOT_GRANTED)
    assert guests.held(0) == held
    await wait_gone(guests, offer)
    for seat in range(4):
        await guests.sees(seat, PLAYED_ON)
    assert await answer_to(guests, 0, "claim") == NOT_GRANTED
    assert await answer_to(guests, 1, "claim", answer="accept") == "Nobody has laid down right now."
    assert "took the rest" not in await guests.play_hand()


async def test_claim_that_cannot_be_played_out_looks_refused(sit: Sit) -> None:
    guests = await claim_rest(sit, line=False)
    offer = await wait_offer(guests)
    for seat in (1, 3):
        assert (await guests[seat].person.click(offer, answer(offer, "accept"))).ok
    assert NOT_GRANTED in await guests.sees(0, NOT_GRANTED)
    await wait_gone(guests, offer)
    assert "took the rest" not in await guests.play_hand()


@pytest.mark.long
async def test_only_opponents_can_answer_a_claim_and_only_at_that_lead(sit: Sit) -> None:
    guests = await claim_rest(sit)
    offer = await wait_offer(guests)
    accept = answer(offer, "accept")
    eve = guests.stage.sandbox.add_user("Eve")
    for person, said in (
        (guests[2].person, "Ana laid down, and only the other side answers."),
        (guests[0].person, "Ana laid down, and only the other side answers."),
        (eve, "only its players can do that"),
    ):
        outcome = await person.click(offer, accept)
        assert outcome.ok
        assert outcome.message is not None
        assert said in text_of(outcome.message)
    panel = guests[1].panel()
    assert panel is not None
    await guests.says(0, "play", guests.held(0)[0])
    await wait_gone(guests, offer)
    assert await press(guests.stage.sandbox, Click(guests[1].person, panel, accept))
    await guests.sees(1, "That button was from an earlier turn.")


@pytest.mark.long
async def test_pending_claim_survives_kill_9(sit: Sit) -> None:
    guests = await claim_rest(sit)
    offer = await wait_offer(guests)
    assert (await guests[1].person.click(offer, answer(offer, "accept"))).ok
    await guests.sees(0, "Waiting for Di.")
    await guests.stage.crash()
    assert "Ana lays down:" in await answer_to(guests, 3, "hand")
    assert "Hand 1 is over" in await answer_to(guests, 3, "claim", answer="accept")
    assert "Ana laid down and took the rest." in await guests.ended()


async def test_exposed_tiles_survive_kill_9(sit: Sit) -> None:
    guests = await claim_rest(sit)
    await wait_offer(guests)
    assert (await guests[3].press("claim", "play-on")).ok
    await guests.sees(0, NOT_GRANTED)
    await guests.stage.crash()
    for seat in range(4):
        assert PLAYED_ON in await answer_to(guests, seat, "hand")
    assert PLAYED_ON not in await guests.play_hand()


@pytest.mark.long
async def test_unanswered_claim_times_out(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    # Each bid may take three times this before a computer bids.
    monkeypatch.setattr("tests.support.program.PATIENT", {"TAKEOVER_SECONDS": "30"})
    guests = await claim_rest(sit)
    offer = await wait_offer(guests)
    assert NOT_GRANTED in await guests.sees(0, NOT_GRANTED)
    await wait_gone(guests, offer)


@pytest.mark.long
async def test_computers_answer_a_claim_at_once(sit: Sit) -> None:
    """They accept only if the claim holds in every deal that fits what they see, and here it
    does not."""
    guests = await sit("42", lambda hand, _: doubles(hand) == 0)
    await guests.says(0, "call", "30")
    await guests.others_pass()
    await guests.says(0, "contract", "5")
    for seat in (1, 2, 3):
        assert (await guests[seat].person.command("table leave", guests[seat].channel)).ok
        outcome = await guests[seat].press("leave", "yes")
        assert outcome.ok
    assert DOUBT in await answer_to(guests, 0, "claim")
    said = await answer_to(guests, 0, "claim", answer="anyway")
    assert NOT_GRANTED in said
    assert PLAYED_ON in said
    assert not any(OFFER in text_of(m) for m in guests[0].person.messages(guests[0].channel))
