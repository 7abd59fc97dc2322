"""What would you bid: privately, by a vote, and from a finished hand."""

from __future__ import annotations

from tests.support.live_stage import LiveStage
from tests.support.play import Player, begin
from tests.support.screens import Json, files_of, is_private, presses, text_of

from .conftest import Sit

HAND = "66 65 64 63 62 61 60"


def _is_vote(message: Json) -> bool:
    return any(presses(message, "close-vote"))


async def test_typed_hand_gets_a_private_answer(stage: LiveStage) -> None:
    ana = Player(stage.people[0], stage.channel)
    said = await ana.person.command(
        "bid-this", ana.channel, hand=HAND, calls="pass, 31", score="3-2"
    )
    assert said.message is not None
    answered = await ana.wait(lambda message: "Bid 2 marks" in text_of(message))
    assert is_private(answered)
    assert "I'd make it in sixes about 100% of the time." in text_of(answered)
    assert "You have 3 marks, they have 2 marks" in text_of(answered)
    wrong = await ana.person.command("bid-this", ana.channel, hand="66 66 64 63 62 61 60")
    assert wrong.message is not None
    assert "The 6-6 is in this hand twice." in text_of(wrong.message)


async def test_hand_can_be_picked_domino_by_domino(stage: LiveStage) -> None:
    ana = Player(stage.people[0], stage.channel)
    shown = await ana.person.command("bid-this", ana.channel, hand="66 65 64 63 62 61")
    assert shown.message is not None
    assert "Pick 1 more domino." in text_of(shown.message)
    last = next(
        press
        for press in presses(shown.message, "bid-this")
        if press.arg.startswith("66656463626160/")
    )
    assert (await ana.click(last)).ok
    await ana.wait(lambda message: "Bid 2 marks" in text_of(message))


async def test_vote_survives_a_kill_and_ends_with_the_experts_answer(stage: LiveStage) -> None:
    ana, bo, cy, *_ = [Player(person, stage.channel) for person in stage.people]
    await ana.person.command("bid-this", ana.channel, hand=HAND)
    answered = await ana.wait(lambda message: any(presses(message, "ask-table")))
    (ask,) = presses(answered, "ask-table")
    assert (await ana.person.click(answered, ask.custom_id)).ok
    vote = await bo.wait(_is_vote)
    assert not is_private(vote)
    assert "Nobody has voted yet." in text_of(vote)
    for player, choice in ((bo, "35"), (cy, "2m"), (bo, "2m")):
        press = next(each for each in presses(vote, "vote") if each.arg == choice)
        assert (await player.click(press)).ok
    voted = await bo.wait(lambda message: "2 people have voted." in text_of(message))
    assert voted["id"] == vote["id"]
    await stage.crash()
    (close,) = presses(vote, "close-vote")
    refused = await bo.person.click(vote, close.custom_id)
    assert refused.message is not None
    assert "Only the person who asked" in text_of(refused.message)
    assert (await ana.person.click(vote, close.custom_id)).ok
    closed = await bo.wait(
        lambda message: message["id"] == vote["id"] and not any(presses(message, "vote"))
    )
    assert "Bid 2 marks" in text_of(closed)
    assert "2 marks: 100% sixes · 2 votes" in text_of(closed)
    assert "31: 100% sixes\n" in text_of(closed)


async def test_hand_in_play_is_refused_whatever_it_is(stage: LiveStage) -> None:
    players = await begin(stage.people, stage.channel)
    ana = players[0]
    refused = await ana.person.command("bid-this", ana.channel, hand=HAND)
    assert refused.message is not None
    assert "while you're in a hand" in text_of(refused.message)


async def test_replay_asks_for_ones_own_bid_and_for_a_play(sit: Sit) -> None:
    guests = await sit("42", options="target=1", pictures=True)
    ana = guests[0]
    await guests.says(0, "call", "30")
    await guests.others_pass()
    await guests.says(0, "contract", "5")
    await guests.play_hand()
    opened = await ana.person.command("replay", ana.channel)
    assert opened.message is not None
    (bid,) = presses(opened.message, "ask-hand")
    assert (await ana.person.click(opened.message, bid.custom_id)).ok
    answered = await ana.wait(lambda message: any(presses(message, "ask-table-hand")))
    assert is_private(answered)
    assert any("Hand: " in file.alt for file in files_of(answered))
    step = next(p for p in presses(opened.message, "replay") if p.arg.endswith(":next"))
    assert (await ana.person.click(opened.message, step.custom_id)).ok
    shown = await ana.wait(
        lambda message: any(p.arg.startswith("play-") for p in presses(message, "ask-hand"))
    )
    (play,) = presses(shown, "ask-hand")
    assert (await ana.person.click(shown, play.custom_id)).ok
    answered = await ana.wait(lambda message: "Play the " in text_of(message))
    assert is_private(answered)
