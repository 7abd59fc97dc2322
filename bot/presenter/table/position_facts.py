"""The facts of a position, in order of importance: what a screen says of the hand in play."""

from __future__ import annotations

from collections.abc import Iterator

from texas42.engine import Phase

from ..hand.outcome import score_line
from ..layout.fact import Fact, Look, drawn
from ..words.parts import capital, clock
from .draw_line import draw_line, full_draw_line
from .hints import hints_line
from .position import (
    auction_line,
    bid_line,
    hand_score_line,
    high_bid_line,
    is_trick_end,
    led_line,
    special_lines,
    trick_line,
    trick_number,
    trick_tiles,
    trick_won_line,
    trump_line,
    turn_line,
)
from .scene import Scene
from .seats import FOUR, hand_title, own_first, plays_alone, side_members, side_name, side_names


def board_facts(scene: Scene) -> tuple[Fact, ...]:
    """List what everybody may know of the hand in play, but for its scores."""
    view = scene.view
    return (
        drawn(table_heading(scene), look=Look.TITLE),
        _turn(scene),
        drawn(contract_line(scene), kept=True),
        Fact(
            words=_told(full_draw_line(scene)),
            beside=_told(draw_line(scene)),
            spoken=full_draw_line(scene),
            look=Look.SMALL,
        ),
        drawn(high_bid_line(scene) if view.phase is Phase.CALL else ""),
        *_acts(scene),
        *map(drawn, special_lines(scene)),
    )


def score_facts(scene: Scene) -> tuple[Fact, ...]:
    """List the scores of the hand in play and of the game, the reader's own side first."""
    return (
        drawn(hand_score_line(scene)),
        drawn(score_line(scene)),
        drawn(tricks_line(scene), look=Look.SMALL),
    )


def table_facts(scene: Scene) -> tuple[Fact, ...]:
    """List what stands below the scores of a board: who plays together, and about hints."""
    sides = drawn(sides_line(scene), spoken="", look=Look.SMALL)
    hints = _told(hints_line(scene))
    return sides, Fact(words=hints, beside=hints, look=Look.SMALL)


def _turn(scene: Scene) -> Fact:
    """Say whose turn it is; beside a picture, after the hand's name and who took the trick."""
    now = turn_line(scene)
    beside = now
    if is_trick_end(scene.view):
        won = trick_won_line(scene, len(scene.view.tricks))
        beside = scene.say("{won}. {now}.", won=won, now=now)
    since = clock(scene.table.turn_since)
    return Fact(
        words=_told(now and scene.say("{turn} · {when}", turn=now, when=since)),
        beside=(f"**{hand_title(scene)}** · {beside}",),
        spoken=now,
        kept=True,
    )


def _acts(scene: Scene) -> Iterator[Fact]:
    """List the calls, or the tricks on the table: the current one, and the last one."""
    view = scene.view
    if view.phase is not Phase.PLAY:
        yield drawn(auction_line(scene))
        return
    last = trick_won_line(scene, len(view.tricks)) if view.tricks else ""
    if is_trick_end(view):
        yield drawn(f"**{last}**: {trick_tiles(scene, view.tricks[-1])}")
        return
    yield drawn(trick_line(scene))
    yield drawn(last, spoken="", look=Look.SMALL)
    if view.trick is None or not (view.tricks or view.trick.plays):
        yield drawn(auction_line(scene), spoken="", look=Look.SMALL)


def _told(text: str) -> tuple[str, ...]:
    return (text,) if text else ()


def table_heading(scene: Scene) -> str:
    """Name the table, the hand, and the trick or the phase."""
    view = scene.view
    table_name = scene.say("Table {number}", number=scene.table.number)
    phases = {
        Phase.CALL: scene.say("Bidding"),
        Phase.CONTRACT: scene.say("Trump"),
        Phase.EXCHANGE: scene.say("Swapping dominoes"),
        Phase.PLAY: scene.say(
            "Trick {number} of {tricks}",
            number=trick_number(view),
            tricks=view.rules.game.hand_size,
        ),
    }
    head = (table_name, hand_title(scene), phases.get(view.phase, ""))
    return " · ".join(filter(None, head))


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
