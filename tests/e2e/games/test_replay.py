"""A finished hand can be replayed and shared by those who may see it, even after a restart."""

from __future__ import annotations

from tests.support.guests import answer_to
from tests.support.screens import can, files_of, presses, text_of

from .conftest import Sit
from .deals import doubles


async def test_hand_can_be_replayed_shared_and_coached_after_a_restart(
    sit: Sit,
) -> None:
    guests = await sit("42", pictures=True)
    ana = guests[0]
    assert "can't find that hand" in await answer_to(guests, 0, "replay")
    await guests.says(0, "call", "30")
    await guests.others_pass()
    assert "can't find that hand" in await answer_to(guests, 0, "replay")
    await guests.says(0, "contract", "5")
    await guests.play_hand()
    opened = await ana.person.command("replay", ana.channel)
    assert opened.message is not None
    assert opened.message["flags"] & 64
    await guests.stage.program.stop()
    await guests.stage.program.start()
    first = next(
        press for press in presses(opened.message, "replay") if press.arg.endswith(":next")
    )
    moved = await ana.person.click(opened.message, first.custom_id)
    assert moved.ok
    shown = await ana.wait(  # the next hand's board says so, too
        lambda message: " · Bidding" in text_of(message) and any(presses(message, "share"))
    )
    assert shown["flags"] & 64
    (moment,) = presses(shown, "share")
    assert (await ana.person.click(shown, moment.custom_id)).ok
    public = await ana.wait(lambda message: "shares a moment" in text_of(message))
    assert not public.get("flags", 0) & 64
    assert files_of(public)
    own = await ana.person.command("profile", ana.channel)
    assert own.message is not None
    (habits,) = presses(own.message, "habits")
    assert (await ana.person.click(own.message, habits.custom_id)).ok
    looked = await ana.wait(
        lambda message: (
            "Looking through your hand" in text_of(message)
            or "your one hand here" in text_of(message)
        )
    )
    assert (looked["id"], looked["flags"] & 64) == (own.message["id"], 64)


async def test_coach_links_a_bid_that_was_too_high(sit: Sit) -> None:
    guests = await sit("42", lambda hand, _: doubles(hand) == 0, options="target=1")
    ana = guests[0]
    await guests.says(0, "call", "2m")
    await guests.others_pass()
    await guests.says(0, "contract", "5")
    await guests.play_hand()
    assert (await ana.press("coach")).ok
    looked = await ana.wait(lambda message: can(message, "game-hands"))
    assert "you bid 2 marks" in text_of(looked)
    assert looked["flags"] & 64
    (first, *_) = presses(looked, "replay")
    assert (await ana.person.click(looked, first.custom_id)).ok
    shown = await ana.wait(lambda message: "Step 1 of" in text_of(message))
    assert shown["flags"] & 64
    for guest in guests.players[1:]:
        assert not any(
            "you bid 2 marks" in text_of(message) for message in guest.visible_messages()
        )
