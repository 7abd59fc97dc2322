"""Why a choice is a good one, told by rule, whoever has made it."""

from dataclasses import replace

from bot.ai.inference.knowledge import know
from bot.ai.inference.trick_order import trick_order
from bot.ai.rules.following import why_follow
from bot.ai.rules.leading import why_lead
from bot.ai.rules.low_play import why_low
from bot.ai.rules.player import RulesPlayer
from bot.ai.rules.reasons import Reason, ReasonKind
from bot.engine import Action, ContractKind, PlayTile, SeatView


def explain(view: SeatView, action: Action) -> Reason:
    """Say what speaks for an act of the seat in turn.

    The plain player gives its own reason where it would do the same. Another play is explained
    by what it does in the trick; for another call, contract or exchange nothing can be said but
    that it came out best.
    """
    plain, reason = RulesPlayer().choose_with_reason(view)
    if action == plain:
        return reason
    suited = view.contract is not None and view.contract.kind is not ContractKind.SEVENS
    if isinstance(action, PlayTile) and suited:
        return _why(view, action)
    return Reason(ReasonKind.SAMPLED)


def told(view: SeatView, action: Action, reason: Reason) -> Reason:
    """Return a reason in words of the game in the place of one that tells nothing but figures."""
    if reason.kind is not ReasonKind.SAMPLED:
        return reason
    return replace(explain(view, action), chance=reason.chance, tried=reason.tried)


def _why(view: SeatView, play: PlayTile) -> Reason:
    if view.contract is None:
        raise ValueError("no contract has been named")
    known = know(view, trick_order(view.rules.game, view.contract))
    if view.contract.kind is ContractKind.NELLO:
        return why_low(known, play)
    return why_lead(known, play) if known.led is None else why_follow(known, play)
