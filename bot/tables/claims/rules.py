"""A leader's claim to all remaining tricks: who must agree, and how to play it out. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.tables import hands
from bot.tables.errors import NotProven
from bot.tables.loaded import LoadedTable, PendingChange, with_table
from bot.tables.model import Claim, Occupant
from bot.tables.ports import Randomness
from bot.tables.stored import Act
from texas42.engine import (
    Contract,
    Deal,
    Game,
    Goal,
    Happening,
    Phase,
    PlayTile,
    Tile,
    TrickTaken,
    led_by,
    sort_hand,
)

LOOKS = 400
"""How many leads to try before the search gives up."""

Hand = tuple[Tile, ...]


def leads(game: Game, seat: int) -> bool:
    """Return True if a seat is about to lead to a trick."""
    deal = game.deal
    if deal is None or deal.phase is not Phase.PLAY or deal.to_act != seat:
        return False
    return deal.trick is not None and not deal.trick.plays


def may_be_granted(deal: Deal) -> bool:
    """Return True if taking every trick is worth something: not in nel-o, where tricks lose."""
    return deal.contract is not None and deal.contract.overlay.goal is not Goal.NONE


def by_people(live: LoadedTable, seats: Sequence[int]) -> tuple[int, ...]:
    """Filter these seats to those that people play themselves."""
    sitting = live.table.seats
    return tuple(
        seat
        for seat in seats
        if sitting[seat].occupant is Occupant.PERSON and not sitting[seat].played_by_computer
    )


def face_up(live: LoadedTable, seat: int) -> LoadedTable:
    """Turn a seat's tiles face up for the rest of the hand."""
    others = tuple(other for other in live.table.laid_down if other != seat)
    return with_table(live, laid_down=(*others, seat))


def lay_down(
    live: LoadedTable, seat: int, asked: tuple[int, ...], now: float, *, refused: bool
) -> PendingChange:
    """Turn the leader's tiles up and ask these opponents; the leader's clock stops meanwhile.

    `refused`: another opponent has already refused, so no one is asked.
    """
    claim = Claim(seat, asked, refused=refused)
    shown = face_up(live, seat)
    return PendingChange(
        with_table(shown, claim=claim, turn_since=now, nudged=False, offered=False)
    )


def accept(live: LoadedTable, claim: Claim, seat: int) -> PendingChange:
    """Record that one of the opponents grants the claim."""
    return PendingChange(with_table(live, claim=replace(claim, accepted=(*claim.accepted, seat))))


def refuse(live: LoadedTable, now: float) -> PendingChange | None:
    """End a refused claim: the claimer plays on face up and can't claim again at this lead."""
    claim = live.pending
    if claim is None:
        return None
    return PendingChange(with_table(live, claim=replace(claim, refused=True), turn_since=now))


def play_out(
    live: LoadedTable,
    seat: int,
    line: Sequence[PlayTile],
    user_id: int,
    randomness: Randomness,
    now: float,
) -> PendingChange:
    """Play a line to the end of the hand in which the leader takes every trick.

    Every tile is an ordinary act by the claimer. Raises NotProven, and changes nothing, if another
    seat would take a trick.
    """
    acts: tuple[Act, ...] = ()
    happenings: tuple[Happening, ...] = ()
    for play in line:
        plan = hands.act(live, play, user_id, randomness, now)
        taken = [
            happening.trick for happening in plan.happenings if isinstance(happening, TrickTaken)
        ]
        if any(trick.winner != seat for trick in taken):
            raise NotProven(leads=True)
        acts = acts + plan.acts
        happenings = happenings + plan.happenings
        if plan.hand is not None:
            after = replace(plan.live, claimed=seat)
            return replace(plan, live=after, acts=acts, happenings=happenings)
        live = plan.live
    raise NotProven(leads=True)


@dataclass(frozen=True, slots=True)
class _Rest:
    """The rest of a hand with all tiles visible, in which the leader wants every trick."""

    deal: Deal
    contract: Contract
    seat: int

    def may_lead(self, hand: Hand, first: bool) -> Hand:
        """List the legal leads: trumps first, the best of each suit first."""
        row = self.contract.overlay
        return sort_hand(row.may_lead(hand, self.contract, self.deal.rules, first), self.contract)

    def replies(self, seat: int, hand: Hand, tile: Tile) -> Iterator[tuple[PlayTile, Hand]]:
        """Yield each play of a seat that does not take the trick, with the hand after it."""
        row = self.contract.overlay
        rules = self.deal.rules
        lead = PlayTile(self.seat, tile)
        led = led_by(self.contract, lead)
        side = self.deal.declaring or 0
        allowed = row.may_follow(hand, lead, led, self.contract, rules)
        for reply in dict.fromkeys(allowed):
            play = PlayTile(seat, reply)
            if row.winner((lead, play), led, self.contract, rules, side) == self.seat:
                yield play, without(hand, reply)


def without(hand: Hand, tile: Tile) -> Hand:
    """Remove a tile from a hand."""
    at = hand.index(tile)
    return (*hand[:at], *hand[at + 1 :])


def winning_line(game: Game, seat: int, order: Sequence[Tile] = ()) -> tuple[PlayTile, ...] | None:
    """Find plays of all seats by which the leader takes every remaining trick, or None.

    `order`: the leads, if they are given. One seat's plays don't constrain another's, so each
    seat's possible hands are tracked independently.
    """
    deal = game.deal
    if deal is None or deal.contract is None or not leads(game, seat):
        return None
    rest = _Rest(deal, deal.contract, seat)
    seats = game.rules.game.seats
    turns = [(seat + step) % seats for step in range(1, seats)]
    others = tuple(other for other in turns if other != deal.sitting_out)
    start = tuple(frozenset({deal.hands[other]}) for other in others)
    found = tuple(order) or _search(rest, others, start)
    if found is None:
        return None
    lines = [_line(rest, other, deal.hands[other], found) for other in others]
    if any(line is None for line in lines):
        return None
    plays: list[PlayTile] = []
    for number, tile in enumerate(found):
        plays.append(PlayTile(seat, tile))
        plays.extend(line[number] for line in lines if line is not None)
    return tuple(plays)


Left = tuple[frozenset[Hand], ...]
"""For each other seat, the hands that it may still have."""


def _search(rest: _Rest, others: tuple[int, ...], start: Left) -> tuple[Tile, ...] | None:
    """Find leads that no opponent is forced to win; the search is bounded."""
    tried: set[tuple[Hand, Left]] = set()
    todo: list[tuple[Hand, Left, tuple[Tile, ...]]] = [(rest.deal.hands[rest.seat], start, ())]
    while todo and len(tried) < LOOKS:
        hand, left, led = todo.pop()
        if not hand:
            return led
        if (hand, left) in tried:
            continue
        tried.add((hand, left))
        first = not rest.deal.tricks and not led
        for tile in reversed(rest.may_lead(hand, first)):
            after = tuple(
                frozenset(held for each in hands_left for _, held in rest.replies(one, each, tile))
                for one, hands_left in zip(others, left, strict=True)
            )
            if all(after):
                todo.append((without(hand, tile), after, (*led, tile)))
    return None


def _line(rest: _Rest, seat: int, hand: Hand, order: Sequence[Tile]) -> tuple[PlayTile, ...] | None:
    """Find a seat's plays to these leads that win none of them, or None."""
    if not order:
        return ()
    for play, held in rest.replies(seat, hand, order[0]):
        after = _line(rest, seat, held, order[1:])
        if after is not None:
            return (play, *after)
    return None
