"""The expert's answer: a sentence, the reason, and a bar for each choice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from bot.render import AskedBid, AskedPicture, Stance
from texas42.ai.findings.bid_chances import BIDS, BidChances
from texas42.ai.findings.play_chances import PlayChances
from texas42.engine import (
    Call,
    CallKind,
    Contract,
    MakeCall,
    PlayTile,
    SeatView,
    contracts_at_bid,
    format_action,
    format_call,
    parse_call,
    sort_hand,
)

from ..layout.fact import drawn
from ..layout.ways import alt_text
from ..panel.hints import reason_text
from ..table.drawings import held_tile
from ..words.bids import call_name
from ..words.contracts import contract_name, short_contract_name
from ..words.parts import capital, framed, lines, note, small
from ..words.render_context import RenderContext, play_text, tile_text
from ..words.spec import Message, Part, Picture, Row, Text
from .seats import ahead, past_lines, said_line, seat_word, trick_line, words_around

Chances = BidChances | PlayChances
_LISTED = ("30", "31", "32", "34", "36", "1m", "2m", "42", "84")
_TWO_MARKS = Call(CallKind.MULTIPLE, 2)


def answer_screen(found: Chances, context: RenderContext, *rows: Row) -> Message:
    """Build the private answer."""
    view = found.view
    bids = tuple(chance_lines(found, context).values())
    said = answer_text(found, context)
    texts = [*situation(view, context), said, *(f"{bid.label}: {bid.figure}" for bid in bids)]
    parts: list[Part] = []
    if bids and context.pictures:
        parts.append(card(view, _title(found, context), bids, texts, context))
        parts.append(Text(lines(said, small(_specials(found, context)))))
    else:
        parts.append(Text(lines(*texts, small(_specials(found, context)))))
    return framed(*parts, *rows)


def no_answer(context: RenderContext) -> Message:
    """Explain that this host has no strong computer players."""
    return note(context.say("I can't work that out here: the host hasn't installed the solver."))


def card(
    view: SeatView,
    title: str,
    bids: tuple[AskedBid, ...],
    texts: Iterable[str],
    context: RenderContext,
    voted: str = "",
) -> Picture:
    """Build the picture, with the bars above the hand, or with `voted` in their place."""
    playable = {each.tile for each in view.legal if isinstance(each, PlayTile)}
    tiles = tuple(
        held_tile(view, tile, Stance.RESTING if not playable or tile in playable else Stance.DIMMED)
        for tile in sort_hand(view.hand, view.contract)
    )
    said = trick_line(view, context) if playable else said_line(view, context)
    drawing = AskedPicture(
        title=title,
        detail=_detail(view, context),
        said=said,
        around=words_around(view, context),
        ahead=ahead(view),
        bids=bids,
        voted=voted,
        tiles=tiles,
        colors=context.colors,
    )
    return Picture(drawing, alt_text(map(drawn, texts)), "hand.webp")


def situation(view: SeatView, context: RenderContext) -> list[str]:
    """Describe the hand and the game so far in words."""
    tiles = context.tiles(sort_hand(view.hand, view.contract), view.rules.game)
    hand = context.say("Hand: {tiles}", tiles=tiles)
    if view.contract is None:
        return [hand, said_line(view, context), _detail(view, context)]
    return [_detail(view, context), *past_lines(view, context), trick_line(view, context), hand]


def _detail(view: SeatView, context: RenderContext) -> str:
    """Describe the score during the bidding; later, the contract, the bid and the points."""
    words = context.words
    rules = view.rules
    seat = view.seat or 0
    ours = rules.game.side_of(seat)
    theirs = 1 - rules.game.side_of(seat)
    if view.contract is None or view.bid is None or view.bidder is None:
        return context.say(
            "You have {ours}, they have {theirs}",
            ours=words.score(view.total[ours], rules),
            theirs=words.score(view.total[theirs], rules),
        )
    return context.say(
        "{who} bid {bid} in {trump} · {ours} to {theirs}",
        trump=short_contract_name(view.contract, words),
        bid=call_name(view.bid, rules, words),
        who=capital(seat_word(view, view.bidder, words)),
        ours=view.points[ours],
        theirs=view.points[theirs],
    )


def answer_text(found: Chances, context: RenderContext) -> str:
    """Describe the expert's choice and its reason, a sentence each."""
    why = reason_text(found.advice, found.view, context)
    texts = (f"**{_headline(found, context)}**", why, _as_good(found, context))
    return " ".join(filter(None, texts))


def _as_good(found: Chances, context: RenderContext) -> str:
    """Name the plays with a higher figure than the expert's: none is clearly better."""
    play = found.advice.action
    if isinstance(found, BidChances) or not isinstance(play, PlayTile) or play not in found.plays:
        return ""
    own = round(100 * found.plays[play])
    higher = [each for each, chance in found.plays.items() if round(100 * chance) > own]
    if not higher:
        return ""
    tiles = context.both([play_text(each, context) for each in higher])
    return context.plural(
        "The {tiles} is just as good.", "The {tiles} are just as good.", len(higher), tiles=tiles
    )


def _title(found: Chances, context: RenderContext) -> str:
    """Name the expert's choice in a few words, for the picture."""
    action = found.advice.action
    words = context.words
    rules = found.view.rules
    if isinstance(action, PlayTile):
        return context.say("Play the {tile}", tile=tile_text(action.tile))
    if isinstance(found, BidChances) and found.best is not None and isinstance(action, MakeCall):
        return context.say(
            "{bid} in {contract}",
            bid=capital(call_name(action.call, rules, words)),
            contract=short_contract_name(found.best, words),
        )
    return context.say("Pass")


def _headline(found: Chances, context: RenderContext) -> str:
    action = found.advice.action
    view = found.view
    words = context.words
    if isinstance(found, PlayChances):
        return _play_headline(found, context)
    if isinstance(action, MakeCall) and found.best is not None and found.chance is not None:
        return context.say(
            "Bid {bid}: I'd make it in {contract} about {share} of the time.",
            bid=call_name(action.call, view.rules, words),
            contract=contract_name(found.best, view.rules, words),
            share=words.percent(found.chance),
        )
    least = next((bid for bid in BIDS if MakeCall(view.seat or 0, bid) in view.legal), None)
    if least is None:
        return context.say("Pass.")
    contract, chance = found.best_at(least)
    return context.say(
        "Pass: {bid} in {contract} makes only about {share} of the time.",
        bid=call_name(least, view.rules, words),
        contract=contract_name(contract, view.rules, words),
        share=words.percent(chance),
    )


def _play_headline(found: PlayChances, context: RenderContext) -> str:
    action = found.advice.action
    view = found.view
    if not isinstance(action, PlayTile):
        raise TypeError("the expert plays a domino")
    tile = tile_text(action.tile)
    chance = found.plays.get(action)
    if chance is None:
        return context.say("Play the {tile}.", tile=tile)
    share = context.words.percent(chance)
    side_of = view.rules.game.side_of
    if view.bidder is not None and side_of(view.bidder) == side_of(view.seat or 0):
        return context.say(
            "Play the {tile}: you make it about {share} of the time.", tile=tile, share=share
        )
    return context.say(
        "Play the {tile}: you set them about {share} of the time.", tile=tile, share=share
    )


def _specials(found: Chances, context: RenderContext) -> str:
    """List the special contracts with their chances; a low-no is for exactly one mark (8.5)."""
    if isinstance(found, PlayChances):
        return ""
    view = found.view
    at_two = contracts_at_bid(view.rules, view.calls, _TWO_MARKS, view.hand)
    low: dict[Contract, float] = {}
    more: dict[Contract, float] = {}
    for contract, chance in found.special.items():
        is_low = not contract.kind.partner_names and contract not in at_two
        (low if is_low else more)[contract] = chance
    above = (
        context.say("At a mark or more: {specials}.", specials=_best_of(more, context))
        if more
        else ""
    )
    exactly = (
        context.say("At exactly one mark: {specials}.", specials=_best_of(low, context))
        if low
        else ""
    )
    return " ".join(each for each in (above, exactly) if each)


def _best_of(special: Mapping[Contract, float], context: RenderContext) -> str:
    """List special contracts with their chances, each in its best variant."""
    best: dict[str, float] = {}
    for contract, chance in special.items():
        name = short_contract_name(contract, context.words)
        best[name] = max(best.get(name, 0.0), chance)
    named = [f"{name} {context.words.percent(chance)}" for name, chance in best.items()]
    return context.both(named)


def chance_lines(
    found: Chances, context: RenderContext, wanted: Collection[str] = ()
) -> Mapping[str, AskedBid]:
    """List the choices with their chances, keyed by record notation; see `bid_lines`."""
    if isinstance(found, BidChances):
        return bid_lines(found, context, wanted)
    return _play_lines(found)


def bid_lines(
    found: BidChances, context: RenderContext, wanted: Collection[str] = ()
) -> Mapping[str, AskedBid]:
    """List the usual legal bids, those `wanted` and the expert's, lowest first.

    They are keyed by record notation.
    If the bidding is already above all of these, list the usual bids anyway.
    """
    rules = found.view.rules
    words = context.words
    action = found.advice.action
    called = action.call if isinstance(action, MakeCall) else None
    listed_too = {*_LISTED, *wanted}
    usual = [bid for bid in BIDS if format_call(bid, rules) in listed_too or bid == called]
    legal = {each.call for each in found.view.legal if isinstance(each, MakeCall)}
    bids = [bid for bid in usual if bid in legal] or usual
    if called is not None and called.is_bid and called not in bids:
        bids.append(called)
    listed = {}
    for bid in bids:
        contract, chance = found.best_at(bid if bid in found.plain else BIDS[-1])
        if bid == called and found.best is not None and found.chance is not None:
            contract = found.best
            chance = found.chance
        figure = f"{words.percent(chance)} {short_contract_name(contract, words)}"
        listed[format_call(bid, rules)] = AskedBid(
            label=call_name(bid, rules, words), share=chance, figure=figure, ringed=bid == called
        )
    return listed


def _play_lines(found: PlayChances) -> Mapping[str, AskedBid]:
    """List the legal plays, keyed by record notation; empty if plays are not sampled."""
    return {
        format_action(play, found.view.rules): AskedBid(
            label=tile_text(play.tile),
            share=chance,
            figure=f"{chance:.0%}",
            ringed=play == found.advice.action,
        )
        for play, chance in found.plays.items()
    }


def choice_name(choice: str, view: SeatView, context: RenderContext) -> str:
    """Name a choice of a vote in players' words."""
    for action in view.legal:
        if isinstance(action, PlayTile) and format_action(action, view.rules) == choice:
            return tile_text(action.tile)
    return call_name(parse_call(choice, view.rules), view.rules, context.words)
