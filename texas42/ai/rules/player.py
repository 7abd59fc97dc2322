"""The plain player: rules of thumb from the sources, applied to the seat's own view."""

from typing import TypeVar

from texas42.ai.findings.judgments import Reason
from texas42.ai.inference.knowledge import know
from texas42.ai.rules.bidding import make_call, name_contract
from texas42.ai.rules.exchange import exchange
from texas42.ai.rules.strategies import STRATEGIES
from texas42.ai.valuation.strength import Estimator, estimate_by_rule
from texas42.engine import Action, MakeCall, MakeExchange, NameContract, Phase, PlayTile, SeatView

A = TypeVar("A", MakeCall, NameContract, MakeExchange, PlayTile)


class RulesPlayer:
    """Bids by trumps, doubles, offs and count; pulls trumps; counts on its partner.

    It is stateless: the same view gives the same choice. `eagerness` is added to the chance of its
    best bid before that is compared with a pass; `estimator` values its hand in suits.
    """

    def __init__(self, eagerness: float = 0.0, estimator: Estimator = estimate_by_rule) -> None:
        self._eagerness = eagerness
        self._estimator = estimator

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Choose one of `view.legal`, well within any sensible limit of `seconds`."""
        del seconds
        return self.choose_with_reason(view)[0]

    def choose_with_reason(self, view: SeatView) -> tuple[Action, Reason]:
        """Choose an action; return it with its reason. Raises ValueError if not in turn."""
        if not view.legal:
            raise ValueError("it is not this seat's turn")
        match view.phase:
            case Phase.CALL:
                return make_call(view, _only(MakeCall, view), self._eagerness, self._estimator)
            case Phase.CONTRACT:
                return name_contract(view, _only(NameContract, view), self._estimator)
            case Phase.EXCHANGE:
                return exchange(view, _only(MakeExchange, view))
            case _:
                return choose_tile(view, _only(PlayTile, view))


def choose_tile(view: SeatView, legal: tuple[PlayTile, ...]) -> tuple[PlayTile, Reason]:
    """Choose the tile to play, with the reason; the contract must be named."""
    if view.contract is None:
        raise ValueError("no contract has been named")
    known = know(view)
    return STRATEGIES[view.contract.kind].choose(known, legal)


def _only(kind: type[A], view: SeatView) -> tuple[A, ...]:
    return tuple(action for action in view.legal if isinstance(action, kind))
