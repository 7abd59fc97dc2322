"""The figures of a hint in a sentence: how often a choice works, and the next best one."""

from __future__ import annotations

from texas42.ai.findings.judgments import Advice
from texas42.ai.findings.play_chances import NO_DIFFERENCE
from texas42.engine import (
    Action,
    Contract,
    MakeCall,
    MakeExchange,
    NameContract,
    PlayTile,
    SeatView,
)

from ..table.scene import own_side
from ..words.bids import call_name
from ..words.contracts import contract_name, short_contract_name
from ..words.language import Words
from ..words.render_context import RenderContext, tile_text


def hint_figures(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Write the figures of a hint; empty if no deals were sampled, or the bid is decided."""
    if advice.reason.chance is None or not advice.reason.tried or _is_decided(view):
        return ""
    if isinstance(advice.action, MakeCall):
        return _call(advice, advice.reason.chance, view, context)
    return _compare(advice, advice.reason.chance, view, context)


def _is_decided(view: SeatView) -> bool:
    """Return True if the points taken so far have made or set the bid."""
    if view.bidder is None or view.needed is None:
        return False
    bidders = view.points[view.rules.game.side_of(view.bidder)]
    others = sum(view.points) - bidders
    return bidders >= view.needed or others > view.rules.game.total - view.needed


def _compare(advice: Advice, chance: float, view: SeatView, context: RenderContext) -> str:
    """Compare how often a choice and the next best one work."""
    share = context.words.percent(chance)
    swaps = isinstance(advice.action, MakeExchange)  # another one takes too many words
    sets = view.bidder is not None and view.rules.game.side_of(view.bidder) != own_side(view)
    alone = context.say("It sets them about {share} of the time.", share=share) if sets else ""
    alone = alone or context.say("It makes the bid about {share} of the time.", share=share)
    if advice.reason.next_best is None or advice.reason.next_chance is None or swaps:
        return alone
    other = _other(advice.reason.next_best, view, context)
    if abs(chance - advice.reason.next_chance) <= NO_DIFFERENCE:
        if sets:
            return context.say(
                "This and {other} both set them about {share} of the time.",
                other=other,
                share=share,
            )
        return context.say(
            "This and {other} both make the bid about {share} of the time.",
            other=other,
            share=share,
        )
    if advice.reason.next_chance > chance:
        return alone  # the choice gains something other than the bid
    less = context.words.percent(advice.reason.next_chance)
    if sets:
        return context.say(
            "It sets them about {share} of the time; {other}, your next best, {less}.",
            share=share,
            other=other,
            less=less,
        )
    return context.say(
        "It makes the bid about {share} of the time; {other}, your next best, {less}.",
        share=share,
        other=other,
        less=less,
    )


def _other(action: Action, view: SeatView, context: RenderContext) -> str:
    """Name the other choice in a few words."""
    match action:
        case PlayTile(tile=tile, declared=None):
            return context.say("the {tile}", tile=tile_text(tile))
        case PlayTile(tile=tile, declared=suit) if suit is not None:
            named = context.words.suit(suit)
            return context.say("the {tile} as {suit}", tile=tile_text(tile), suit=named)
        case NameContract(contract=contract):
            return contract_name(contract, view.rules, context.words)
    raise ValueError(f"{action!r} is not compared")


def _call(advice: Advice, chance: float, view: SeatView, context: RenderContext) -> str:
    """Say how often the bid, or the best one, makes, and what passing leads to."""
    passes = isinstance(advice.action, MakeCall) and not advice.action.call.is_bid
    bid = _best_bid(advice, view, context.words)
    contract = advice.reason.contract
    share = context.words.percent(chance)
    left = _if_you_pass(advice, view, context.words)
    named = "" if contract is None else short_contract_name(contract, context.words)
    if passes and left:
        return context.say(
            "Your best bid, {bid}, makes about {share} of the time, and {left}.",
            bid=bid,
            share=share,
            left=left,
        )
    if passes:
        return context.say(
            "Your best bid, {bid}, makes about {share} of the time.", bid=bid, share=share
        )
    if left and named:
        return context.say(
            "In {contract} it makes about {share} of the time, and {left}.",
            contract=named,
            share=share,
            left=left,
        )
    if named:
        return context.say(
            "In {contract} it makes about {share} of the time.", contract=named, share=share
        )
    return context.say("It makes about {share} of the time.", share=share)


def _best_bid(advice: Advice, view: SeatView, words: Words) -> str:
    """Name the best bid of a hand that should pass: "31 in fives"."""
    contract: Contract | None = advice.reason.contract
    named = "" if contract is None else short_contract_name(contract, words)
    if not isinstance(advice.reason.next_best, MakeCall):
        return named
    call = advice.reason.next_best.call
    bid = call_name(call, view.rules, words)
    if call.trump is not None or not named:
        return bid
    return words.say("{bid} in {suit}", bid=bid, suit=named)


def _if_you_pass(advice: Advice, view: SeatView, words: Words) -> str:
    """Describe what passing leads to, as a clause after "and"; empty if unknown."""
    call = advice.reason.left_bid
    say = words.say
    if call is None:
        return ""
    if not call.is_bid or advice.reason.left_to is None or advice.reason.left_chance is None:
        return say("if you pass, probably nobody bids")
    bid = call_name(call, view.rules, words)
    share = words.percent(advice.reason.left_chance)
    ours = view.rules.game.side_of(advice.reason.left_to) == own_side(view)
    if MakeCall(advice.reason.left_to, call) in view.calls:
        if ours:
            return say(
                "if you pass, your partner's {bid} makes about {share}", bid=bid, share=share
            )
        return say("if you pass, their {bid} makes about {share}", bid=bid, share=share)
    if ours:
        return say(
            "if you pass, your partner's likely {bid} makes about {share}", bid=bid, share=share
        )
    return say("if you pass, their likely {bid} makes about {share}", bid=bid, share=share)
