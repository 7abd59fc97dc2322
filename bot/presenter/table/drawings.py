"""The pictures of a table as values: what everybody sees, a player's own view, how a hand ended."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from bot.engine import Phase, PlayTile, SeatView, Tile, sort_hand
from bot.render import (
    GameOverPicture,
    Hand,
    HandTile,
    LaidDown,
    LeftOver,
    PanelPicture,
    ResultPicture,
    ResultTrick,
    Scoreboard,
    Seat,
    Side,
    Size,
    Stance,
    TablePicture,
    TrickTile,
    has_composition,
)
from bot.tables.model import Occupant, Status
from bot.tables.views import SeatLine, TableView

from ..hand.outcome import short_gain, short_outcome, signed
from ..words.bids import short_call_name
from ..words.contracts import short_contract_name
from ..words.names import PAIR, is_plural, seat_label, side_label
from ..words.parts import plain
from ..words.render_context import RenderContext
from .position import is_trick_end, leading_seat, points_count

Swap = tuple[tuple[Tile, ...], tuple[Tile, ...]]
"""What is taken and what is given in an exchange."""
NO_SWAP: Swap = ((), ())


def can_be_drawn(table: TableView) -> bool:
    """Whether there is a picture for a table of this game."""
    return has_composition(table.rules.game.seats, table.rules.game.sides)


def table_picture(
    table: TableView, view: SeatView, context: RenderContext, viewer: int | None = None
) -> TablePicture:
    """Return the table as everybody sees it, with the viewer at the bottom."""
    led = None if view.trick is None else view.trick.led
    kitty = 0 if view.phase is Phase.PLAY or view.bidder is None else view.kitty_size
    return TablePicture(
        scoreboard=scoreboard(table, view, context, viewer),
        seats=_seats(table, view, context, viewer),
        bottom=viewer or 0,
        trick=_trick(view, context),
        words="" if led is None or view.phase is not Phase.PLAY else context.words.suit(led),
        bidding=view.phase is Phase.CALL,
        left_over=_left_over(kitty, context) if kitty else None,
        laid_down=_laid_down(table, view, viewer),
        colors=context.colors,
    )


def panel_picture(
    table: TableView, view: SeatView, context: RenderContext, swap: Swap = NO_SWAP
) -> PanelPicture:
    """Return a player's own view; ValueError for a watcher's.

    `swap`: what is taken and what is given in the exchange that they are making.
    """
    if view.seat is None:
        raise ValueError("a watcher has no hand")
    playable = {action.tile for action in view.legal if isinstance(action, PlayTile)}
    choosing = view.phase is Phase.PLAY and bool(playable)
    stances = {tile: Stance.READY if tile in playable else Stance.DIMMED for tile in view.hand}
    hand = [
        held_tile(view, tile, stances[tile] if choosing else Stance.RESTING)
        for tile in sort_hand(view.hand, view.contract)
    ]
    shelf: list[HandTile] = []
    if view.phase is Phase.EXCHANGE and view.legal:
        shelf = [held_tile(view, tile, Stance.READY) for tile in view.kitty or ()]
        hand, shelf = _crossed(hand, shelf, swap)
    return PanelPicture(
        table=table_picture(table, view, context, view.seat),
        hand=Hand(
            tiles=tuple(hand),
            left_over=tuple(shelf),
            words=context.words.say("left over") if shelf else "",
            dealt=view.rules.game.hand_size,
        ),
    )


def result_picture(
    table: TableView, view: SeatView, context: RenderContext, viewer: int | None = None
) -> ResultPicture:
    """Return the sheet of a finished hand, sized as a panel for a viewer; ValueError before."""
    rows = []
    for trick in view.tricks:
        by_seat = {play.seat: play.tile for play in trick.plays}
        if trick.winner is None:
            raise ValueError("a trick is not finished")
        tiles = tuple(by_seat.get(seat) for seat in range(len(table.seats)))
        rows.append(ResultTrick(tiles=tiles, winner=trick.winner, points=trick.points))
    headline = plain(short_outcome(table, view, context))
    game = view.rules.game
    about: tuple[int, ...] = ()
    if view.bidder is not None:
        about = _unnamed(table, game.side_of(view.bidder), context)
    return ResultPicture(
        scoreboard=scoreboard(table, view, context, viewer),
        seats=_seats(table, view, context, None),
        headline=headline,
        detail=plain(short_gain(table, view, context)),
        tricks=tuple(rows),
        unplayed=_unplayed(view),
        counts=frozenset(tile for tile in game.tiles if game.tile_count(tile)),
        about=about,
        size=Size.BOARD if viewer is None else Size.PANEL,
        colors=context.colors,
    )


def _unnamed(table: TableView, side: int, context: RenderContext) -> tuple[int, ...]:
    """Return the seats whose avatars stand for a side that can't be written."""
    if side_label(table, side, context):
        return ()
    return tuple(line.seat for line in table.seats if line.side == side)[:PAIR]


def game_over_picture(
    table: TableView, view: SeatView, context: RenderContext, viewer: int | None = None
) -> GameOverPicture:
    """Return the end of a game; ValueError while nobody has won."""
    if table.winner is None:
        raise ValueError("nobody has won")
    board = scoreboard(table, view, context, None)
    sides = tuple(replace(side, points=None, goal=None, tricks=0) for side in board.sides)
    label, words = side_label(table, table.winner, context), context.words
    headline = words.say("{name} wins", name=label)
    if is_plural(table):
        headline = words.say("{name} win", name=label)
    totals = sorted((side.total for side in sides), reverse=True)
    return GameOverPicture(
        scoreboard=replace(
            board,
            sides=sides,
            title=context.words.say("Game over"),
            detail="",
            bidder=None,
            trump=None,
        ),
        seats=_seats(table, view, context, None),
        winner=table.winner,
        headline=headline.strip(),
        about=_unnamed(table, table.winner, context),
        detail=context.words.say(
            "{score} to {lost}", score=signed(totals[0]), lost=signed(totals[-1])
        )
        if len(sides) == PAIR
        else "",
        size=Size.BOARD if viewer is None else Size.PANEL,
        colors=context.colors,
    )


def scoreboard(
    table: TableView, view: SeatView, context: RenderContext, viewer: int | None
) -> Scoreboard:
    """Return the rail: what is played for what bid, each side's points and total."""
    words, rules, bidder = context.words, view.rules, view.bidder
    title = detail = ""
    high = next((made for made in reversed(view.calls) if made.call.is_bid), None)
    if view.contract is not None:
        title = short_contract_name(view.contract, words)
        detail = "" if view.bid is None else _bid(view, context)
    elif view.bid is not None:
        title = short_call_name(view.bid, rules, words)
    elif high is not None:
        title, bidder = short_call_name(high.call, rules, words), high.seat
    counted = points_count(view)
    sides = tuple(
        Side(
            name=_side_name(table, side, context, viewer),
            total=table.total[side],
            points=view.points[side] if counted and view.contract is not None else None,
            goal=_goal(view, side) if counted else None,
            tricks=_tricks_of(view, side),
        )
        for side in range(rules.game.sides)
    )
    return Scoreboard(
        sides=sides,
        target=rules.target,
        bar=rules.game.total,
        title=title,
        detail=detail,
        bidder=bidder,
        trump=None if view.contract is None else view.contract.trump_suit,
        in_marks=rules.by_marks,
    )


def _bid(view: SeatView, context: RenderContext) -> str:
    """Return the bid without the trump that may be part of it: the title names that."""
    if view.bid is None:
        return ""
    return short_call_name(replace(view.bid, trump=None), view.rules, context.words)


def _side_name(table: TableView, side: int, context: RenderContext, viewer: int | None) -> str:
    if viewer is None or table.rules.game.sides != PAIR:
        return side_label(table, side, context)
    own = table.rules.game.side_of(viewer) == side
    return context.words.say("us") if own else context.words.say("them")


def _goal(view: SeatView, side: int) -> int | None:
    if view.needed is None or view.bidder is None:
        return None
    game = view.rules.game
    if game.side_of(view.bidder) == side:
        return view.needed
    return game.total - view.needed + 1 if game.sides == PAIR else None


def _tricks_of(view: SeatView, side: int) -> int:
    game = view.rules.game
    winners = (trick.winner for trick in view.tricks)
    return sum(winner is not None and game.side_of(winner) == side for winner in winners)


def _seats(
    table: TableView, view: SeatView, context: RenderContext, viewer: int | None
) -> tuple[Seat, ...]:
    say, calls = context.words.say, {made.seat: made.call for made in view.calls}
    high = next((made.seat for made in reversed(view.calls) if made.call.is_bid), None)
    asking = view.phase in (Phase.CALL, Phase.CONTRACT)
    found = []
    for line in table.seats:
        call = calls.get(line.seat) if asking else None
        out = view.sitting_out == line.seat
        said = "" if call is None else short_call_name(call, view.rules, context.words)
        found.append(
            Seat(
                name=seat_label(table, line.seat, context),
                shown=say("You") if line.seat == viewer else "",
                side=line.side,
                avatar=_avatar(line, context),
                computer=_is_computer(line),
                words=say("sits out") if out else said,
                standing=asking and line.seat == high,
                waiting=view.to_act == line.seat and table.status is Status.PLAYING,
                sits_out=out,
            )
        )
    return tuple(found)


def _is_computer(line: SeatLine) -> bool:
    return line.occupant is Occupant.COMPUTER or line.away


def _avatar(line: SeatLine, context: RenderContext) -> str:
    """Return the name of the avatar of the person who plays there."""
    if _is_computer(line) or line.user_id is None:
        return ""
    return context.avatars.get(line.user_id, "")


def _trick(view: SeatView, context: RenderContext) -> tuple[TrickTile, ...]:
    """Return the trick on the table, or the one just finished until the next is led."""
    trick = view.tricks[-1] if is_trick_end(view) else view.trick
    if trick is None or view.contract is None or view.phase is Phase.OVER:
        return ()
    winning = trick.winner if trick.winner is not None else leading_seat(view, trick)
    return tuple(
        TrickTile(
            seat=play.seat,
            tile=play.tile,
            count=view.rules.game.tile_count(play.tile),
            trump=play.tile in _trumps(view),
            winning=play.seat == winning,
            words=context.words.say("led") if number == 0 else "",
        )
        for number, play in enumerate(trick.plays)
    )


def _left_over(number: int, context: RenderContext) -> LeftOver:
    return LeftOver(number=number, words=context.words.say("left over"))


def _laid_down(table: TableView, view: SeatView, viewer: int | None) -> LaidDown | None:
    """Return the newest hand that lies face up and that the viewer does not hold."""
    laid = next((laid for laid in reversed(table.laid_down) if laid.seat != viewer), None)
    if laid is None or not laid.tiles or view.phase is Phase.OVER:
        return None
    tiles = sort_hand(laid.tiles, view.contract)
    return LaidDown(seat=laid.seat, tiles=tuple(held_tile(view, t, Stance.RESTING) for t in tiles))


def _trumps(view: SeatView) -> frozenset[Tile]:
    trump = None if view.contract is None else view.contract.trump_suit
    if view.contract is None or trump is None:
        return frozenset()
    return frozenset(view.contract.ordering.members[trump])


def held_tile(view: SeatView, tile: Tile, stance: Stance = Stance.RESTING) -> HandTile:
    """Return a domino of a hand, with its count and whether it is trump."""
    count = view.rules.game.tile_count(tile)
    return HandTile(tile=tile, count=count, trump=tile in _trumps(view), stance=stance)


def _crossed(
    hand: list[HandTile], shelf: list[HandTile], swap: Swap
) -> tuple[list[HandTile], list[HandTile]]:
    """Return the hand and the left-over dominoes with those that cross on the other side."""
    taken, given = swap
    kept, leaving = _split(hand, Counter(given))
    left, coming = _split(shelf, Counter(taken))
    return [*kept, *coming], [*left, *leaving]


def _split(held: list[HandTile], moved: Counter[Tile]) -> tuple[list[HandTile], list[HandTile]]:
    rest, stay, go = Counter(moved), [], []
    for each in held:
        if rest[each.tile]:
            rest[each.tile] -= 1
            go.append(replace(each, stance=Stance.MOVED))
        else:
            stay.append(each)
    return stay, go


def _unplayed(view: SeatView) -> tuple[tuple[Tile, ...], ...]:
    """Return what each seat in play still held when the hand ended; empty where that is nothing."""
    if view.revealed is None:
        return ()
    hands = [
        Counter(hand) if seat != view.sitting_out else Counter[Tile]()
        for seat, hand in enumerate(view.revealed)
    ]
    if view.exchange is not None:
        swapped = hands[view.exchange.seat]
        swapped += Counter(view.exchange.take)
        hands[view.exchange.seat] = swapped - Counter(view.exchange.give)
    for trick in (*view.tricks, *(() if view.trick is None else (view.trick,))):
        for play in trick.plays:
            hands[play.seat] -= Counter((play.tile,))
    left = tuple(sort_hand(tuple(hand.elements()), view.contract) for hand in hands)
    return left if any(left) else ()
