"""Rule-based explanation of any action."""

from dataclasses import replace

from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.inference.knowledge import know
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.rules.strategies import STRATEGIES
from texas42.engine import Action, PlayTile, SeatView


def explain(view: SeatView, action: Action) -> Reason:
    """Explain an action of the seat in turn.

    If the plain player would do the same, its reason applies. Another play is explained by what it
    does in the trick; another call, contract or exchange only by the best result.
    """
    plain, reason = RulesPlayer().choose_with_reason(view)
    if action == plain:
        return reason
    if isinstance(action, PlayTile) and view.contract is not None:
        known = know(view)
        return STRATEGIES[view.contract.kind].explain(known, action)
    return Reason(ReasonKind.SAMPLED)


def in_words(view: SeatView, action: Action, reason: Reason) -> Reason:
    """Replace the kind and details of a sampled reason by a rule-based explanation."""
    if reason.kind is not ReasonKind.SAMPLED:
        return reason
    why = explain(view, action)
    return replace(
        reason,
        kind=why.kind,
        tile=why.tile,
        suit=why.suit,
        seat=why.seat,
        contract=why.contract,
        points=why.points,
    )
