"""Picture descriptions: the public table, a player's own view, the end of a hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from bot.render import (
    Hand,
    HandTile,
    LaidDownHand,
    Leftovers,
    PanelPicture,
    ResultPicture,
    ResultTrick,
    Scoreboard,
    SeatPicture,
    Side,
    Size,
    Stance,
    TablePicture,
    TrickTile,
    fits_detail,
    fits_headline,
)
from bot.tables.model import Occupant, Status
from bot.tables.views import SeatLine, in_finished_hand
from texas42.engine import Phase, PlayTile, SeatView, Tile, Trick, sort_hand

from ..hand.outcome import BETWEEN, short_gain, short_outcome
from ..words.bids import short_call_name
from ..words.contracts import short_contract_name
from ..words.parts import known, plain
from ..words.render_context import RenderContext
from .contract_terms import asked_of, contract_notes, short_bid
from .draw_line import drawn_dominoes
from .position import is_trick_end, leading_seat, points_count
from .scene import Scene
from .seats import PAIR, seat_label, side_in_picture, side_label
from .showing import open_doubles, open_kitty

Swap = tuple[tuple[Tile, ...], tuple[Tile, ...]]
"""The tiles taken and given in an exchange."""
NO_SWAP: Swap = ((), ())


def table_picture(scene: Scene) -> TablePicture:
    """Describe the table as everyone sees it, with the reader's own seat at the bottom."""
    view = scene.view
    led = None if view.trick is None else view.trick.led
    return TablePicture(
        scoreboard=scoreboard(scene, scene.own),
        seats=picture_seats(scene, view.seat),
        bottom=view.seat or 0,
        trick=_trick(scene),
        words="" if led is None or view.phase is not Phase.PLAY else scene.words.suit(led),
        bidding=view.phase is Phase.CALL,
        notes=contract_notes(view, scene.words),
        left_over=_leftovers(scene),
        laid_down=_face_up_hand(scene),
        colors=scene.context.colors,
    )


def panel_picture(scene: Scene, swap: Swap = NO_SWAP) -> PanelPicture:
    """Describe a player's own view; ValueError for a watcher's.

    `swap`: the tiles taken and given in an unfinished exchange.
    """
    view = scene.view
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
        hand, shelf = _swap(hand, shelf, swap)
    return PanelPicture(
        table=table_picture(scene),
        hand=Hand(
            tiles=tuple(hand),
            left_over=tuple(shelf),
            words=scene.say("left over") if shelf else "",
            dealt=view.rules.game.hand_size,
        ),
    )


def result_picture(scene: Scene) -> ResultPicture:
    """Describe a finished hand, sized for a board or a panel; ValueError before the end."""
    view = scene.view
    rows = []
    for trick in view.tricks:
        by_seat = {play.seat: play.tile for play in trick.plays}
        tiles = tuple(by_seat.get(seat) for seat in range(len(scene.table.seats)))
        winner = known(trick.winner)
        rows.append(
            ResultTrick(
                tiles=tiles,
                leader=trick.leader,
                winner=winner,
                points=trick.points if points_count(view) else None,
            )
        )
    game = view.rules.game
    headline, about = outcome_headline(scene)
    return ResultPicture(
        scoreboard=scoreboard(scene, scene.own),
        seats=picture_seats(scene, None),
        headline=headline,
        detail=_result_detail(scene),
        tricks=tuple(rows),
        unplayed=_unplayed_tiles(view),
        counts=frozenset(tile for tile in game.tiles if game.tile_count(tile)),
        trumps=_trumps(view) & frozenset(game.tiles),
        about=about,
        size=Size.BOARD if scene.own is None else Size.PANEL,
        colors=scene.context.colors,
    )


def _result_detail(scene: Scene) -> str:
    """Write how dominoes ranked; then, as far as there is room, who gained and who shook."""
    ranks = contract_notes(scene.view, scene.words)
    gained = short_gain(scene)
    bidders = gained.split(BETWEEN)[0]
    ways = ((*ranks, gained, _shook(scene)), (*ranks, gained), (*ranks, bidders), ranks)
    written = (plain(BETWEEN.join(filter(None, way))) for way in ways)
    return next(filter(fits_detail, written), "")


def _shook(scene: Scene) -> str:
    """Say who shook; empty if their name can't be written."""
    shaker = scene.view.shaker
    if not side_label(scene, scene.view.rules.game.side_of(shaker)):
        return ""
    return scene.say("{name} shook", name=seat_label(scene, shaker))


def outcome_headline(scene: Scene) -> tuple[str, tuple[int, ...]]:
    """Return the outcome in a few words, and the seats whose avatars stand for a side's names.

    A side that can't be written, or is too long, is shown by its avatars.
    """
    named = plain(short_outcome(scene))
    view = scene.view
    if view.bidder is None:
        return named, ()
    side = view.rules.game.side_of(view.bidder)
    if side_in_picture(scene, side) and fits_headline(named):
        return named, ()
    return plain(short_outcome(scene, named=False)), side_faces(scene, side)


def side_faces(scene: Scene, side: int) -> tuple[int, ...]:
    """Return the seats whose avatars stand for a side."""
    return tuple(line.seat for line in scene.table.seats if line.side == side)[:PAIR]


def scoreboard(scene: Scene, own: int | None) -> Scoreboard:
    """Describe the rail: contract, bid, each side's points and total; `own` is called "us"."""
    view = scene.view
    rules = view.rules
    bidder = view.bidder
    title = detail = ""
    high = next((made for made in reversed(view.calls) if made.call.is_bid), None)
    if view.contract is not None:
        title = short_contract_name(view.contract, scene.words)
        detail = short_bid(scene)
    elif view.bid is not None:
        title = short_call_name(view.bid, rules, scene.words)
    elif high is not None:
        title = short_call_name(high.call, rules, scene.words)
        bidder = high.seat
    counted = points_count(view)
    sides = tuple(
        Side(
            name=_side_name(scene, side, own),
            total=scene.table.total[side],
            points=view.points[side] if counted and view.contract is not None else None,
            goal=_goal(view, side) if counted else None,
            asks=asked_of(scene, side),
            tricks=_tricks_of(view, side),
        )
        for side in range(rules.game.sides)
    )
    return Scoreboard(
        sides=sides,
        target=None if scene.table.deals.one_hand else rules.target,
        bar=rules.game.total,
        title=title,
        detail=detail,
        bidder=bidder,
        trump=None if view.contract is None else view.contract.trump_suit,
        in_marks=rules.by_marks,
        word=scene.table.score_word,
    )


def _side_name(scene: Scene, side: int, own: int | None) -> str:
    if own is None or scene.table.rules.game.sides != PAIR:
        return side_label(scene, side)
    return scene.say("us") if side == own else scene.say("them")


def _goal(view: SeatView, side: int) -> int | None:
    if view.bidder is None or (view.needed is None and view.contract is None):
        return None
    game = view.rules.game
    needed = game.total if view.needed is None else view.needed
    if game.side_of(view.bidder) == side:
        return needed
    return game.total - needed + 1 if game.sides == PAIR else None


def _tricks_of(view: SeatView, side: int) -> int:
    game = view.rules.game
    winners = (trick.winner for trick in view.tricks)
    return sum(winner is not None and game.side_of(winner) == side for winner in winners)


def picture_seats(scene: Scene, viewer: int | None) -> tuple[SeatPicture, ...]:
    """Describe the seats; `viewer` is called "You"."""
    view = scene.view
    calls = {made.seat: made.call for made in view.calls}
    high = next((made.seat for made in reversed(view.calls) if made.call.is_bid), None)
    asking = view.phase in (Phase.CALL, Phase.CONTRACT)
    found = []
    for line in scene.table.seats:
        call = calls.get(line.seat) if asking else None
        out = view.sitting_out == line.seat
        said = "" if call is None else short_call_name(call, view.rules, scene.words)
        found.append(
            SeatPicture(
                name=seat_label(scene, line.seat),
                shown=scene.say("You") if line.seat == viewer else "",
                side=line.side,
                avatar=avatar_of(line, scene.context),
                computer=is_computer(line),
                words=scene.say("sits out") if out else said,
                standing=asking and line.seat == high,
                waiting=view.to_act == line.seat and scene.table.status is Status.PLAYING,
                sits_out=out,
            )
        )
    return tuple(found)


def is_computer(line: SeatLine) -> bool:
    """Return True if a computer plays this seat, or had it as the hand shown ended."""
    shown = in_finished_hand(line)
    return shown.occupant is Occupant.COMPUTER or shown.away


def avatar_of(line: SeatLine, context: RenderContext) -> str:
    """Return the avatar name of the person who plays a seat."""
    person = in_finished_hand(line).user_id
    if is_computer(line) or person is None:
        return ""
    return context.avatars.get(person, "")


def _trick(scene: Scene) -> tuple[TrickTile, ...]:
    """Return the dominoes before the seats: those drawn for the shake, or the current trick.

    After a trick, it is the finished one until the next lead.
    """
    view = scene.view
    draw = scene.table.draw
    if draw is not None and draw.rounds:
        return tuple(
            TrickTile(seat=seat, tile=tile, winning=seat == draw.shaker)
            for seat, tile in drawn_dominoes(draw).items()
        )
    trick = view.tricks[-1] if is_trick_end(view) else view.trick
    if trick is None or view.contract is None or view.phase is Phase.OVER:
        return ()
    return trick_tiles_of(scene, trick)


def trick_tiles_of(scene: Scene, trick: Trick) -> tuple[TrickTile, ...]:
    """Describe the dominoes of a trick in the order of play."""
    view = scene.view
    winning = trick.winner if trick.winner is not None else leading_seat(view, trick)
    return tuple(
        TrickTile(
            seat=play.seat,
            tile=play.tile,
            count=view.rules.game.tile_count(play.tile),
            trump=play.tile in _trumps(view),
            winning=play.seat == winning,
            words=scene.say("led") if number == 0 else "",
        )
        for number, play in enumerate(trick.plays)
    )


def _leftovers(scene: Scene) -> Leftovers | None:
    """Describe the left-over dominoes until play begins; shown ones until the first lead."""
    view = scene.view
    if view.bidder is None or not view.kitty_size:
        return None
    face_up = open_kitty(view) if view.shown else ()
    if view.phase is Phase.PLAY and not face_up:
        return None
    return Leftovers(
        number=view.kitty_size,
        words=scene.say("left over"),
        face_up=tuple(held_tile(view, tile) for tile in face_up),
    )


def _face_up_hand(scene: Scene) -> LaidDownHand | None:
    """Find the newest face-up hand that is not the reader's own, or else the shown doubles."""
    view = scene.view
    hands = reversed(scene.table.laid_down)
    if view.phase is Phase.OVER:
        return None
    laid = next(((hand.seat, hand.tiles) for hand in hands if hand.seat != view.seat), None)
    if laid is None and view.shown:
        laid = open_doubles(view)
    if laid is None or laid[0] == view.seat or not laid[1]:
        return None
    shown = sort_hand(laid[1], view.contract)
    return LaidDownHand(seat=laid[0], tiles=tuple(held_tile(view, tile) for tile in shown))


def _trumps(view: SeatView) -> frozenset[Tile]:
    trump = None if view.contract is None else view.contract.trump_suit
    if view.contract is None or trump is None:
        return frozenset()
    return frozenset(view.contract.ordering.members[trump])


def held_tile(view: SeatView, tile: Tile, stance: Stance = Stance.RESTING) -> HandTile:
    """Describe a domino of a hand, with its count and whether it is trump."""
    count = view.rules.game.tile_count(tile)
    return HandTile(tile=tile, count=count, trump=tile in _trumps(view), stance=stance)


def _swap(
    hand: list[HandTile], shelf: list[HandTile], swap: Swap
) -> tuple[list[HandTile], list[HandTile]]:
    """Return the hand and the left-over dominoes with the exchanged tiles swapped."""
    taken, given = swap
    kept, leaving = _split(hand, Counter(given))
    left, coming = _split(shelf, Counter(taken))
    return [*kept, *coming], [*left, *leaving]


def _split(held: list[HandTile], moved: Counter[Tile]) -> tuple[list[HandTile], list[HandTile]]:
    rest = Counter(moved)
    stay = []
    go = []
    for each in held:
        if rest[each.tile]:
            rest[each.tile] -= 1
            go.append(replace(each, stance=Stance.MOVED))
        else:
            stay.append(each)
    return stay, go


def _unplayed_tiles(view: SeatView) -> tuple[tuple[Tile, ...], ...]:
    """List the tiles each seat still held at the end; empty if none."""
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
