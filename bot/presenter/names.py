"""What people, seats and sides are called."""

from __future__ import annotations

import re
import unicodedata

from bot.engine import SeatView
from bot.tables.model import Occupant
from bot.tables.views import SeatLine, TableView

from .render_context import RenderContext

LONGEST = 24
_JOINER = "\u200d"
_GUARD = "\u200b"  # a space without width: breaks mentions and addresses, is not seen
_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#\-+])")
_ADDRESS = re.compile(r"(?<=:)(?=//)|(?<=@)(?=\S)")
_MARKS_IN_A_ROW = 2
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_ISOLATE, _POP = "\u2068", "\u2069"  # keep the direction of what is between them to itself


def plain_name(name: str) -> str:
    """Return a name on one line without control characters, for labels and alt texts.

    Characters that steer the direction of writing or cannot be seen are left out, stacks of
    accents are cut to two, and a name longer than 24 characters ends with an ellipsis. A name
    of which nothing is left becomes `?`.
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", " ".join(name.split())):
        category = unicodedata.category(character)
        if category[0] == "C" and not (character == _JOINER and kept):
            continue
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(character)
    text = "".join(kept).strip().strip(_JOINER)
    if len(text) > LONGEST:
        text = text[: LONGEST - 1].rstrip() + "…"
    return text or "?"


def shown_name(name: str) -> str:
    """Return a name for Markdown: what `plain_name` leaves, without any effect on the text.

    A name that is written from right to left is kept apart: behind it a 6-4 would read 4-6.
    """
    plain = plain_name(name)
    text = _ADDRESS.sub(_GUARD, _MARKDOWN.sub(r"\\\1", plain))
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in plain):
        return f"{_ISOLATE}{text}{_POP}"
    return text


FOUR = 4


def position(table: TableView, seat: int, context: RenderContext) -> str:
    """Return where a seat is: "North" with four seats, else "Seat 5"."""
    say = context.words.say
    if len(table.seats) == FOUR:
        return (say("North"), say("East"), say("South"), say("West"))[seat]
    return say("Seat {number}", number=seat + 1)


def seat_label(table: TableView, seat: int, context: RenderContext) -> str:
    """Return a seat's name without Markdown, for labels, pictures and alt texts."""
    return _name(table.seats[seat], context, markdown=False)


def seat_name(table: TableView, seat: int, context: RenderContext) -> str:
    """Return a seat's name for Markdown."""
    return _name(table.seats[seat], context, markdown=True)


def seat_title(table: TableView, seat: int, context: RenderContext) -> str:
    """Return a seat's name for Markdown, and that a computer plays where it does."""
    line, say = table.seats[seat], context.words.say
    name = seat_name(table, seat, context)
    if line.occupant is Occupant.COMPUTER and line.level == "easy":
        return say("{name} (computer, easy)", name=name)
    if line.occupant is Occupant.COMPUTER and line.level == "steady":
        return say("{name} (computer, steady)", name=name)
    if line.occupant is Occupant.COMPUTER:
        return say("{name} (computer)", name=name)
    if line.away:
        return say("{name} (away, computer plays)", name=name)
    return name


def _name(line: SeatLine, context: RenderContext, *, markdown: bool) -> str:
    if line.occupant is Occupant.OPEN:
        return context.words.say("open seat")
    if line.occupant is Occupant.COMPUTER and not line.name:
        return context.words.say("Computer {number}", number=line.seat + 1)
    return shown_name(line.name) if markdown else plain_name(line.name)


def side_label(table: TableView, side: int, context: RenderContext) -> str:
    """Return a side's name without Markdown."""
    return _side(table, side, context, markdown=False)


def side_name(table: TableView, side: int, context: RenderContext) -> str:
    """Return a side's name for Markdown: N/S, a player's name, or Side A."""
    return _side(table, side, context, markdown=True)


def _side(table: TableView, side: int, context: RenderContext, *, markdown: bool) -> str:
    game, say = table.rules.game, context.words.say
    if game.sides == game.seats:
        return _name(table.seats[side], context, markdown=markdown)
    if game.seats == FOUR:
        return (say("N/S"), say("E/W"))[side]
    return (say("Side A"), say("Side B"))[side]


def side_names(table: TableView, context: RenderContext, own: int | None = None) -> tuple[str, ...]:
    """Return the names of all sides; "we" and "they" for a player who has one side against him."""
    say, sides = context.words.say, range(table.rules.game.sides)
    if own is not None and len(sides) == 2:
        return tuple(say("we") if side == own else say("they") for side in sides)
    return tuple(side_name(table, side, context) for side in sides)


def has_named_sides(table: TableView) -> bool:
    """Whether a side has a name of its own beside its players'."""
    return table.rules.game.sides != table.rules.game.seats


def seat_and_side(table: TableView, seat: int, context: RenderContext) -> str:
    """Return "Ana (N/S)", or only the name where everybody plays for himself."""
    name = seat_name(table, seat, context)
    if not has_named_sides(table):
        return name
    side = side_name(table, table.seats[seat].side, context)
    return context.words.say("{name} ({side})", name=name, side=side)


def side_members(table: TableView, side: int, context: RenderContext) -> str:
    """Return the names of a side's players: "Ana and Cy"."""
    members = (line.seat for line in table.seats if line.side == side)
    return context.words.both(seat_name(table, seat, context) for seat in members)


def playing_seats(view: SeatView, leader: int) -> tuple[int, ...]:
    """Return the seats that play to a trick, in their order from its leader."""
    seats = len(view.hand_sizes)
    order = ((leader + step) % seats for step in range(seats))
    return tuple(seat for seat in order if seat != view.sitting_out)
