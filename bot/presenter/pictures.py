"""The drawn board: what the picture shows, and the same in words for its alt text."""

from __future__ import annotations

from bot.engine import Phase, SeatView, Trick, sort_hand, winning_seat
from bot.render import (
    BoardPicture,
    Fact,
    Line,
    Mode,
    PlayedTile,
    Scoring,
    SeatPicture,
    SidePicture,
    TakenTrick,
)
from bot.tables.model import Occupant
from bot.tables.views import TableView

from .bids import short_call_name
from .contracts import short_contract_name
from .games import title
from .names import position, seat_label, side_label
from .outcome import gained_line, outcome_line, score_line, short_gain, short_outcome
from .parts import plain
from .position import (
    auction_line,
    bid_line,
    first_open_trick,
    hand_score_line,
    high_bid_line,
    is_trick_end,
    points_count,
    special_lines,
    trick_line,
    trick_won_line,
    trump_line,
    turn_line,
)
from .render_context import RenderContext
from .spec import Picture

ALT_LIMIT = 1024


def board_picture(table: TableView, context: RenderContext) -> Picture:
    """Return the picture of a table whose hand is dealt; ValueError before."""
    view = table.view
    if view is None:
        raise ValueError("no hand is dealt")
    headline, detail = _words(table, view, context)
    board = BoardPicture(
        title=plain(title(table, context)),
        mode=_mode(view),
        scoring=Scoring.MARKS if view.rules.by_marks else Scoring.POINTS,
        target=view.rules.target,
        tricks_in_hand=view.rules.game.hand_size,
        seats=tuple(_seat(table, view, seat, context) for seat in range(len(table.seats))),
        sides=tuple(_side(table, view, side, context) for side in range(view.rules.game.sides)),
        facts=_facts(view, context),
        headline=headline,
        detail=detail,
        trick=_trick(view),
    )
    return Picture(board, alt_text(table, context), f"table-{table.number}.png")


def alt_text(table: TableView, context: RenderContext) -> str:
    """Return the whole public position in words, at most 1,024 characters."""
    view = table.view
    if view is None:
        raise ValueError("no hand is dealt")
    sentences = [title(table, context)]
    if view.phase is Phase.OVER:
        sentences += [outcome_line(table, view, context), gained_line(table, view, context)]
    elif view.phase is Phase.CALL:
        sentences += [high_bid_line(table, view, context), auction_line(table, view, context)]
    sentences += [trump_line(view, context), bid_line(table, view, context)]
    sentences += [trick_line(table, view, context), *special_lines(table, view, context)]
    if view.tricks:
        sentences.append(trick_won_line(table, view, len(view.tricks), context))
    sentences += [score_line(table, context), hand_score_line(table, view, context)]
    sentences.append(turn_line(table, view, context))
    text = " ".join(_sentence(plain(part)) for part in sentences if part)
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1] + "…"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _mode(view: SeatView) -> Mode:
    if view.phase is Phase.OVER:
        return Mode.RESULT
    if view.phase is not Phase.PLAY:
        return Mode.BIDDING
    return Mode.TRICK_END if is_trick_end(view) else Mode.PLAY


def _words(table: TableView, view: SeatView, context: RenderContext) -> tuple[Line, Line]:
    """Return what stands in the middle of the picture."""
    if view.phase is Phase.OVER:
        headline = Line(plain(short_outcome(table, view, context)))
        return headline, Line(plain(short_gain(table, view, context)))
    turn = Line(plain(turn_line(table, view, context)))
    if is_trick_end(view):
        return _trick_headline(view, context), turn
    return turn, Line("")


def _trick_headline(view: SeatView, context: RenderContext) -> Line:
    """Return who won the last trick; with what, the picture shows by itself."""
    trick, number = view.tricks[-1], len(view.tricks)
    said = context.words.say(
        "{name} wins trick {number}, +{points}", name="{name}", number=number, points=trick.points
    )
    return Line(said, trick.winner)


def _facts(view: SeatView, context: RenderContext) -> tuple[Fact, ...]:
    words, facts = context.words, []
    if view.contract is not None:
        heading = words.say("Trump") if view.contract.trump_suit else words.say("Contract")
        facts.append(Fact(heading, Line(short_contract_name(view.contract, words))))
    if view.bid is not None and view.bidder is not None:
        bid = short_call_name(view.bid, view.rules, words)
        facts.append(Fact(words.say_as("noun", "Bid"), Line(f"{bid} · {{name}}", view.bidder)))
    if view.trick is not None and view.trick.led is not None:
        facts.append(Fact(words.say_as("suit", "Led"), Line(words.suit(view.trick.led))))
    return tuple(facts)


def _seat(table: TableView, view: SeatView, seat: int, context: RenderContext) -> SeatPicture:
    line = table.seats[seat]
    call = next((made.call for made in reversed(view.calls) if made.seat == seat), None)
    high = next((made.seat for made in reversed(view.calls) if made.call.is_bid), None)
    revealed = view.revealed[seat] if view.revealed is not None else ()
    return SeatPicture(
        name=seat_label(table, seat, context),
        position=position(seat, context),
        side=line.side,
        tiles_left=view.hand_sizes[seat],
        shaker=view.shaker == seat,
        bidder=view.bidder == seat,
        turn=view.to_act == seat,
        computer=line.occupant is Occupant.COMPUTER or line.away,
        sitting_out=view.sitting_out == seat,
        call="" if call is None else short_call_name(call, view.rules, context.words),
        high_call=high == seat,
        revealed=sort_hand(revealed, view.contract),
    )


def _side(table: TableView, view: SeatView, side: int, context: RenderContext) -> SidePicture:
    game = view.rules.game
    taken = []
    open_from = first_open_trick(view)
    for number, trick in enumerate(view.tricks):
        if trick.winner is not None and game.side_of(trick.winner) == side:
            tiles = tuple(play.tile for play in trick.plays) if number >= open_from else ()
            taken.append(TakenTrick(len(trick.plays), trick.points, tiles))
    return SidePicture(
        name=side_label(table, side, context),
        total=table.total[side],
        points=view.points[side] if points_count(view) else None,
        needed=_needed(view, side),
        tricks=tuple(taken),
    )


def _needed(view: SeatView, side: int) -> int | None:
    if view.needed is None or view.bidder is None:
        return None
    if view.rules.game.side_of(view.bidder) == side:
        return view.needed
    return view.rules.game.total - view.needed + 1 if view.rules.game.sides == 2 else None


def _trick(view: SeatView) -> tuple[PlayedTile, ...]:
    trick = view.tricks[-1] if is_trick_end(view) else view.trick
    if trick is None or view.contract is None or view.phase is Phase.OVER:
        return ()
    winning = trick.winner if trick.winner is not None else leading_seat(view, trick)
    trump = view.contract.trump_suit
    trumps = view.contract.ordering.members[trump] if trump is not None else frozenset()
    return tuple(
        PlayedTile(
            seat=play.seat,
            tile=play.tile,
            trump=play.tile in trumps,
            winning=play.seat == winning,
            called=play.declared.pip if play.declared is not None else None,
            count=view.rules.game.tile_count(play.tile),
        )
        for play in trick.plays
    )


def leading_seat(view: SeatView, trick: Trick) -> int | None:
    """Return who has a trick so far; None while nothing is played to it."""
    if not trick.plays or view.contract is None or view.bidder is None:
        return None
    return winning_seat(trick, view.contract, view.rules, view.bidder)
