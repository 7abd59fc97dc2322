"""The public position in sentences: the auction, the contract, the tricks, the score.

Board, panels and alt text all say it with these; each line is about one thing.
"""

from __future__ import annotations

from bot.engine import ContractKind, Phase, PlayTile, SeatView, Trick, winning_seat
from bot.tables.model import Status
from bot.tables.views import TableView

from ..words.bids import call_name
from ..words.contracts import contract_name, must_lose_all, special_of
from ..words.names import own_first, playing_seats, seat_name, side_names
from ..words.parts import capital
from ..words.render_context import RenderContext, tile_text
from .claims import face_up_lines

STACKED = 2
"""How many of the stacked tricks can be looked at."""


def own_side(view: SeatView) -> int | None:
    """Return the side of the view's owner; None for a watcher."""
    return None if view.seat is None else view.rules.game.side_of(view.seat)


def trump_line(view: SeatView, context: RenderContext) -> str:
    """Return what is trump, or which contract is played; empty while it is not named."""
    contract, words = view.contract, context.words
    if contract is None:
        return ""
    named = contract_name(contract, view.rules, words)
    if contract.kind is ContractKind.SUIT:
        return words.say("Trump: {suit}", suit=named)
    return words.say("Contract: {contract}", contract=named)


def bid_line(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return the bid that stands and whose it is; empty before the auction is won."""
    if view.bid is None or view.bidder is None:
        return ""
    bid = call_name(view.bid, view.rules, context.words)
    bidder = seat_name(table, view.bidder, context)
    return context.words.say("Bid **{bid}** by {name}", bid=bid, name=bidder)


def calls_line(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return every call in order."""
    return " · ".join(
        f"{seat_name(table, made.seat, context)} {call_name(made.call, view.rules, context.words)}"
        for made in view.calls
    )


def auction_line(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return every call in order, who is to bid, and who bids after that."""
    words, calls = context.words, calls_line(table, view, context)
    if view.phase is not Phase.CALL or view.to_act is None:
        return calls
    parts = [calls] if calls else []
    parts.append(words.say("**{name} to bid**", name=seat_name(table, view.to_act, context)))
    if view.rules.game.auction == "one-turn":
        called = len(view.calls)
        seats = view.rules.game.seats
        later = ((view.to_act + step) % seats for step in range(1, seats - called))
        parts.extend(f"{seat_name(table, seat, context)}\u00a0—" for seat in later)
    return " · ".join(parts)


def high_bid_line(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return the standing bid of an auction that goes on."""
    high = next((made for made in reversed(view.calls) if made.call.is_bid), None)
    if high is None:
        return context.words.say("Nobody has bid yet.")
    bid = call_name(high.call, view.rules, context.words)
    return context.words.say(
        "{name} has the high bid: {bid}.", bid=bid, name=seat_name(table, high.seat, context)
    )


def played(table: TableView, play: PlayTile, context: RenderContext, *, led: bool) -> str:
    """Return "Ana 6-4 ★10 (led)"."""
    words, tile = context.words, context.tile(play.tile, table.rules.game)
    name = seat_name(table, play.seat, context)
    if led and play.declared:
        suit = words.suit(play.declared)
        return words.say("{name} {tile} (led as {suit})", name=name, tile=tile, suit=suit)
    if led:
        return words.say("{name} {tile} (led)", name=name, tile=tile)
    return f"{name} {tile}"


def trick_line(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return the trick on the table, who is to play, and who plays after that."""
    trick, words = view.trick, context.words
    if trick is None or view.phase is not Phase.PLAY:
        return ""
    parts = [played(table, play, context, led=at == 0) for at, play in enumerate(trick.plays)]
    for seat in playing_seats(view, trick.leader)[len(trick.plays) :]:
        name = seat_name(table, seat, context)
        if seat != view.to_act:
            parts.append(f"{name}\u00a0—")
        elif trick.plays:
            parts.append(words.say("**{name} to play**", name=name))
        else:
            parts.append(words.say("**{name} to lead**", name=name))
    return " · ".join(parts)


def led_line(view: SeatView, context: RenderContext) -> str:
    """Return which suit was led; empty where nothing was, and in sevens."""
    if view.trick is None or view.trick.led is None:
        return ""
    return context.words.say("led: **{suit}**", suit=context.words.suit(view.trick.led))


def trick_number(view: SeatView) -> int:
    """Return the number of the trick on the table, counted from 1."""
    return min(len(view.tricks) + 1, view.rules.game.hand_size)


def trick_won_line(table: TableView, view: SeatView, number: int, context: RenderContext) -> str:
    """Return who took a finished trick, with what, and what it brought; counted from 1."""
    trick, words, game = view.tricks[number - 1], context.words, view.rules.game
    if trick.winner is None:
        raise ValueError(f"trick {number} is not finished")
    best = next(play.tile for play in trick.plays if play.seat == trick.winner)
    name = seat_name(table, trick.winner, context)
    count = sum(game.tile_count(play.tile) for play in trick.plays)
    worth = f"+{trick.points}"
    if count:
        rest = trick.points - count
        worth = words.say("{worth} ({count} count + {rest})", worth=worth, count=count, rest=rest)
    return words.say(
        "{name} wins trick {number} with {tile}, {worth}",
        name=name,
        number=number,
        tile=tile_text(best),
        worth=worth,
    )


def first_open_trick(view: SeatView) -> int:
    """Return the place of the first trick that may still be looked at, from 0.

    Tricks lie face up; stacked ones, after a bid of a mark or more, show only the last two
    (002:71). When the hand is over all can be seen.
    """
    stacked = view.rules.stacked_tricks and view.bid is not None and view.bid.multiple > 0
    return max(0, len(view.tricks) - STACKED) if stacked and view.phase is not Phase.OVER else 0


def trick_tiles(table: TableView, trick: Trick, context: RenderContext) -> str:
    """Return the tiles of a finished trick, each with its player."""
    return " · ".join(
        played(table, play, context, led=at == 0) for at, play in enumerate(trick.plays)
    )


def hand_score_line(
    table: TableView, view: SeatView, context: RenderContext, own: int | None = None
) -> str:
    """Return what each side has taken in this hand, and what it needs, a player's side first."""
    words, rules = context.words, view.rules
    special = special_of(view)
    if special is not None and must_lose_all(view) and view.bidder is not None:
        return special.goal(seat_name(table, view.bidder, context), words)
    if view.bidder is None or not points_count(view):
        return ""
    declaring = rules.game.side_of(view.bidder)
    names, parts = side_names(table, context, own), []
    for side in own_first(names, own):
        name, points = capital(names[side]), view.points[side]
        if side == declaring and view.needed is not None:
            text = words.say(
                "{side} {points} of {needed}", side=name, points=points, needed=view.needed
            )
        elif side != declaring and view.needed is not None and rules.game.sides == 2:
            text = _defenders_score(
                name, points, rules.game.total - view.needed + 1, side, own, context
            )
        else:
            text = f"{name} {points}"
        parts.append(text)
    line = words.say("This hand: {scores}", scores=" · ".join(parts))
    if view.needed is None:
        return words.say("{line} · the bid needs every trick", line=line)
    return line


def _defenders_score(
    name: str, points: int, limit: int, side: int, own: int | None, context: RenderContext
) -> str:
    say = context.words.say
    if own is None:
        return say("{side} {points} (set at {limit})", side=name, points=points, limit=limit)
    if own == side:
        return say("{side} {points} ({limit} sets them)", side=name, points=points, limit=limit)
    return say("{side} {points} ({limit} sets us)", side=name, points=points, limit=limit)


def points_count(view: SeatView) -> bool:
    """Whether the points of a hand matter: a bid stands, and its goal is not to take no trick.

    A bid of every trick may still become such a contract until it is named.
    """
    open_still = view.contract is None and view.needed is None
    return view.bidder is not None and not open_still and not must_lose_all(view)


def special_lines(table: TableView, view: SeatView, context: RenderContext) -> list[str]:
    """Return what else is public: how much was swapped, who sits out, what lies face up."""
    words, lines = context.words, []
    if view.exchanged is not None and view.bidder is not None:
        name = seat_name(table, view.bidder, context)
        exchanged = words.say("{name} kept the hand as dealt.", name=name)
        if view.exchanged:
            exchanged = words.plural(
                "{name} swapped {n} domino.",
                "{name} swapped {n} dominoes.",
                view.exchanged,
                name=name,
            )
        lines.append(exchanged)
    if view.sitting_out is not None:
        lines.append(
            words.say("{name} sits out.", name=seat_name(table, view.sitting_out, context))
        )
    return [*lines, *face_up_lines(table, context)]


def leading_seat(view: SeatView, trick: Trick) -> int | None:
    """Return who has a trick so far; None while nothing is played to it."""
    if not trick.plays or view.contract is None or view.bidder is None:
        return None
    return winning_seat(trick, view.contract, view.rules, view.bidder)


def turn_line(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return who is to do what; empty when nobody is."""
    if view.to_act is None:
        return ""
    name, say = seat_name(table, view.to_act, context), context.words.say
    match view.phase:
        case Phase.CALL:
            return say("{name} to bid", name=name)
        case Phase.CONTRACT:
            return say("{name} to name trump", name=name)
        case Phase.EXCHANGE:
            return say("{name} to swap dominoes", name=name)
        case _ if view.trick is not None and not view.trick.plays:
            return say("{name} to lead", name=name)
        case _:
            return say("{name} to play", name=name)


def is_trick_end(view: SeatView) -> bool:
    """Whether a trick has just been finished and the next one not begun."""
    return (
        view.phase is Phase.PLAY
        and bool(view.tricks)
        and (view.trick is None or not view.trick.plays)
    )


def fairness_line(table: TableView, context: RenderContext) -> str:
    """Return the commitment to a shake: of this hand, or before it is dealt of the next."""
    if table.commitment is None:
        return ""
    say, commitment = context.words.say, f"`{table.commitment}`"
    if table.status is Status.BETWEEN:
        line = say("Fair deal, next hand: {commitment}", commitment=commitment)
    else:
        line = say("Fair deal: {commitment}", commitment=commitment)
    if not table.shake_words:
        return line
    names = context.words.both(seat_name(table, seat, context) for seat in table.shake_words)
    return say("{line}, with words from {names}", line=line, names=names)


def bid_for(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return the winning bid and whether its bidder is the owner or their partner."""
    say = context.words.say
    if view.bid is None or view.bidder is None or view.seat is None:
        return ""
    bid = call_name(view.bid, view.rules, context.words)
    if view.bidder == view.seat:
        return say("Your bid: {bid}", bid=bid)
    name, game = seat_name(table, view.bidder, context), view.rules.game
    if game.side_of(view.bidder) == game.side_of(view.seat):
        return say("Bid {bid} by {name} (your partner)", bid=bid, name=name)
    return say("Bid {bid} by {name}", bid=bid, name=name)


def partners_line(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return who the panel's owner plays with in this hand; empty where they play alone.

    A DM says it nowhere else.
    """
    own = own_side(view)
    mates = [
        seat_name(table, line.seat, context)
        for line in table.seats
        if line.side == own and line.seat not in {view.seat, view.sitting_out}
    ]
    return (
        context.words.plural(
            "Your partner: {names}.",
            "Your partners: {names}.",
            len(mates),
            names=context.words.both(mates),
        )
        if mates
        else ""
    )
