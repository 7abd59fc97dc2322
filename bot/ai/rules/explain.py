"""Rule-based explanations of any action, whoever has chosen it."""

from dataclasses import replace

from bot.ai.inference.knowledge import know
from bot.ai.inference.trick_order import trick_order
from bot.ai.rules.player import RulesPlayer
from bot.ai.rules.strategies import STRATEGIES
from bot.engine import Action, PlayTile, SeatView
from bot.values.findings import Reason, ReasonKind


def explain(view: SeatView, action: Action) -> Reason:
    """Return the reason for an action of the seat in turn.

    Where the plain player would do the same it is that player's reason. Another play is explained
    by what it does in the trick; for another call, contract or exchange there is no reason but
    that it came out best.
    """
    plain, reason = RulesPlayer().choose_with_reason(view)
    if action == plain:
        return reason
    if isinstance(action, PlayTile) and view.contract is not None:
        known = know(view, trick_order(view.rules.game, view.contract))
        return STRATEGIES[view.contract.kind].explain(known, action)
    return Reason(ReasonKind.SAMPLED)


def in_words(view: SeatView, action: Action, reason: Reason) -> Reason:
    """Return the reason, with a rule-based explanation in place of one that has only figures."""
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
