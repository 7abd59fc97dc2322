"""A computer's bids and plays for an absent person don't count as that person's."""

from __future__ import annotations

from bot.tables.past import GameLessons
from tests.support.house import ANA, BO, CY, DI, GUILD, House
from tests.tables.coached import always_wrong, mistake, result_of
from texas42.ai.findings.judgments import Decision
from texas42.engine import Action, MakeCall, SeatView
from texas42.records.moments import moments
from texas42.records.record import parse_record

PEOPLE = (ANA, BO, CY, DI)


def _highest_bid(view: SeatView) -> Action:
    """Make the highest legal bid, and play the first legal tile."""
    bids = [each for each in view.legal if isinstance(each, MakeCall) and each.call.is_bid]
    return bids[-1] if bids else view.legal[0]


async def _start_with_computers_bid(house: House, **rules: object) -> tuple[str, int]:
    """Start a game where a computer wins the bid for the absent first bidder."""
    table = await house.start_game(*PEOPLE, **rules)
    view = (await house.tables.view(table)).view
    assert view is not None
    assert view.to_act is not None
    house.computers.choose_by = _highest_bid
    await house.later(180)
    return table, view.to_act


async def test_computers_bid_does_not_count_for_the_absent_bidder(house: House) -> None:
    table, seat = await _start_with_computers_bid(house)
    await house.play_hand(table)
    (hand,) = await house.store.results.hands(table, 1)
    assert hand.players == PEOPLE
    assert (hand.bidder, hand.stood_in) == (seat, (1,))
    assert hand.tally(seat).bids == 0
    assert not hand.own_bid
    sides = {(hand.tally(each).sets, hand.tally(each).suffered) for each in range(4)}
    assert sides == ({(0, 0)} if hand.made else {(1, 0), (0, 1)})  # the hand itself counts


async def test_own_bid_counts_even_if_a_computer_plays_later(house: House) -> None:
    table = await house.start_game(*PEOPLE)
    await house.step(table)
    while (view := (await house.tables.view(table)).view) is None or not view.tricks:
        await house.step(table)
    assert view.to_act is not None
    await house.later(180)
    await house.play_hand(table)
    (hand,) = await house.store.results.hands(table, 1)
    assert hand.bidder is not None
    assert len(hand.stood_in) == 1
    assert hand.own_bid
    assert hand.tally(hand.bidder).bids == 1


async def test_computer_in_its_own_seat_is_not_a_stand_in(house: House) -> None:
    table = await house.start_game(ANA)
    await house.play_hand(table)
    (hand,) = await house.store.results.hands(table, 1)
    assert hand.players == (ANA, None, None, None)
    assert hand.stood_in == ()


async def test_coach_ignores_what_a_computer_did(house: House) -> None:
    table, seat = await _start_with_computers_bid(house, target=1)
    await house.play_game(table)

    def wrong_twice(record: str, hand: int, of: int) -> tuple[Decision, ...]:
        assert of == seat
        steps = moments(parse_record(record), hand)
        last = max(n for n, step in enumerate(steps) if getattr(step.action, "seat", None) == of)
        patterns = ("bids-too-much",)
        own = Decision(last, patterns, patterns, patterns[0], mistake())
        return (*always_wrong(record, hand, of), own)

    house.computers.judge_by = wrong_twice
    found = await result_of(await house.tables.coach.game(table, 1, PEOPLE[seat], GUILD))
    assert isinstance(found, GameLessons)
    assert [lesson.step for lesson in found.lessons] != []
    assert 1 not in [lesson.step for lesson in found.lessons]
