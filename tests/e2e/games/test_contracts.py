"""The contracts of 42 at a table: nello, plunge, splash, sevens, and a renege that costs."""

from __future__ import annotations

import pytest

from .conftest import Sit
from .deals import doubles


async def test_nello_partner_sits_out_and_the_bid_is_scored(sit: Sit) -> None:
    guests = await sit(preset="house")
    await guests.says(0, "call", "1m")
    await guests.others_pass()
    await guests.says(0, "contract", "nello low")
    await guests.until("play")
    panel = await guests.sees(2, "You sit this hand out")
    assert "Ana plays it alone." in panel
    assert "nel-o, doubles low" in guests.panel(0)
    result = await guests.play_hand()
    record, judged = await guests.record()
    (hand,) = judged["hands"]
    assert (hand["contract"], hand["bid"]) == ("nello low", "1m")
    assert all(len(trick["plays"]) == 3 for trick in hand["tricks"])
    won = "Ana made nel-o" if hand["made"] else "Bo and Di get the mark."
    assert won in result
    assert record["players"] == ["Ana", "Bo", "Cy", "Di"]


@pytest.mark.long
async def test_plunge_partner_names_trumps_and_leads(sit: Sit) -> None:
    guests = await sit("42", lambda hand, _: doubles(hand) >= 4, preset="house")
    await guests.says(0, "call", "plunge 4m")
    await guests.others_pass()
    await guests.sees(2, "Ana plunged. Name the trump, then lead.")
    await guests.says(2, "contract", "plunge 5")
    assert (await guests.until("play")) is guests[2]
    result = await guests.play_hand()
    _, judged = await guests.record()
    (hand,) = judged["hands"]
    assert (hand["bid"], hand["contract"]) == ("plunge 4m", "plunge 5")
    assert hand["score"] in ([4, 0], [0, 4])
    assert f"Marks: Ana and Cy {hand['total'][0]} · Bo and Di {hand['total'][1]}" in result


@pytest.mark.long
async def test_splash_is_named_with_the_contract_and_the_partner_leads(sit: Sit) -> None:
    guests = await sit("42", lambda hand, _: doubles(hand) == 3, preset="house")
    await guests.says(0, "call", "2m")
    await guests.others_pass()
    await guests.says(0, "contract", "splash")
    await guests.sees(2, "Ana splashed. Name the trump, then lead.")
    await guests.says(2, "contract", "splash doubles")
    assert (await guests.until("play")) is guests[2]
    await guests.play_hand()
    _, judged = await guests.record()
    assert judged["hands"][0]["contract"] == "splash doubles"
    assert judged["hands"][0]["score"] in ([2, 0], [0, 2])


@pytest.mark.long
async def test_sevens_requires_the_tile_nearest_to_seven(sit: Sit) -> None:
    guests = await sit(preset="house")
    await guests.says(0, "call", "1m")
    await guests.others_pass()
    await guests.says(0, "contract", "sevens")
    await guests.until("play")
    await guests[0].act()
    await guests.until("play")
    assert "Play your domino nearest to seven pips." in guests.panel(1)
    result = await guests.play_hand()
    _, judged = await guests.record()
    (hand,) = judged["hands"]
    assert hand["contract"] == "sevens"
    assert ("took every trick." in result) is hand["made"]


async def test_renege_is_confirmed_and_forfeits_the_hand(sit: Sit) -> None:
    guests = await sit(options="renege=forfeit", pictures=True)
    await guests.says(0, "call", "31")
    await guests.others_pass()
    await guests.says(0, "contract", "5")
    while True:
        player = await guests.until("play")
        wrong = guests.wrong(player)
        if wrong:
            break
        await player.act()
    seat = guests.players.index(player)
    (misplay, *_) = wrong
    asked = await player.click(misplay)
    assert asked.message is not None
    tile = f"{misplay.arg[0]}-{misplay.arg[1]}"
    assert f"Renege with the {tile}?" in guests.panel(seat)
    await guests.says(seat, "play-it", misplay.arg)
    result = await guests.play_hand()
    assert f"{player.person.name} reneged with the {tile}. That ends the hand." in result
    _, judged = await guests.record_of_card()
    (hand,) = judged["hands"]
    assert hand["ended"] == "renege"
    assert hand["score"] == ([0, 1] if seat % 2 == 0 else [1, 0])
    assert hand["plays"][-1]["play"] not in hand["plays"][-1]["legal"]
