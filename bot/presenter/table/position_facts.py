"""The facts of a position, in order of importance: what a screen says of the hand in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from texas42.engine import Phase, PlayTile, sort_hand

from ..hand.outcome import score_line
from ..layout.fact import NOTHING, Fact, Look, drawn, said, written
from ..words.parts import capital, clock, known
from ..words.render_context import tile_text
from .draw_line import draw_line, full_draw_line
from .hints import hints_line
from .position import (
    auction_line,
    bid_line,
    hand_score_line,
    high_bid_line,
    is_trick_end,
    leading_seat,
    led_line,
    special_lines,
    tile_of,
    trick_line,
    trick_number,
    trick_tiles,
    trick_won_line,
    trump_line,
    turn_line,
)
from .scene import Scene
from .seats import (
    FOUR,
    hand_title,
    in_brief,
    own_first,
    plays_alone,
    seat_name,
    side_members,
    side_name,
    side_names,
)


def board_facts(scene: Scene) -> tuple[Fact, ...]:
    """List what everybody may know of the hand in play."""
    hints = written(hints_line(scene), look=Look.SMALL)
    return (
        drawn(table_heading(scene), look=Look.TITLE),
        _turn(scene),
        *position_facts(scene),
        *score_facts(scene),
        Fact(words=said(sides_line(scene)), look=Look.SMALL),
        hints,
        written(_behind_line(scene), look=Look.SMALL),
    )


def _behind_line(scene: Scene) -> str:
    """Say that the board comes late; empty if it doesn't."""
    if not scene.context.is_behind:
        return ""
    return scene.say("Many tables are playing, so this board is a few seconds behind.")


def position_facts(scene: Scene) -> tuple[Fact, ...]:
    """List the calls or the trick, the reader's dominoes, the contract, and what lies open."""
    draw = full_draw_line(scene)
    news = draw_line(scene) if scene.view.seat is None else ""  # a player has their own news
    return (
        Fact(
            words=said(draw),
            beside=said(news),
            spoken=draw,
            look=Look.SMALL,
        ),
        drawn(high_bid_line(scene) if scene.view.phase is Phase.CALL else ""),
        *_acts(scene),
        *_own_tiles(scene),
        _in_names(scene, contract_line, kept=True),
        *_open(scene),
        _last_trick(scene),
    )


def score_facts(scene: Scene) -> tuple[Fact, ...]:
    """List the scores of the hand in play and of the game, the reader's own side first."""
    return (
        _in_names(scene, hand_score_line),
        _in_names(scene, score_line, look=Look.SMALL),
        _in_names(scene, tricks_line, look=Look.SMALL),
    )


def _in_names(
    scene: Scene, line: Callable[[Scene], str], *, look: Look = Look.PLAIN, kept: bool = False
) -> Fact:
    """Build a fact with names in full, or as a picture cuts them."""
    full = line(scene)
    brief = in_brief(scene)
    return drawn(full, full if brief is scene else line(brief), look=look, kept=kept)


def _turn(scene: Scene) -> Fact:
    """Say whose turn it is; beside a picture, after the hand's name and who took the trick."""
    now = turn_line(scene)
    beside = now
    if is_trick_end(scene.view):
        won = trick_won_line(scene, len(scene.view.tricks))
        beside = scene.say("{won}. {now}.", won=won, now=now)
    since = clock(scene.table.turn_since)
    return Fact(
        words=said(now and scene.say("{turn} · {when}", turn=now, when=since)),
        beside=(f"**{hand_title(scene)}** · {beside}",),
        spoken=now,
        kept=True,
    )


def _acts(scene: Scene) -> Iterator[Fact]:
    """List the calls until the first lead, then the trick on the table."""
    view = scene.view
    if view.phase is not Phase.PLAY:
        yield _in_names(scene, auction_line)
    elif is_trick_end(view):
        yield _in_names(scene, _won_trick)
    elif view.trick is None or not view.trick.plays:
        yield Fact(words=said(auction_line(scene)), look=Look.SMALL)
    else:
        on_table = scene.say("**On the table:** {trick}", trick=trick_line(scene))
        played = trick_tiles(in_brief(scene), view.trick)
        short = scene.say("**On the table:** {trick}", trick=played)
        yield drawn(on_table, short, kept=True)
        yield _in_names(scene, ahead_line, look=Look.SMALL)


def _won_trick(scene: Scene) -> str:
    """Say who took the last trick, and what lies in it."""
    last = scene.view.tricks[-1]
    won = trick_won_line(scene, len(scene.view.tricks))
    return f"**{won}**: {trick_tiles(scene, last)}"


def _last_trick(scene: Scene) -> Fact:
    """Recall the last trick while the next one is on the table; a picture has no room for it."""
    view = scene.view
    if not view.tricks or is_trick_end(view) or view.phase is not Phase.PLAY:
        return NOTHING
    won = trick_won_line(scene, len(view.tricks))
    tiles = trick_tiles(scene.without_emoji(), view.tricks[-1])
    return Fact(words=(f"{won}: {tiles}", won), look=Look.SMALL)


def _own_tiles(scene: Scene) -> Iterator[Fact]:
    """List the reader's dominoes, which of them can be played, and those left over in sight."""
    view = scene.view
    if view.seat is None:
        return
    game = view.rules.game
    hand = sort_hand(view.hand, view.contract)
    if not hand:
        yield drawn(scene.say("You have no dominoes left."), kept=True)
        return
    tiles = scene.context.seen_tiles(hand, game)
    yield drawn(scene.say("**Your dominoes:** {tiles}", tiles=tiles), kept=True)
    playable = {action.tile for action in view.legal if isinstance(action, PlayTile)}
    if 0 < len(playable) < len(set(hand)):
        shown = [tile for tile in dict.fromkeys(hand) if tile in playable]
        tiles = scene.context.seen_tiles(shown, game)
        yield drawn(scene.say("**You can play:** {tiles}", tiles=tiles), kept=True)
    if view.kitty and view.phase is Phase.EXCHANGE:
        left = scene.say("Left over: {tiles}", tiles=scene.context.tiles(view.kitty, game))
        yield Fact(spoken=left)


def _open(scene: Scene) -> Iterator[Fact]:
    """List what else is public: an exchange, who sits out, dominoes shown or laid down."""
    for full, brief in zip(special_lines(scene), special_lines(in_brief(scene)), strict=True):
        yield drawn(full, brief, look=Look.SMALL)


def ahead_line(scene: Scene) -> str:
    """Say who has the trick so far, unless it is the reader."""
    view = scene.view
    trick = known(view.trick)
    best = leading_seat(view, trick)
    if best is None or best == view.seat:
        return ""
    name = seat_name(scene, best)
    tile = tile_text(tile_of(trick, best))
    if scene.own is not None and view.rules.game.side_of(best) == scene.own:
        return scene.say("Your partner {name} has it so far with the {tile}.", name=name, tile=tile)
    return scene.say("{name} has it so far with the {tile}.", name=name, tile=tile)


def table_heading(scene: Scene) -> str:
    """Name the table, the hand, and the trick or the phase."""
    number = scene.table.number
    table_name = "" if number is None else scene.say("Table {number}", number=number)
    head = (table_name, hand_title(scene), _phase_heading(scene))
    return " · ".join(filter(None, head))


def _phase_heading(scene: Scene) -> str:
    view = scene.view
    match view.phase:
        case Phase.CALL:
            return scene.say("Bidding")
        case Phase.CONTRACT:
            return scene.say("Trump")
        case Phase.EXCHANGE:
            return scene.say("Swapping dominoes")
        case Phase.PLAY:
            number = trick_number(view)
            tricks = view.rules.game.hand_size
            return scene.say("Trick {number} of {tricks}", number=number, tricks=tricks)
        case _:
            return ""


def contract_line(scene: Scene) -> str:
    """Name the trump, the bid, and the suit led."""
    trump = trump_line(scene)
    named = (f"**{trump}**" if trump else "", bid_line(scene), led_line(scene))
    return " · ".join(filter(None, named))


def tricks_line(scene: Scene) -> str:
    """Count each side's tricks, the reader's own first; empty before the first."""
    view = scene.view
    if view.phase is not Phase.PLAY or not view.tricks:
        return ""
    game = view.rules.game
    names = side_names(scene)
    taken = [game.side_of(trick.winner) for trick in view.tricks if trick.winner is not None]
    counts = " · ".join(f"{capital(names[side])} {taken.count(side)}" for side in own_first(scene))
    return scene.say("Tricks: {counts}", counts=counts)


def sides_line(scene: Scene) -> str:
    """List the players of each side, unless the sides' names already do."""
    if len(scene.table.seats) == FOUR or plays_alone(scene.table):
        return ""
    return " · ".join(
        scene.say(
            "{side}: {players}", side=side_name(scene, side), players=side_members(scene, side)
        )
        for side in range(scene.table.rules.game.sides)
    )
