"""The other games of the family at a table, and their records."""

from __future__ import annotations

import re

import pytest

from tests.support.guests import Guests
from texas42.engine import parse_tile

from .conftest import Sit

THREE_AND_SEVEN = parse_tile("73")
FIVES = frozenset(parse_tile(text) for text in ("55", "50", "41", "32", "64"))


async def judged_as_shown(guests: Guests, result: str, unit: str) -> dict[str, object]:
    """Compare a hand's record with the board; return the referee's hand."""
    _, judged = await guests.record()
    (hand,) = judged["hands"]
    sides = ("Ana's side", "Bo's side"), ("Ana and Cy", "Bo and Di")
    names = sides[len(guests.players) == 4]
    scores = " · ".join(f"{name} {hand['total'][side]}" for side, name in enumerate(names))
    assert f"{unit}: {scores} (to " in result
    assert isinstance(hand, dict)
    return hand


async def test_88_names_trump_with_the_bid_and_exchanges_with_the_kitty(sit: Sit) -> None:
    def has_a_count_left_over(hand: object, kitty: tuple[object, ...]) -> bool:
        return len(FIVES.intersection(kitty)) == 1  # type: ignore[arg-type]

    guests = await sit("88", has_a_count_left_over)
    suit = guests.panel(0).split("Your dominoes")[1][4:5]
    assert "Which trump?" in await guests.after(0, "bids", "60")
    await guests.says(0, "call", f"60 {suit}")
    await guests.others_pass()
    panel = await guests.sees(0, "you must: it's count")
    assert "Keep my hand" not in panel
    take, give = await guests.an_exchange(0)
    await guests.says(0, "exchange", f"{take}/{give}")
    result = await guests.play_hand()
    hand = await judged_as_shown(guests, result, "Score")
    assert hand["exchange"] == {"take": [take], "give": [give]}
    assert (hand["bid"], hand["contract"]) == (f"60 {suit}", suit)


async def test_big_game_declares_a_low_end_and_exchanges_by_command(sit: Sit) -> None:
    guests = await sit("big-game", lambda hand, _: THREE_AND_SEVEN in hand)
    host = guests[0].person
    await guests.says(0, "call", "42")
    await guests.others_pass()
    taken = await host.autocomplete("exchange", guests[0].channel, "take", "")
    take = taken[-1]["value"]
    given = await host.autocomplete("exchange", guests[0].channel, "give", "", take=take)
    give = next(one["value"] for one in given if one["value"] != "73")
    assert (await host.command("exchange", guests[0].channel, take=take, give=give)).ok
    await guests.says(0, "contract", "1")
    await guests.says(0, "play", "73@3")
    await guests.until("play")
    assert re.search(r"Ana 7-3 \S+ \(10\), led as threes", guests.panel(1))
    result = await guests.play_hand()
    hand = await judged_as_shown(guests, result, "Score")
    assert hand["plays"][0]["play"] == "73@3"  # type: ignore[index]


async def test_moon_for_three_is_everyone_for_themselves_with_a_widow(sit: Sit) -> None:
    guests = await sit("moon", options="target=8")
    await guests.says(0, "call", "4")
    await guests.others_pass()
    await guests.says(0, "contract", "6")
    take, give = await guests.an_exchange(0)
    await guests.says(0, "exchange", f"{take}/{give}")
    result = await guests.play_hand()
    _, judged = await guests.record()
    (hand,) = judged["hands"]
    for seat, total in enumerate(hand["total"]):
        assert f"{guests[seat].person.name} {total}".replace("-", "−") in result
    assert sum(hand["points"]) == 7
    assert hand["score"][0] in (4, -4)


@pytest.mark.long
async def test_moon_for_four_is_a_match_of_three_games(sit: Sit) -> None:
    guests = await sit("moon4", options="target=2")
    result = await guests.play_game()
    wins = [0, 0]
    while max(wins) < 2:
        _, judged = await guests.record(1 + sum(wins))
        wins[judged["winner"]] += 1
    assert max(wins) == 2
    assert f" win the match, 2 games to {min(wins)}" in result


@pytest.mark.long
async def test_eight_people_play_84(sit: Sit) -> None:
    guests = await sit("84x8")
    await guests.says(0, "call", "60")
    await guests.others_pass()
    await guests.says(0, "contract", "5")
    result = await guests.play_hand()
    hand = await judged_as_shown(guests, result, "Score")
    assert sum(hand["points"]) == 84  # type: ignore[call-overload]
    assert len(hand["tricks"]) == 7  # type: ignore[arg-type]


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), [("80", 4), ("79", 6), ("84x6", 6)])
async def test_other_games_with_a_double_set(sit: Sit, game: str, seats: int) -> None:
    guests = await sit(game, preset="marks")
    assert len(guests.players) == seats
    await guests.says(0, "call", "1m")
    await guests.others_pass()
    take, give = await guests.an_exchange(0)
    await guests.says(0, "exchange", f"{take}/{give}")
    await guests.says(0, "contract", "doubles")
    result = await guests.play_hand()
    hand = await judged_as_shown(guests, result, "Marks")
    assert hand["score"] in ([1, 0], [0, 1])
