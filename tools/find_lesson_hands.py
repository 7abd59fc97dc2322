"""Find lesson hands: `python -m tools.find_lesson_hands FIRST COUNT` tries that many secrets.

A lesson hand has four or five trumps with the two highest. The others pass. The newcomer bids,
pulls trumps, loses one off, sees partner throw count and catch another, and makes the bid whatever
the opponents play, as long as the newcomer and partner choose plainly.
"""

from __future__ import annotations

import sys
from itertools import islice

from bot.tables.deals.deals import LESSON_NAME
from bot.tables.deals.lesson import GAME, SEAT
from tests.support.lesson_hand import (
    begin_hand,
    choose_plain,
    every_answer,
    outbidding,
    play_to_end,
)
from texas42.engine import Deal, Tile, format_tile
from texas42.library import load_rules
from texas42.records.shake import SECRET_BYTES, Dealt, public_text, shake

RULES = load_rules(GAME, {})
PARTNER = RULES.game.partner(SEAT)
OPPONENTS = frozenset(range(RULES.game.seats)) - {SEAT, PARTNER}
TRUMPS = (4, 5)
BID = "34"
"""The newcomer even makes this bid, so computers that bid on weak hands can't spoil the lesson."""
MOST_ENDS = 100_000
FULL = RULES.game.hand_size - 1


def trump_of(hand: tuple[Tile, ...]) -> int | None:
    """Return the pips of a suit that is long, with its two highest; None without one."""
    for pips in range(RULES.game.max_pip, -1, -1):
        suit = [tile for tile in hand if pips in (tile.high, tile.low)]
        second = RULES.game.max_pip - (pips == RULES.game.max_pip)
        has_double = any(tile.is_double for tile in suit)
        has_second = any({tile.high, tile.low} == {pips, second} for tile in suit)
        if len(suit) in TRUMPS and has_double and has_second:
            return pips
    return None


def teaches(deal: Deal, trump: int) -> bool:
    """Return True if the plain way to play a hand shows what a lesson should."""
    suit = None if deal.contract is None else deal.contract.trump_suit
    bids = [made.seat for made in deal.calls if made.call.is_bid]
    if bids != [SEAT] or suit is None or suit.value != str(trump) or len(deal.tricks) < FULL:
        return False
    led = [trick for trick in deal.tricks if trick.leader == SEAT]
    thrown = [
        play.tile
        for trick in led
        if trick.winner == SEAT
        for play in trick.plays
        if play.seat == PARTNER and play.tile.count
    ]
    winners = {trick.winner for trick in led}
    made = deal.result is not None and deal.result.made is True
    return made and bool(thrown) and PARTNER in winners and bool(winners & OPPONENTS)


def is_safe(dealt: Dealt) -> bool:
    """Return True if no play of the opponents sets the hand."""
    ends = list(islice(every_answer(outbidding(RULES, dealt, BID), OPPONENTS), MOST_ENDS))
    made = (end.result is not None and end.result.made for end in ends)
    return len(ends) < MOST_ENDS and all(made)


def main(first: int, count: int) -> None:
    """Print each lesson hand among these secrets."""
    for number in range(first, first + count):
        dealt = shake(RULES, number.to_bytes(SECRET_BYTES, "big"), public_text(LESSON_NAME))
        trump = trump_of(dealt.hands[SEAT])
        if trump is None:
            continue
        deal = play_to_end(begin_hand(RULES, dealt), choose_plain, choose_plain)
        if teaches(deal, trump) and is_safe(dealt):
            hands = (" ".join(map(format_tile, hand)) for hand in dealt.hands)
            print(number, trump, *hands, sep=" | ", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
