"""What people, seats and sides are called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from bot.engine import SeatView
from bot.render import can_draw
from bot.tables.model import Occupant
from bot.tables.views import SeatLine, TableView

from .render_context import RenderContext

LONGEST = 24
SHORT = 12
TOO_SHORT = 3
"""A word like "The" alone is no name."""
_JOINER = "\u200d"
_GUARD = "\u200b"  # a space without width: breaks mentions and addresses, is not seen
_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#\-+])")
_ADDRESS = re.compile(r"(?<=:)(?=//)|(?<=@)(?=\S)")
_INVITATION = re.compile(r"(?<=\w\.)(\w{2,})[/\\]+")  # discord.gg/… and any other address
_MARKS_IN_A_ROW = 2
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG_HALVES = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_ISOLATE, _POP = "\u2068", "\u2069"  # keep the direction of what is between them to itself


def plain_name(name: str) -> str:
    """Return a name on one line without control characters, for labels and alt texts.

    Characters that steer the direction of writing or cannot be seen are left out, stacks of
    accents are cut to two, and a name longer than 24 characters ends with an ellipsis. An
    address falls apart at its slash, so that Discord shows no invitation. A name of which
    nothing is left becomes `?`.
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
    text = _INVITATION.sub(r"\1 ", "".join(kept)).strip().strip(_JOINER)
    return _cut(text) or "?"


def _cut(text: str) -> str:
    """Return a text of at most 24 characters; what is seen as one sign stays whole."""
    if len(text) <= LONGEST:
        return text
    kept = ""
    for sign in _signs(text):
        if len(kept) + len(sign) >= LONGEST:
            break
        kept += sign
    return kept.rstrip() + "…"


def _signs(text: str) -> list[str]:
    """Return what is seen one by one: letters with their accents, flags, joined emojis."""
    signs: list[str] = []
    for character in text:
        before = signs[-1] if signs else ""
        joined = unicodedata.category(character)[0] == "M" or character == _JOINER
        joined = joined or character in _SKIN_TONES or before.endswith(_JOINER)
        if before and (joined or (character in _FLAG_HALVES and before in _FLAG_HALVES)):
            signs[-1] += character
        else:
            signs.append(character)
    return signs


def shown_name(name: str) -> str:
    """Return a name for Markdown: what `plain_name` leaves, without any effect on the text.

    A name that is written from right to left is kept apart: behind it a 6-4 would read 4-6.
    """
    return _kept_apart(_ADDRESS.sub(_GUARD, _MARKDOWN.sub(r"\\\1", plain_name(name))))


def _kept_apart(text: str) -> str:
    """Return a name with its direction to itself, where it is written from right to left."""
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text):
        return f"{_ISOLATE}{text}{_POP}"
    return text


FOUR = 4
PAIR = 2


def position(seat: int, context: RenderContext) -> str:
    """Return which seat it is: "Seat 3"."""
    return context.words.say("Seat {number}", number=seat + 1)


def seat_label(table: TableView, seat: int, context: RenderContext) -> str:
    """Return a seat's name without Markdown, for pictures."""
    return _name(table.seats[seat], context, markdown=False)


def seat_option(table: TableView, seat: int, context: RenderContext) -> str:
    """Return a seat's name without Markdown, for the words of a list or a button."""
    return _kept_apart(seat_label(table, seat, context))


def seat_name(table: TableView, seat: int, context: RenderContext) -> str:
    """Return a seat's name for Markdown."""
    return _name(table.seats[seat], context, markdown=True)


def seat_title(table: TableView, seat: int, context: RenderContext) -> str:
    """Return a seat's name for Markdown, and that a computer plays where it does."""
    line, say = table.seats[seat], context.words.say
    name = seat_name(table, seat, context)
    if line.reserved_by is not None:
        newcomer = shown_name(line.reserved_name)
        return say("{name} (computer; next hand: {newcomer})", name=name, newcomer=newcomer)
    if line.occupant is Occupant.COMPUTER:
        return _computer_title(name, line.level, context)
    if line.away:
        return say("{name} (away, computer plays)", name=name)
    return name


def _computer_title(name: str, level: str, context: RenderContext) -> str:
    """Return a computer player's name and what is worth knowing of its level."""
    say = context.words.say
    match level:
        case "expert-careful":
            return say("{name} (computer, careful)", name=name)
        case "expert-bold":
            return say("{name} (computer, bold)", name=name)
        case "steady":
            return say("{name} (computer, steady)", name=name)
        case "steady-careful":
            return say("{name} (computer, steady, careful)", name=name)
        case "steady-bold":
            return say("{name} (computer, steady, bold)", name=name)
        case "easy":
            return say("{name} (computer, easy)", name=name)
        case _:
            return say("{name} (computer)", name=name)


def _name(line: SeatLine, context: RenderContext, *, markdown: bool) -> str:
    if line.occupant is Occupant.OPEN:
        return context.words.say("open seat")
    if line.occupant is Occupant.COMPUTER and not line.name:
        return context.words.say("Computer {number}", number=line.seat + 1)
    return shown_name(line.name) if markdown else plain_name(line.name)


def side_label(table: TableView, side: int, context: RenderContext) -> str:
    """Return a side's name for a picture, short: "Ana & Cy"; empty where it can't be written."""
    members = _members(table, side, context, markdown=False)
    names = members if len(members) <= PAIR else members[:1]
    if not all(map(can_draw, names)):
        return ""
    shown = [_short(name) for name in names]
    return " & ".join(shown) if names == members else _of_many(shown[0], context)


def _short(name: str) -> str:
    """Return as many words of a name as a picture has room for, or the start of its first one."""
    if len(name) <= SHORT:
        return name
    words = name[: SHORT + 1].rsplit(" ", 1)
    if len(words) > 1 and len(words[0]) > TOO_SHORT:
        return words[0].rstrip()
    return name[: SHORT - 1].rstrip() + "…"


def side_name(table: TableView, side: int, context: RenderContext) -> str:
    """Return a side's name for Markdown: "Ana and Cy", "Ana's side" of three or more."""
    names = _members(table, side, context, markdown=True)
    return context.words.both(names) if len(names) <= PAIR else _of_many(names[0], context)


def _members(table: TableView, side: int, context: RenderContext, *, markdown: bool) -> list[str]:
    lines = (line for line in table.seats if line.side == side)
    return [_name(line, context, markdown=markdown) for line in lines]


def _of_many(first: str, context: RenderContext) -> str:
    return context.words.say("{name}'s side", name=first)


def side_names(table: TableView, context: RenderContext, own: int | None = None) -> tuple[str, ...]:
    """Return the names of all sides; "we" and "they" for a player who faces one other side."""
    say, sides = context.words.say, range(table.rules.game.sides)
    if own is not None and len(sides) == 2:
        return tuple(say("we") if side == own else say("they") for side in sides)
    return tuple(side_name(table, side, context) for side in sides)


def is_plural(table: TableView, own: int | None = None) -> bool:
    """Whether a side's name takes a verb in the plural: "we", "they", "Ana and Cy"."""
    game = table.rules.game
    return game.seats == PAIR * game.sides or (own is not None and game.sides == 2)


def plays_alone(table: TableView) -> bool:
    """Whether every player is a side."""
    return table.rules.game.sides == table.rules.game.seats


def side_members(table: TableView, side: int, context: RenderContext) -> str:
    """Return the names of all players of a side: "Ana, Cy and Eve"."""
    return context.words.both(_members(table, side, context, markdown=True))


def playing_seats(view: SeatView, leader: int) -> tuple[int, ...]:
    """Return the seats that play to a trick, in their order from its leader."""
    seats = len(view.hand_sizes)
    order = ((leader + step) % seats for step in range(seats))
    return tuple(seat for seat in order if seat != view.sitting_out)


def own_first(names: Sequence[str], own: int | None) -> list[int]:
    """Return the sides in the order they are shown: the reader's own first."""
    return sorted(range(len(names)), key=lambda side: side != own)
