"""Dominoes that are shown at a table: the doubles of a plunge, the kitty of 88."""

from __future__ import annotations

from tests.support.screens import text_of

from .conftest import Sit
from .deals import doubles


async def test_an_opponent_asks_ahead_and_all_see_the_doubles_of_a_plunge(sit: Sit) -> None:
    guests = await sit("42", lambda hand, _: doubles(hand) >= 4, preset="house")
    await guests.says(0, "call", "plunge 4m")
    await guests.sees(3, "See the doubles")
    asked = await guests[3].press("ask-doubles")
    assert asked.message is not None
    assert "You'll see the doubles once trump is named." in text_of(asked.message)
    await guests.others_pass()
    await guests.says(2, "contract", "plunge 5")
    for seat, name in enumerate(("You", "Ana", "Ana", "Ana")):
        await guests.sees(seat, f"{name} showed the doubles:")
    await guests.play_hand()
    record, _ = await guests.record()
    (showing,) = record["hands"][0]["shown"]
    assert (showing["what"], showing["seat"], len(showing["tiles"])) == ("doubles", 0, 4)


async def test_the_bidder_of_88_shows_what_was_left_over(sit: Sit) -> None:
    guests = await sit("88")
    await guests.says(0, "call", "60 5")
    await guests.others_pass()
    await guests.sees(0, "Your swap")
    more = await guests[0].press("more")
    assert more.message is not None
    shown = await guests[0].press("show-kitty")
    assert shown.ok
    for seat, name in enumerate(("You", "Ana", "Ana", "Ana")):
        await guests.sees(seat, f"{name} showed the left-over dominoes:")
    take, give = await guests.an_exchange(0)
    await guests.says(0, "exchange", f"{take}/{give}")
    await guests.play_hand()
    record, _ = await guests.record()
    (showing,) = record["hands"][0]["shown"]
    assert (showing["what"], showing["when"]) == ("kitty", "before")


async def test_a_winner_chooses_who_shakes_the_next_game(sit: Sit) -> None:
    guests = await sit(options="target=1 next_game_shaker=winner-choice")
    await guests.says(0, "call", "1m")
    ended = await guests.play_game()
    assert "Who shakes the next game?" in ended
    seat = 0 if "Ana or Cy" in ended else 1
    await guests.sees(seat, "I shake")
    chosen = await guests[seat].press("shaker", str(seat + 2))
    assert chosen.ok
    name = guests[seat + 2].person.name
    for other in (seat, 1 - seat):
        await guests.sees(other, f"{name} shakes the next game.")
