"""Plunge and splash: a bid on a hand of doubles, with the suit named by the partner."""

from texas42.ai.inference.trick_order import trick_order
from texas42.ai.valuation.strength import estimate
from texas42.engine import (
    DOUBLES,
    OVERLAYS,
    Call,
    Contract,
    ContractKind,
    DoublesRule,
    Rules,
    SeatView,
    contract_called,
)

_CHANCES = {
    ContractKind.PLUNGE: {4: 0.2, 5: 0.4, 6: 0.65, 7: 0.9},
    ContractKind.SPLASH: {3: 0.12, 4: 0.2, 5: 0.4, 6: 0.65, 7: 0.9},
}
"""The chance to make it, by kind and doubles held."""
_PER_DOUBLE = 0.2
"""The value of each double in the partner's hand with doubles as trump, since the bidder has most
of the others. Each double of the bidder loses as much if doubles are low."""


def chance(view: SeatView, contract: Contract) -> float:
    """Estimate the chance to make it: the bidder's by doubles, the partner's by suit."""
    doubles = _doubles(view)
    if contract.is_bare:
        return _CHANCES[contract.kind].get(min(doubles, 7), 0.0)
    game = view.rules.game
    found = estimate(game, trick_order(game, contract), view.hand)
    if contract.doubles is DoublesRule.LOW and found.every_trick < 1:
        return found.mean - _PER_DOUBLE * contract.overlay.doubles
    return found.mean + (_PER_DOUBLE * doubles if contract.named is DOUBLES else 0.0)


def committed_contract(call: Call) -> Contract | None:
    """Return the contract to which a call commits its bidder, None for an ordinary bid."""
    kind = contract_called(call)
    return None if kind is None else Contract(kind)


def may_be_bid(view: SeatView) -> bool:
    """Return True if this seat has enough doubles for a contract whose suit the partner names."""
    return any(_doubles(view) >= kind.overlay.doubles for kind in _kinds_at_table(view.rules))


def contract_at_bid(view: SeatView, call: Call) -> Contract | None:
    """Return the plunge or splash that this seat could play at a bid."""
    if (contract := committed_contract(call)) is not None:
        return contract
    for kind in _kinds_at_table(view.rules):
        row = kind.overlay
        if call.multiple >= row.level and _doubles(view) >= row.doubles:
            return Contract(kind)
    return None


def _kinds_at_table(rules: Rules) -> list[ContractKind]:
    return [kind for kind in _CHANCES if OVERLAYS[kind].is_played(rules)]


def _doubles(view: SeatView) -> int:
    return sum(tile.is_double for tile in view.hand)
