"""What a person may ask for at his turn: told to him alone, by command and by button."""

from __future__ import annotations

from tests.support.play import text_of

from .conftest import Sit
from .test_refusals import told


async def test_a_hint_by_command_and_by_button(sit: Sit) -> None:
    guests = await sit("42")
    assert await told(guests, 1, "hint") == "It's Ana's turn. I'll call you."
    said = await told(guests, 0, "hint")
    assert said.startswith(("### Bid ", "### Pass"))
    await guests.says(0, "call", "30")
    await guests.others_pass()
    await guests.says(0, "contract", "5")
    outcome = await guests[0].press("hint")
    assert outcome.ok
    assert outcome.message is not None
    assert text_of(outcome.message).startswith("### Lead the ")
    assert outcome.message["flags"] & 64
