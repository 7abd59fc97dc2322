"""What each side of a finished hand could have taken, whoever had won the bid and named trump."""

from dataclasses import dataclass, replace

from bot.ai.solver.solver import Solver
from bot.ai.valuation.tile_weights import plain_contracts
from bot.engine import Contract, ContractKind, Deal, Trick

_NODES = 3_000_000
"""Tiles placed in each search: more than a hand of seven tiles takes."""


@dataclass(frozen=True, slots=True)
class Possible:
    """What a side could have had with all tiles in view, and with which bidder and contract.

    `points` are those of the whole hand, None in nel-o, in which the bidder loses every trick.
    """

    side: int
    bidder: int
    contract: Contract
    points: int | None


def possible(solver: Solver, deal: Deal) -> tuple[Possible, ...]:
    """Return each side's best from the first lead on, then with whom nel-o could be made.

    Nothing where that takes too long, as in the games of many tiles. The deal is at its first
    lead; exchanges stand as they were made. Raises ValueError for any other deal.
    """
    if deal.tricks or deal.trick is None or deal.trick.plays:
        raise ValueError("the deal is not at its first lead")
    best: dict[int, Possible] = {}
    # What was played comes first, and stays where nothing else is better.
    for bidder, contract in sorted(_choices(deal), key=lambda each: not _is_played(deal, *each)):
        low, high = solver.points(_as_if(deal, bidder, contract), _NODES)
        if low != high:
            return ()
        side = deal.rules.game.side_of(bidder)
        if side not in best or low > (best[side].points or 0):
            best[side] = Possible(side, bidder, contract, low)
    return (*(best[side] for side in sorted(best)), *_low_hands(solver, deal))


def _choices(deal: Deal) -> list[tuple[int, Contract]]:
    seats, contracts = range(deal.rules.game.seats), plain_contracts(deal.rules)
    return [(seat, contract) for seat in seats for contract in contracts]


def _is_played(deal: Deal, bidder: int, contract: Contract) -> bool:
    return (bidder, contract) == (deal.bidder, deal.contract)


def _low_hands(solver: Solver, deal: Deal) -> list[Possible]:
    """Return who could have made nel-o, with the first rule for doubles that lets him."""
    if deal.rules.nello == "off":
        return []
    game, found = deal.rules.game, []
    for seat in range(game.seats):
        for rule in deal.rules.nello_doubles:
            contract = Contract(ContractKind.NELLO, doubles=rule)
            if solver.loses_all(_as_if(deal, seat, contract), _NODES):
                found.append(Possible(game.side_of(seat), seat, contract, None))
                break
    return found


def _as_if(deal: Deal, bidder: int, contract: Contract) -> Deal:
    """Return the deal at the first lead after another auction."""
    lead = Trick(bidder)  # in plain contracts and in nel-o the bidder leads
    return replace(deal, bidder=bidder, contract=contract, to_act=bidder, trick=lead)
