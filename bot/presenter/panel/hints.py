"""A hint in the words of the game: what a good player would do, and why."""

from __future__ import annotations

from collections import Counter

from bot.engine import (
    Action,
    Contract,
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
from bot.tables.views import Advice

from ..words.bids import call_name
from ..words.contracts import contract_name
from ..words.parts import lines
from ..words.render_context import RenderContext, tile_text
from .hint_figures import hint_figures

FAIR = 0.4
"""A chance with which no hand is called weak, though another call may be worth more."""
SAID_ANYWAY = frozenset({"forced", "leave-partner"})
"""Reasons for calls that figures do not tell."""
SURE = frozenset({"sure-winner", "walker", "pull-trumps"})


def hint_text(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Return a hint for the view's owner: what to do, and why in at most two sentences.

    Where the figures say what a bid and a pass lead to, a call needs no other reason.
    """
    hint = context.words.say("**Hint: {what}.**", what=_what(advice.action, view, context))
    return lines(hint, _reasons(advice, view, context))


def coached_text(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Return what the view's owner had better have done, and why, after the hand."""
    better = context.words.say("Better: {what}.", what=_what(advice.action, view, context))
    return f"{better} {_reasons(advice, view, context)}".rstrip()


def _reasons(advice: Advice, view: SeatView, context: RenderContext) -> str:
    figures = hint_figures(advice, view, context)
    weighed = figures and advice.left_bid is not None and advice.kind not in SAID_ANYWAY
    why = "" if weighed else _why(advice, view, context)
    return " ".join(filter(None, (why, figures or _facts(advice, view, context))))


def better_text(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Return what the view's owner had better do, and the reason, for somebody who learns.

    Nothing where there is no choice; that deals were tried is no reason from which one learns.
    """
    if len(view.legal) == 1:
        return ""
    what = context.words.say("**Better: {what}.**", what=_what(advice.action, view, context))
    why = "" if advice.kind == "sampled" else _why(advice, view, context)
    return f"{what} {why}".rstrip()


def _what(action: Action, view: SeatView, context: RenderContext) -> str:
    words, say = context.words, context.words.say
    match action:
        case MakeCall(call=call) if not call.is_bid:
            return say("Pass")
        case MakeCall(call=call):
            return say("Bid {bid}", bid=call_name(call, view.rules, words))
        case NameContract(contract=contract):
            return say("Call {contract}", contract=contract_name(contract, view.rules, words))
        case MakeExchange():
            return _exchange(action, view, context)
        case PlayTile(tile=tile, declared=declared):
            shown = tile_text(tile)
            if declared is not None:
                suit = words.suit(declared)
                return say("Lead the {tile} as {suit}", tile=shown, suit=suit)
            leads = view.trick is None or not view.trick.plays
            return (
                say("Lead the {tile}", tile=shown) if leads else say("Play the {tile}", tile=shown)
            )
        case Shake():
            raise ValueError("nobody advises on a shake")


def _exchange(action: MakeExchange, view: SeatView, context: RenderContext) -> str:
    words, game = context.words, view.rules.game
    if not action.give:
        return words.say("Keep your hand")
    give = context.tiles(action.give, game)
    if action.take:
        take = context.tiles(action.take, game)
        return words.say("Take {take} and put back {give}", take=take, give=give)
    return words.say("Put back {give}", give=give)


def _why(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Return the sentence of a reason; KeyError for a kind that has none."""
    if advice.kind == "keep-winners" and len(others := _others(advice.action, view)) == 1:
        return context.words.say("Keep the {tile}: it can still win.", tile=tile_text(*others))
    if advice.kind == "weak-hand" and (advice.chance or 0.0) >= FAIR:
        return context.words.say("Bidding here risks more than it wins.")
    suit = context.words.say("its suit")
    if advice.suit is not None:
        suit = context.words.suit(advice.suit)
    reasons = {
        **_before_play(isinstance(advice.action, PlayTile), context),
        **_leads(suit, context),
        **_answers(suit, context),
    }
    return reasons[advice.kind]


def _others(action: Action, view: SeatView) -> set[Tile]:
    """Return the tiles that could be played in the place of one."""
    could = {each.tile for each in view.legal if isinstance(each, PlayTile)}
    return could - {action.tile} if isinstance(action, PlayTile) else could


def _before_play(playing: bool, context: RenderContext) -> dict[str, str]:
    say = context.words.say
    near = say("Your dominoes are near seven pips.")
    return {
        "only-legal": say("It's your only choice."),
        "sampled": say("It did best in many deals of the dominoes you can't see."),
        "weak-hand": say("Your hand is too weak to bid here."),
        "outbid": say("You can't bid higher."),
        "leave-partner": say("Your partner has the bid. Let it stand."),
        "forced": say("Everyone passed and you must bid. This risks the least."),
        "strong-hand": say("Your hand is strong enough."),
        "all-tricks": say("Your hand could take every trick."),
        "no-tricks": say("Your hand is low enough to lose every trick."),
        "best-suit": say("Your hand takes the most in it."),
        "low-hand": say("Your hand is low enough to lose every trick."),
        "near-seven": say("It's your nearest to seven pips.") if playing else near,
        "partners-doubles": say("You hold enough doubles, and your partner names the trump."),
        "better-hand": say("That makes your hand stronger."),
        "keep-hand": say("No swap makes your hand stronger."),
    }


def _leads(suit: str, context: RenderContext) -> dict[str, str]:
    say = context.words.say
    return {
        "pull-trumps": say("It wins, and it pulls their trumps."),
        "force-high-trump": say("A small trump pulls the high ones, so yours get good."),
        "sure-winner": say("Nobody can beat it."),
        "walker": say("The higher {suit} are gone, so it walks.", suit=suit),
        "likely-winner": say("No higher {suit} are left, so it will probably walk.", suit=suit),
        "to-partner": say("Your partner can probably catch it."),
        "least-bad-lead": say("No lead is safe. This one risks the least."),
        "draw-count": say("It can win, and it pulls count in {suit}.", suit=suit),
    }


def _answers(suit: str, context: RenderContext) -> dict[str, str]:
    say = context.words.say
    return {
        "win-trick": say("It beats everything on the table."),
        "trump-in": say("You're out of {suit}, and this trump takes the trick.", suit=suit),
        "count-to-partner": say("Your side will probably take it, so give it count."),
        "trash": say("It's the one you need least."),
        "keep-winners": say("Keep the others: they can still win."),
        "no-count": say("It gives them no count."),
        "show-double": say("It tells your partner you hold the double of its suit."),
        "show-next": say("It tells your partner you hold the next highest of its suit."),
        "stay-under": say("It doesn't take the trick."),
        "throw-danger": say("It could catch you a trick later, so get off it now."),
        "give-bidder-trick": say("It can make the bidder catch the trick."),
    }


def _facts(advice: Advice, view: SeatView, context: RenderContext) -> str:
    """Return what counting tells about a winning lead: trumps out, what must fall."""
    play, contract = advice.action, view.contract
    if advice.kind not in SURE or not isinstance(play, PlayTile) or contract is None:
        return ""
    say, suit = context.words.say, led_suit(play.tile, contract, play.declared)
    trump = contract.trump_suit
    no_trump = trump is not None and suit is not trump and not _unseen(view, contract, trump)
    left = _unseen(view, contract, suit)
    hidden = view.kitty_size or view.sitting_out is not None
    falls = tile_text(left[0]) if len(left) == 1 and not hidden else ""
    if no_trump and falls:
        return say("No trump is out, and the {tile} must fall on it.", tile=falls)
    if falls:
        return say("The {tile} must fall on it.", tile=falls)
    return say("No trump is out.") if no_trump else ""


def _unseen(view: SeatView, contract: Contract, suit: Suit) -> list[Tile]:
    """Return the tiles of a suit that the view's seat neither holds nor has seen played."""
    tricks = (*view.tricks, *(() if view.trick is None else (view.trick,)))
    seen = Counter(view.hand) + Counter(play.tile for trick in tricks for play in trick.plays)
    members = ordering(contract).members[suit]
    return [tile for tile in (Counter(view.rules.game.tiles) - seen).elements() if tile in members]
