"""Illegal calls, contracts, exchanges and plays by command: each refusal names its rule."""

from __future__ import annotations

from tests.support.guests import Guests, answer_to
from tests.support.screens import text_of
from texas42.engine import parse_tile

from .conftest import Sit
from .deals import doubles

FIVES = frozenset(parse_tile(text) for text in ("55", "50", "41", "32", "64"))


async def test_illegal_calls_and_contracts_of_42_are_refused(sit: Sit) -> None:
    guests = await sit("42", lambda hand, _: doubles(hand) < 3, preset="house")
    assert "It's Ana's turn" in await answer_to(guests, 1, "bid", call="31")
    assert "I can't read that." in await answer_to(guests, 0, "bid", call="lots")
    assert "I can't read that." in await answer_to(guests, 0, "bid", call="purple")
    assert "The lowest bid is 30." in await answer_to(guests, 0, "bid", call="29")
    assert "You can't open with 3 marks" in await answer_to(guests, 0, "bid", call="3 marks")
    assert "takes 4 doubles, and you hold" in await answer_to(guests, 0, "bid", call="plunge")
    assert "We're still bidding." in await answer_to(guests, 0, "trump", suit="fives")
    await guests.says(0, "call", "2m")
    assert "The high bid is 2 marks." in await answer_to(guests, 1, "bid", call="1 mark")
    await guests.others_pass()
    assert "takes 3 doubles, and you hold" in await answer_to(guests, 0, "trump", suit="splash")
    assert "Plunge takes a bid of 4 marks" in await answer_to(guests, 0, "trump", suit="plunge")
    await guests.says(0, "contract", "sevens")
    await guests.says(0, "play", guests.held(0)[0])
    await guests.until("play")
    assert "You don't hold" in await answer_to(guests, 1, "play", tile=guests.held(2)[0])


async def test_new_refusal_replaces_the_last_one(sit: Sit) -> None:
    guests = await sit("42")
    for typed in ("31", "lots", "pass"):
        last = await answer_to(guests, 1, "bid", call=typed)
        assert last in refusals(guests, 1)
    await guests[1].until(lambda: refusals(guests, 1) == [last])


def refusals(guests: Guests, seat: int) -> list[str]:
    """Return the refusals that a player can still see."""
    player = guests[seat]
    texts = [text_of(message) for message in player.person.messages(player.channel)]
    return [text for text in texts if "can't read" in text or "It's Ana's turn" in text]


async def test_tile_that_does_not_follow_is_refused(sit: Sit) -> None:
    guests = await sit("42", lambda hand, _: 3 <= sum(t.has(5) for t in hand) <= 4)
    await guests.says(0, "call", "30")
    await guests.others_pass()
    await guests.says(0, "contract", "5")
    await guests.says(0, "play", next(t for t in guests.held(0) if "5" in t))
    for seat in (1, 2, 3):
        await guests.until("play")
        mine = guests.held(seat)
        off = [tile for tile in mine if "5" not in tile]
        if off and len(off) < len(mine):
            said = await answer_to(guests, seat, "play", tile=off[0])
            assert said.startswith("Fives were led, so play a five: ")
            return
        await guests[seat].act()
    raise AssertionError("nobody could revoke")


async def test_illegal_bids_and_exchanges_of_88_are_refused(sit: Sit) -> None:
    guests = await sit("88", lambda hand, kitty: len(FIVES.intersection(kitty)) == 1)
    said = await answer_to(guests, 0, "bid", call="60")
    assert "Name the trump with your bid" in said
    assert "61" in await answer_to(guests, 0, "bid", call="61 fives")
    suit = guests.held(0)[0][0]
    await guests.says(0, "call", f"60 {suit}")
    await guests.others_pass()
    await guests.sees(0, "you must: it's count")
    refused = await answer_to(guests, 0, "exchange", take="none", give="none")
    assert "it's count" in refused
    take, give = await guests.an_exchange(0)
    uneven = await answer_to(guests, 0, "exchange", take=take, give="none")
    assert "Put back as many as you take" in uneven
    assert "can't read that" in await answer_to(guests, 0, "exchange", take="all", give=give)
    strange = next(tile for tile in guests.held(1) if tile not in (*guests.held(0), take))
    assert "You don't hold" in await answer_to(guests, 0, "exchange", take=take, give=strange)
    missing = await answer_to(
        guests, 0, "exchange", take=f"{take} {give}", give=f"{give} {strange}"
    )
    assert "isn't one of the dominoes left over" in missing


async def test_unknown_or_excessive_house_rules_are_refused(sit: Sit) -> None:
    guests = await sit()
    host = guests.stage.people[0]
    place = guests.other_channel
    for options, words in {
        "nelo=any": "This game has no house rule nelo.",
        "renege=maybe": "Renege: you can write",
        "target=99": "Length of the game can be at most 50 at a table.",
    }.items():
        outcome = await host.command("table open", place, game="42", options=options)
        assert outcome.message is not None
        assert words in text_of(outcome.message)
    offered = await host.autocomplete("table open", place, "options", "plunge ren", game="42")
    assert [one["value"] for one in offered] == ["plunge renege=reject", "plunge renege=forfeit"]
