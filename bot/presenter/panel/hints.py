"""Hints in the words of the game: what a good player would do, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from texas42.ai.findings.judgments import Advice, ReasonKind
from texas42.engine import (
    Action,
    Contract,
    DoublesRule,
    MakeCall,
    MakeExchange,
    NameContract,
    PlayTile,
    SeatView,
    Shake,
    Suit,
    Tile,
    led_suit,
    ordering,
)

from ..table.seats import playing_seats
from ..words.bids import call_name
from ..words.contracts import contract_name, short_contract_name
from ..words.language import Words
from ..words.render_context import RenderContext, tile_text
from .hint_figures import hint_figures
from .holdings import holding_line

FAIR = 0.4
"""With this chance or more, a hand is never called weak, even if another call is better."""
SAID_ANYWAY = frozenset({ReasonKind.FORCED, ReasonKind.LEAVE_PARTNER})
"""Reasons for calls that the figures do not show."""
SURE = frozenset({ReasonKind.SURE_WINNER, ReasonKind.WALKER, ReasonKind.PULL_TRUMPS})


def hint_text(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Write a hint for the view's owner: what to do, and why, in at most two sentences.

    A call whose figures already compare bidding and passing needs no other reason.
    """
    hint = context.say("**Hint: {what}.**", what=advised_act(advice, view, context))
    return f"{hint} {_reasons(advice, view, context)}".rstrip()


def hint_forms(advice: Advice, view: SeatView, context: RenderContext) -> tuple[str, ...]:
    """Write a hint in full, then without what a phone may have no room for.

    First goes the comparison with the next best choice or with passing, then all figures. The
    reason stays.
    """
    reason = advice.reason
    apart = replace(reason, next_best=None, left_bid=None)
    shorter = dict.fromkeys((reason, apart, replace(reason, chance=None)))
    return tuple(hint_text(replace(advice, reason=each), view, context) for each in shorter)


def coached_text(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Explain the better act and its reason, after the hand."""
    better = context.say("Better: {what}.", what=advised_act(advice, view, context))
    return f"{better} {_reasons(advice, view, context)}".rstrip()


def _reasons(advice: Advice, view: SeatView, context: RenderContext) -> str:
    figures = hint_figures(advice, view, context)
    reason = advice.reason
    weighed = figures and reason.left_bid is not None and reason.kind not in SAID_ANYWAY
    why = "" if weighed else reason_text(advice, view, context)
    return " ".join(filter(None, (why, figures or _facts(advice, view, context))))


def better_text(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Explain the better act and its reason to a newcomer; empty if there is no choice.

    "Sampled deals say so" teaches nothing and is left out.
    """
    what = better_choice(advice, view, context)
    sampled = advice.reason.kind == ReasonKind.SAMPLED
    return f"{what} {reason_text(advice, view, context)}" if what and not sampled else what


def better_choice(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Name the better act; empty if there is no choice."""
    if len(view.legal) == 1:
        return ""
    return context.say("**{what}.**", what=advised_act(advice, view, context))


def advised_act(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Name the advised act: "Lead the 3-3"."""
    return _what(advice.action, view, context)


def _what(action: Action, view: SeatView, context: RenderContext) -> str:
    match action:
        case MakeCall(call=call) if not call.is_bid:
            return context.say("Pass")
        case MakeCall(call=call):
            return context.say("Bid {bid}", bid=call_name(call, view.rules, context.words))
        case NameContract(contract=contract):
            return context.say("Name {contract}", contract=_named(contract, view, context.words))
        case MakeExchange():
            return _exchange(action, context)
        case PlayTile(tile=tile, declared=declared):
            shown = tile_text(tile)
            if declared is not None:
                suit = context.words.suit(declared)
                return context.say("Lead the {tile} as {suit}", tile=shown, suit=suit)
            if view.trick is None or not view.trick.plays:
                return context.say("Lead the {tile}", tile=shown)
            return context.say("Play the {tile}", tile=shown)
        case Shake():
            raise ValueError("nobody advises on a shake")


def _named(contract: Contract, view: SeatView, words: Words) -> str:
    """Name a contract as its namer calls it: after a plunge the partner calls just a trump."""
    if not contract.overlay.partner_names or view.bidder == view.seat:
        return contract_name(contract, view.rules, words)
    name = short_contract_name(contract, words)
    if contract.named is not None:
        name = words.suit(contract.named)
    if contract.doubles is DoublesRule.HIGH:
        return name
    return words.say(
        "{contract}, {doubles}", contract=name, doubles=words.doubles(contract.doubles)
    )


def _exchange(action: MakeExchange, context: RenderContext) -> str:
    if not action.give:
        return context.say("Keep your hand")
    give = context.both(map(tile_text, action.give))
    if action.take:
        take = context.both(map(tile_text, action.take))
        return context.say("Take the {take} and put back the {give}", take=take, give=give)
    return context.say("Take the one left over and put back the {give}", give=give)


def reason_text(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Say in one sentence why, without figures."""
    if (
        advice.reason.kind == ReasonKind.KEEP_WINNERS
        and len(others := _others(advice.action, view)) == 1
    ):
        return context.say("Keep the {tile}: it can still win.", tile=tile_text(*others))
    if advice.reason.kind == ReasonKind.WEAK_HAND and (advice.reason.chance or 0.0) >= FAIR:
        return context.say("Bidding here risks more than it wins.")
    if advice.reason.kind == ReasonKind.STRONG_HAND:
        return holding_line(view, advice.reason.contract, context)
    if _names_best_suit(advice, view):
        return _strongest(advice.action, context)
    suit = context.say("its suit")
    if advice.reason.suit is not None:
        suit = context.words.suit(advice.reason.suit)
    reasons = {
        **_before_play(isinstance(advice.action, PlayTile), context),
        **_leads(suit, context),
        **_walks_explained(suit, context),
        **_answers(_ends_trick(advice.action, view), context),
    }
    return reasons[advice.reason.kind]


def _names_best_suit(advice: Advice, view: SeatView) -> bool:
    """Return True if a contract is best by its suit; a plunge is bid for the doubles."""
    if advice.reason.kind is ReasonKind.PARTNERS_DOUBLES:
        return isinstance(advice.action, NameContract) and view.bidder != view.seat
    return advice.reason.kind is ReasonKind.BEST_SUIT


def _strongest(action: Action, context: RenderContext) -> str:
    if isinstance(action, NameContract) and action.contract.trump_suit is None:
        return context.say("Your hand is strongest in follow me.")
    return context.say("They're your strongest suit.")


def _others(action: Action, view: SeatView) -> set[Tile]:
    """List the tiles that could be played instead of one."""
    could = {each.tile for each in view.legal if isinstance(each, PlayTile)}
    return could - {action.tile} if isinstance(action, PlayTile) else could


def _before_play(playing: bool, context: RenderContext) -> dict[ReasonKind, str]:
    near = context.say("Your dominoes are near seven pips.")
    return {
        ReasonKind.ONLY_LEGAL: context.say("It's your only choice."),
        ReasonKind.SAMPLED: context.say(
            "It did best over many ways the others could hold their dominoes."
        ),
        ReasonKind.WEAK_HAND: context.say("Your hand is too weak to bid here."),
        ReasonKind.OUTBID: context.say("You can't bid higher."),
        ReasonKind.LEAVE_PARTNER: context.say("Your partner has the bid. Let it stand."),
        ReasonKind.FORCED: context.say("Everyone passed and you must bid. This risks the least."),
        ReasonKind.ALL_TRICKS: context.say("Your hand could take every trick."),
        ReasonKind.NO_TRICKS: context.say("Your hand is low enough to lose every trick."),
        ReasonKind.LOW_HAND: context.say("Your hand is low enough to lose every trick."),
        ReasonKind.NEAR_SEVEN: context.say("It's your nearest to seven pips.") if playing else near,
        ReasonKind.PARTNERS_DOUBLES: context.say(
            "You hold enough doubles, and your partner names the trump."
        ),
        ReasonKind.BETTER_HAND: context.say("That makes your hand stronger."),
        ReasonKind.KEEP_HAND: context.say("No swap makes your hand stronger."),
    }


def _leads(suit: str, context: RenderContext) -> dict[ReasonKind, str]:
    return {
        ReasonKind.PULL_TRUMPS: context.say("It wins, and it pulls their trumps."),
        ReasonKind.FORCE_HIGH_TRUMP: context.say(
            "It pulls their high trumps and makes yours good."
        ),
        ReasonKind.SURE_WINNER: context.say("Nobody can beat it."),
        ReasonKind.WALKER: context.say("The higher {suit} are gone, so it walks.", suit=suit),
        ReasonKind.LIKELY_WINNER: context.say(
            "No higher {suit} are left: it should walk.", suit=suit
        ),
        ReasonKind.TO_PARTNER: context.say("Your partner can probably catch it."),
        ReasonKind.LEAST_BAD_LEAD: context.say("No lead is safe. This one risks the least."),
        ReasonKind.DRAW_COUNT: context.say(
            "It can win, and it pulls their count in {suit}.", suit=suit
        ),
    }


def _walks_explained(suit: str, context: RenderContext) -> dict[ReasonKind, str]:
    """Explain to a newcomer what walks; empty for anyone else, who knows the word."""
    if not context.newcomer:
        return {}
    return {
        ReasonKind.WALKER: context.say(
            "The higher {suit} are gone, so it wins: we say it walks.", suit=suit
        ),
        ReasonKind.LIKELY_WINNER: context.say(
            "No higher {suit} are left, so it should win: we say it should walk.", suit=suit
        ),
    }


def _ends_trick(action: Action, view: SeatView) -> bool:
    """Return True if an action is the last play of its trick."""
    trick = view.trick
    return (
        isinstance(action, PlayTile)
        and trick is not None
        and len(trick.plays) + 1 == len(playing_seats(view, trick.leader))
    )


def _answers(last: bool, context: RenderContext) -> dict[ReasonKind, str]:
    takes = context.say("It's ahead so far.")
    trump = context.say("This trump is ahead so far.")
    if last:
        takes = context.say("It takes the trick.")
        trump = context.say("This trump takes the trick.")
    return {
        ReasonKind.WIN_TRICK: takes,
        ReasonKind.TRUMP_IN: trump,
        ReasonKind.COUNT_TO_PARTNER: context.say(
            "Your side should take this trick: put count on it."
        ),
        ReasonKind.TRASH: context.say("You'll miss it least."),
        ReasonKind.KEEP_WINNERS: context.say("Keep the others: they can still win."),
        ReasonKind.NO_COUNT: context.say("It gives them no count."),
        ReasonKind.SHOW_DOUBLE: context.say("It tells your partner you likely hold that double."),
        ReasonKind.SHOW_NEXT: context.say(
            "It tells your partner you likely hold the next highest."
        ),
        ReasonKind.STAY_UNDER: context.say("It doesn't take the trick."),
        ReasonKind.THROW_DANGER: context.say("It could catch a trick later: get rid of it."),
        ReasonKind.GIVE_BIDDER_TRICK: context.say("It can stick the bidder with the trick."),
    }


def _facts(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Count what a winning lead faces: trumps still out, tiles that must follow."""
    play = advice.action
    contract = view.contract
    if advice.reason.kind not in SURE or not isinstance(play, PlayTile) or contract is None:
        return ""
    suit = led_suit(play.tile, contract, play.declared)
    trump = contract.trump_suit
    no_trump = trump is not None and suit is not trump and not unseen_in(view, contract, trump)
    left = unseen_in(view, contract, suit)
    hidden = view.kitty_size or view.sitting_out is not None
    falls = tile_text(left[0]) if len(left) == 1 and not hidden else ""
    if no_trump and falls:
        return context.say("No trump is out, and the {tile} must fall on it.", tile=falls)
    if falls:
        return context.say("The {tile} must fall on it.", tile=falls)
    return context.say("No trump is out.") if no_trump else ""


def unseen_in(view: SeatView, contract: Contract, suit: Suit) -> list[Tile]:
    """List the tiles of a suit that the view's seat neither holds nor has seen played."""
    tricks = (*view.tricks, *(() if view.trick is None else (view.trick,)))
    seen = Counter(view.hand) + Counter(play.tile for trick in tricks for play in trick.plays)
    members = ordering(contract).members[suit]
    return [tile for tile in (Counter(view.rules.game.tiles) - seen).elements() if tile in members]
