"""Private advice at a player's turn, by command and by button."""

from __future__ import annotations

from tests.support.guests import answer_to
from tests.support.screens import can, is_private, presses, text_of
from texas42.engine import Tile, parse_tile

from .conftest import Sit
from .deals import doubles


async def test_hint_is_given_by_command_and_by_button(sit: Sit) -> None:
    guests = await sit("42")
    assert await answer_to(guests, 1, "hint") == "It's Ana's turn. I'll call you."
    said = await answer_to(guests, 0, "hint")
    assert "**Hint: " in said
    assert guests.panel(0) == said
    await guests.says(0, "call", "30")
    assert "**Hint: " not in guests.panel(0)
    await guests.others_pass()
    await guests.says(0, "contract", "5")
    assert (await guests[0].press("hint")).ok
    shown = await guests[0].wait(lambda message: "**Hint: Lead the " in text_of(message))
    assert shown["flags"] & 64


async def test_hint_leaves_the_panel_when_its_choice_is_half_made(sit: Sit) -> None:
    guests = await sit("88")
    suit = guests.panel(0).split("Your dominoes")[1][4:5]
    await guests.says(0, "call", f"60 {suit}")
    await guests.others_pass()
    take, _ = await guests.an_exchange(0)
    panels = len([m for m in guests[0].person.messages(guests[0].channel) if is_private(m)])
    assert (await guests[0].press("hint")).ok
    await guests.sees(0, "**Hint: ")
    assert "**Hint: " not in await guests.after(0, "swap", f"{take}/")
    now = [m for m in guests[0].person.messages(guests[0].channel) if is_private(m)]
    assert len(now) == panels


def lay_down_suit(hand: tuple[Tile, ...]) -> str | None:
    """Return the suit in which a hand takes every trick: top trumps, and doubles for the rest."""
    for pip in range(7):
        others = (end for end in range(6, -1, -1) if end != pip)
        best = [Tile(pip, pip), *(Tile(max(pip, end), min(pip, end)) for end in others)]
        trumps = [tile for tile in best if tile in hand]
        rest = [tile for tile in hand if tile not in trumps]
        highest = len(trumps) > 3 and trumps == best[: len(trumps)]
        if highest and all(tile.is_double for tile in rest):
            return str(pip)
    return None


async def test_proved_claim_ends_the_hand(sit: Sit) -> None:
    guests = await sit("42", lambda hand, _: lay_down_suit(hand) is not None)
    assert "when it's your turn to lead" in await answer_to(guests, 0, "claim")
    suit = lay_down_suit(tuple(parse_tile(tile) for tile in guests.held(0)))
    assert suit is not None
    await guests.says(0, "call", "30")
    await guests.others_pass()
    await guests.says(0, "contract", suit)
    assert (await guests[0].press("claim")).ok
    result = await guests.ended()
    assert "Ana laid down and took the rest." in result
    assert "Ana and Cy bid 30 and took" in result
    assert not any(act[1] == "play" for player in guests.players for act in player.acted)


async def test_finished_hand_can_be_reviewed(sit: Sit) -> None:
    """The review opens privately, and all plays are turned to in the same message."""
    guests = await sit("42", lambda hand, _: doubles(hand) == 0)
    await guests.says(0, "call", "30")
    await guests.others_pass()
    await guests.says(0, "contract", "5")
    await guests.play_hand()
    assert (await guests[0].press("review", "1")).ok
    review = await guests[0].wait(lambda message: can(message, "all-plays", "1"))
    assert review["flags"] & 64
    assert "Ana" not in text_of(review)
    assert (await guests[0].press("all-plays", "1")).ok
    page = await guests[0].wait(lambda message: "Page 1 of " in text_of(message))
    assert page["id"] == review["id"]
    while "With all hands open" not in text_of(page):
        *_, ahead = presses(page, "all-plays")
        number = ahead.arg
        assert (await guests[0].press("all-plays", number)).ok
        where = f"Page {number} of"
        page = await guests[0].wait(lambda message, where=where: where in text_of(message))
    assert "You could" in text_of(page)
    assert (await guests[0].press("all-plays", "0")).ok
    back = await guests[0].wait(lambda message: can(message, "all-plays", "1"))
    assert "Page" not in text_of(back)
