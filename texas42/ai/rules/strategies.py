"""How the plain player handles each kind of contract: one row per kind.

The row of an ordinary contract has the defaults. The strategy of a special contract is in the
module of its family (`nello`, `sevens`, `plunge`) and reaches the others through its row.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.inference.knowledge import Knowledge
from texas42.ai.rules import nello, plunge, sevens
from texas42.ai.rules.following import explain_follow, follow
from texas42.ai.rules.leading import explain_lead, lead
from texas42.ai.valuation.strength import Estimator
from texas42.engine import (
    Call,
    Contract,
    ContractKind,
    PlayTile,
    SeatView,
    contracts_at_bid,
)

Chance: TypeAlias = Callable[[SeatView, Contract], float]
Choose: TypeAlias = Callable[[Knowledge, tuple[PlayTile, ...]], tuple[PlayTile, Reason]]
Explain: TypeAlias = Callable[[Knowledge, PlayTile], Reason]


def _choose(know: Knowledge, legal: tuple[PlayTile, ...]) -> tuple[PlayTile, Reason]:
    return lead(know, legal) if know.led is None else follow(know, legal)


def _explain(know: Knowledge, play: PlayTile) -> Reason:
    return explain_lead(know, play) if know.led is None else explain_follow(know, play)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """The functions that value, name, play and explain a kind of contract."""

    naming: ReasonKind = ReasonKind.BEST_SUIT
    """Why it is named."""
    bidding: ReasonKind | None = None
    """Why it is bid, if not for the strength of the hand."""
    chance: Chance | None = None
    """Estimates the chance to make it with the seat's hand; None where an Estimator does."""
    choose: Choose = _choose
    explain: Explain = _explain
    """Returns the reason for a play that another player has chosen."""
    is_sampled: bool = True
    """True if the stronger players try its plays in sampled deals."""


_PARTNER_NAMES = Strategy(naming=ReasonKind.PARTNERS_DOUBLES, chance=plunge.chance)

STRATEGIES: Mapping[ContractKind, Strategy] = MappingProxyType(
    {
        ContractKind.SUIT: Strategy(),
        ContractKind.FOLLOW_ME: Strategy(),
        ContractKind.NELLO: Strategy(
            naming=ReasonKind.LOW_HAND,
            bidding=ReasonKind.NO_TRICKS,
            chance=nello.chance,
            choose=nello.choose,
            explain=nello.explain,
        ),
        ContractKind.SEVENS: Strategy(
            naming=ReasonKind.NEAR_SEVEN,
            chance=sevens.chance,
            choose=sevens.choose,
            explain=sevens.explain,
            is_sampled=False,
        ),
        ContractKind.PLUNGE: _PARTNER_NAMES,
        ContractKind.SPLASH: _PARTNER_NAMES,
    }
)


def chance_of(view: SeatView, contract: Contract, estimator: Estimator) -> float:
    """Estimate the chance to make the bid in a contract with the seat's hand."""
    special = STRATEGIES[contract.kind].chance
    if special is not None:
        return special(view, contract)
    found = estimator(view.rules, contract, view.hand)
    total = view.rules.game.total
    if view.needed is None or view.needed >= total:
        return found.every_trick
    return found.chance((view.needed - 0.5) / total)


def special_contracts(view: SeatView, call: Call) -> list[Contract]:
    """List the special contracts that the seat could name if this call of its won the auction.

    Plunge and splash are left out: their partner names the suit (see `plunge.contract_at_bid`).
    """
    return [
        contract
        for contract in contracts_at_bid(view.rules, view.calls, call, view.hand)
        if contract.overlay.is_special and not contract.kind.partner_names
    ]


def special_chances(view: SeatView, call: Call) -> list[tuple[Contract, float]]:
    """Return those contracts, each with its chance by rule."""
    return [
        (contract, strategy.chance(view, contract))
        for contract in special_contracts(view, call)
        if (strategy := STRATEGIES[contract.kind]).chance is not None
    ]
