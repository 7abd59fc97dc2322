"""The results of people: standings, and the details of a profile."""

from __future__ import annotations

from dataclasses import replace

from bot.stats.views import Badge, BadgeKind, BidSize, Details, Order, Standing
from tests.screens.registry import Look

FIRST = 1000
"""The person who looks at their own results."""
BIG = 10**6
MOST = Standing(2**63, "", *(BIG,) * 12, fastest=BIG, rating=9999, rated=BIG)
NOBODY = Standing(1, "")


def standing(look: Look, number: int, order: Order) -> Standing:
    """Build a player's totals, better for smaller numbers."""
    names = look.names
    other = (number + 3) % len(names)
    return Standing(
        user_id=FIRST + number,
        name=names[number],
        games=94 - number * 7,
        wins=62 - number * 6,
        marks=480,
        hands=712,
        bids=180,
        bids_made=121,
        bid_points=5700,
        sets=96,
        suffered=60 + number,
        shutouts=number,
        partner=FIRST + other if order is Order.PARTNERS else None,
        partner_name=names[other] if order is Order.PARTNERS else "",
        fastest=number + 8,
        best_run=3,
        rating=1412 - number * 43,
        rated=44 - number * 5,
    )


def details(look: Look) -> Details:
    """Build the details of a person's profile."""
    me = standing(look, 0, Order.WINS)
    sizes = ((30, 0), (31, 0), (34, 0), (42, 1), (42, 2))
    return Details(
        rating=1204,
        rated=34,
        ratings=(1000, 1034, 1021, 1066, 1102, 1090, 1131, 1155, 1140, 1204),
        form=(True, True, False),
        partner=replace(me, user_id=FIRST + 2, name=look.names[2], games=41, wins=29),
        rivals=(
            replace(me, user_id=FIRST + 1, name=look.names[1], games=33, wins=20),
            replace(me, user_id=FIRST + 3, name=look.names[3], games=27, wins=15),
        ),
        bids=tuple(BidSize(*size, 21 - n * 4, 13 - n * 3) for n, size in enumerate(sizes)),
        alone=replace(me, games=18, wins=11),
        badges=(Badge(BadgeKind.PERFECT, 1.79e9, "k3f9q2", 4),),
    )


def most_details(look: Look) -> Details:
    """Build the details with the largest figures, and every badge."""
    bids = [BidSize(points, 0, BIG, BIG) for points in range(30, 43)]
    bids += [BidSize(42, marks, BIG, BIG) for marks in range(1, 61)]
    most = replace(MOST, name=look.names[0])
    return Details(
        rating=9999,
        rated=BIG,
        form=(True, False) * 5,
        partner=most,
        rivals=(replace(most, user_id=7), replace(most, user_id=8), replace(most, user_id=9)),
        bids=tuple(bids),
        alone=most,
        badges=tuple(Badge(kind, 1e10, "z" * 12, BIG - 1) for kind in BadgeKind),
    )
