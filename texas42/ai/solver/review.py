"""The review of a finished hand by best play with all tiles in view.

It computes what the bidder's side could have taken, each play's cost, and what each side could have
taken with the bid, with any bidder and any trump that somebody would name.
"""

from collections.abc import Sequence
from dataclasses import replace

from texas42.ai.findings.judgments import BestContract, PlayCost, Review
from texas42.ai.solver.solver import Outcome, Solver
from texas42.ai.valuation.tile_weights import plain_contracts
from texas42.engine import (
    OVERLAYS,
    Contract,
    Deal,
    Goal,
    Phase,
    PlayTile,
    Tile,
    Trick,
    new_game,
    ordering,
)
from texas42.records.record import parse_record
from texas42.records.replay import record_rules, walk

_NODES = 6_000_000
"""Tiles placed in each search: more than a hand of seven tiles takes, and a tenth of a second."""

LEAST_TRUMPS = 3
"""Nobody names a suit with fewer trumps, whatever the other hands hold."""


class Reviewer:
    """Reviews hands with its own solver; use one instance per thread."""

    def __init__(self) -> None:
        self._solver = Solver()

    def review(self, record: str, hand: int) -> Review:
        """Review a hand of a game record, counted from 1; raises RecordError."""
        steps = played_steps(record, hand)
        if not steps:
            return Review(None, None, None, (), 0, self._passed_over(record, hand))
        costs = play_costs(self._solver, steps)
        if len(costs) < len(steps):
            # A hand too large to solve as it was played is too large in every other contract.
            return Review(None, None, None, costs, len(steps) - len(costs), ())
        first_lead = steps[0][0]
        start = self._solver.solve(first_lead, _NODES)
        points = start.points_of(start.outcome) if _counts_points(first_lead) else None
        bidders, others = points or (None, None)
        return Review(
            bidders=bidders,
            others=others,
            made=start.outcome.made,
            costs=costs,
            unknown=0,
            possible=possible(self._solver, first_lead),
        )

    def _passed_over(self, record: str, hand: int) -> tuple[BestContract, ...]:
        """Compute what each side could have taken of a hand that all passed.

        Nothing if the bidder would have exchanged tiles first.
        """
        parsed = parse_record(record)
        *_, last = (t for t in walk(parsed, new_game(record_rules(parsed))) if t.hand == hand)
        deal = last.after.deal
        if deal is None or deal.bidder is not None or deal.rules.has_exchange:
            return ()
        return possible(self._solver, replace(deal, phase=Phase.PLAY, result=None, trick=Trick(0)))


def played_steps(record: str, hand: int) -> list[tuple[Deal, PlayTile]]:
    """List the plays of a hand of a record, each with the deal before it; a renege is none."""
    parsed = parse_record(record)
    return [
        (turn.before.deal, turn.action)
        for turn in walk(parsed, new_game(record_rules(parsed)))
        if turn.hand == hand
        and isinstance(turn.action, PlayTile)
        and turn.before.deal is not None
        and turn.action in turn.before.legal_actions()
    ]


def play_costs(solver: Solver, steps: Sequence[tuple[Deal, PlayTile]]) -> tuple[PlayCost, ...]:
    """Compute the costs of plays, in order; a step is the deal before the play and the play.

    If the node budget runs out at one of them, only the later ones have a cost: the search goes
    backwards, reusing its results, and earlier plays are larger.
    """
    costs = []
    for deal, play in reversed(steps):
        cost = _cost(solver, deal, play)
        if cost is None:
            break
        costs.append(cost)
    return tuple(reversed(costs))


def _cost(solver: Solver, deal: Deal, play: PlayTile) -> PlayCost | None:
    solution = solver.solve(deal, _NODES)
    if not solution.exact:
        return None
    ours = deal.rules.game.side_of(play.seat) == deal.declaring
    sign = 1 if ours else -1

    def value(outcome: Outcome) -> tuple[int, int]:
        return sign * bool(outcome.made), sign * (outcome.low or 0)

    best = max(solution.moves, key=lambda move: (value(solution.moves[move]), move == play))
    with_best = solution.moves[best]
    with_play = solution.moves[play]
    lost = None
    if _counts_points(deal) and with_best.low is not None and with_play.low is not None:
        most = max(sign * (each.low or 0) for each in solution.moves.values())
        lost = most - sign * with_play.low
    decisive = with_best.made is not with_play.made
    return PlayCost(len(deal.tricks) + 1, play, best, lost, decisive)


def _counts_points(deal: Deal) -> bool:
    """Return True if a contract is played for points: plunge and splash need every trick."""
    return deal.contract is not None and deal.contract.overlay.goal is Goal.BID


def possible(solver: Solver, deal: Deal) -> tuple[BestContract, ...]:
    """Compute each side's best from the first lead on, and the seats that could make nel-o.

    Empty if that takes too long, as in the games of many tiles. The deal is at its first lead;
    exchanges stay as they were made. Raises ValueError for any other deal.
    """
    if deal.tricks or deal.trick is None or deal.trick.plays:
        raise ValueError("the deal is not at its first lead")
    best: dict[int, BestContract] = {}
    # The actual contract comes first, and stays if nothing is better.
    for bidder, contract in sorted(_choices(deal), key=lambda each: not _is_played(deal, *each)):
        low, high = solver.points(_as_if(deal, bidder, contract), _NODES)
        if low != high:
            return ()
        side = deal.rules.game.side_of(bidder)
        if side not in best or low > (best[side].points or 0):
            best[side] = BestContract(side, bidder, contract, low)
    return (*(best[side] for side in sorted(best)), *_no_trick_makers(solver, deal))


def _choices(deal: Deal) -> list[tuple[int, Contract]]:
    seats = range(deal.rules.game.seats)
    contracts = plain_contracts(deal.rules)
    return [
        (seat, contract)
        for seat in seats
        for contract in contracts
        if _is_played(deal, seat, contract) or _would_name(deal.hands[seat], contract)
    ]


def _would_name(hand: Sequence[Tile], contract: Contract) -> bool:
    """Return True if somebody who sees only this hand might name the contract."""
    trump = contract.trump_suit
    if trump is None:
        return True
    members = ordering(contract).members[trump]
    return sum(tile in members for tile in hand) >= LEAST_TRUMPS


def _is_played(deal: Deal, bidder: int, contract: Contract) -> bool:
    return (bidder, contract) == (deal.bidder, deal.contract)


def _no_trick_makers(solver: Solver, deal: Deal) -> list[BestContract]:
    """List the seats that could lose every trick, with the first rule for doubles that works."""
    rules = deal.rules
    contracts = [
        Contract(kind, doubles=doubles)
        for kind, row in OVERLAYS.items()
        if row.goal is Goal.NONE and row.is_played(rules)
        for doubles in row.doubles_rules(rules)
    ]
    found = []
    for seat in range(rules.game.seats):
        for contract in contracts:
            if solver.loses_all(_as_if(deal, seat, contract), _NODES):
                found.append(BestContract(rules.game.side_of(seat), seat, contract, None))
                break
    return found


def _as_if(deal: Deal, bidder: int, contract: Contract) -> Deal:
    """Return the deal at the first lead after another auction."""
    lead = Trick(bidder)  # in ordinary contracts and in nel-o the bidder leads
    return replace(deal, bidder=bidder, contract=contract, to_act=bidder, trick=lead)
