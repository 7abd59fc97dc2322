"""The lobby: who sits where, and what the table plays."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.model import Occupant, Pace
from bot.tables.views import SeatLine, TableView

from ..rules.screen import changes_line, rules_line
from ..words.games import title
from ..words.ids import Verb, format_id
from ..words.language import Words
from ..words.names import FOUR, PAIR, plays_alone, position, seat_option, seat_title
from ..words.parts import clock, lines, press, small
from ..words.render_context import RenderContext
from ..words.spec import (
    Accent,
    Button,
    ButtonStyle,
    Container,
    Message,
    Option,
    Part,
    Row,
    Section,
    Select,
    Separator,
    Text,
)


def lobby(table: TableView, context: RenderContext) -> Message:
    """Return the public screen of a table that has not started."""
    small_table = len(table.seats) <= FOUR
    seats = _seat_rows(table, context) if small_table else _seat_list(table, context)
    parts: list[Part] = [
        Text(_heading(table, context)),
        Separator(),
        *seats,
        Separator(),
        Text(_footer(table, context)),
        *_controls(table, context),
    ]
    return Message(body=(Container(tuple(parts), Accent.NORMAL),))


def _heading(table: TableView, context: RenderContext) -> str:
    words = context.words
    return lines(
        f"## {title(table, context)}",
        rules_line(table.rules, words),
        changes_line(table.rules, words),
    )


def _footer(table: TableView, context: RenderContext) -> str:
    words = context.words
    count = sum(line.occupant is Occupant.OPEN for line in table.seats)
    state = words.say("Everyone is here. Press Start.")
    if count:
        state = words.plural("{n} seat is open.", "{n} seats are open.", count)
    until = ""
    if table.next_at is not None:
        until = words.say("This table closes {when}.", when=clock(table.next_at))
    private = words.say(
        "By sitting down you agree to get your dominoes by DM; they're also under My hand. "
        "No table talk!"
    )
    return lines(f"{state} {until}".rstrip(), small(private))


def _sides(table: TableView, context: RenderContext) -> list[tuple[str, list[SeatLine]]]:
    """Return the seats by side, partners together, each side with its heading."""
    if plays_alone(table):
        return [("", list(table.seats))]
    say, sides = context.words.say, range(table.rules.game.sides)
    headings = [say("**Side {number}**", number=side + 1) for side in sides]
    if len(sides) == PAIR:
        headings = [say("**One side**"), say("**The other side**")]
    return [(headings[side], [line for line in table.seats if line.side == side]) for side in sides]


def _seat_text(table: TableView, line: SeatLine, context: RenderContext) -> str:
    who = seat_title(table, line.seat, context)
    parts = [position(line.seat, context), f"**{who}**"]
    if line.host:
        parts.append(context.words.say("host"))
    return " · ".join(parts)


def _seat_rows(table: TableView, context: RenderContext) -> list[Part]:
    """Return a line a seat, each with its own button."""
    say = context.words.say
    parts: list[Part] = []
    for heading, seats in _sides(table, context):
        if heading:
            parts.append(Text(heading))
        for line in seats:
            text, arg = _seat_text(table, line, context), str(line.seat)
            if line.occupant is Occupant.OPEN:
                sit = press(table, Verb.SIT, say("Sit"), arg=arg, style=ButtonStyle.SUCCESS)
                parts.append(Section(text, sit))
            elif line.occupant is Occupant.COMPUTER:
                parts.append(Section(text, press(table, Verb.REMOVE, say("Remove"), arg=arg)))
            else:
                parts.append(Text(text))
    return parts


def _seat_list(table: TableView, context: RenderContext) -> list[Part]:
    """Return the seats as one list, with selects to sit down and to remove a computer."""
    say = context.words.say
    listed = [
        lines(heading, *(_seat_text(table, line, context) for line in seats))
        for heading, seats in _sides(table, context)
    ]
    parts: list[Part] = [Text(lines(*listed))]
    free = [line for line in table.seats if line.occupant is Occupant.OPEN]
    computers = [line for line in table.seats if line.occupant is Occupant.COMPUTER]
    if free:
        options = tuple(Option(position(line.seat, context), str(line.seat)) for line in free)
        custom_id = format_id(Verb.SIT, table.table_id, table.seq)
        parts.append(Row((Select(custom_id, say("Choose a seat"), options),)))
    if computers:
        options = tuple(
            Option(_removal(table, line.seat, context), str(line.seat)) for line in computers
        )
        custom_id = format_id(Verb.REMOVE, table.table_id, table.seq)
        parts.append(Row((Select(custom_id, say("Remove a computer player"), options),)))
    return parts


def _removal(table: TableView, seat: int, context: RenderContext) -> str:
    return f"{position(seat, context)} · {seat_option(table, seat, context)}"


def _controls(table: TableView, context: RenderContext) -> tuple[Row, ...]:
    say = context.words.say
    is_open = any(line.occupant is Occupant.OPEN for line in table.seats)
    start = press(table, Verb.START, say("Start"), style=ButtonStyle.SUCCESS, disabled=is_open)
    fill = press(
        table,
        Verb.FILL,
        say("Fill with computers"),
        style=ButtonStyle.PRIMARY if is_open else ButtonStyle.SECONDARY,
        disabled=not is_open,
    )
    return (
        Row((start, fill)),
        Row(
            (
                press(table, Verb.LEAVE, say("Leave")),
                press(table, Verb.RULES, say("Rules")),
                press(table, Verb.HOUSE, say("House rules")),
            )
        ),
        Row(
            (
                _pace_button(table, context),
                press(table, Verb.CLOSE, say("Close table"), style=ButtonStyle.DANGER),
            )
        ),
        *_levels(table, context),
    )


def _levels(table: TableView, context: RenderContext) -> Iterator[Row]:
    """Yield the select of how strong the computer players are, last: no button moves for it."""
    words = context.words
    computer = next((each for each in table.seats if each.occupant is Occupant.COMPUTER), None)
    if computer is None:
        return
    options = tuple(
        Option(name, level, about, default=level == computer.level)
        for level, (name, about) in _level_words(words).items()
    )
    custom_id = format_id(Verb.LEVEL, table.table_id, table.seq)
    yield Row((Select(custom_id, words.say("How strong the computer players are"), options),))


def _level_words(words: Words) -> dict[str, tuple[str, str]]:
    """Return how each level is called in the lobby, and what it is like."""
    say = words.say
    careful = say("Bids fewer hands, and makes more of its bids")
    bold = say("Bids more hands, and gets set more")
    return {
        "expert": (say("Computers: expert"), say("A champion")),
        "expert-careful": (say("Computers: expert, careful"), careful),
        "expert-bold": (say("Computers: expert, bold"), bold),
        "steady": (say("Computers: steady"), say("A friend at the kitchen table")),
        "steady-careful": (say("Computers: steady, careful"), careful),
        "steady-bold": (say("Computers: steady, bold"), bold),
        "easy": (say("Computers: easy"), say("A beginner you can beat")),
        "rules": (say("Computers: rules"), say("Plays by rules of thumb")),
    }


def _pace_name(pace: Pace, context: RenderContext) -> str:
    """Return a pace in a word."""
    say = context.words.say
    return {
        Pace.RELAXED: say("relaxed"),
        Pace.NORMAL: say("normal"),
        Pace.FAST: say("fast"),
    }[pace]


def _pace_button(table: TableView, context: RenderContext) -> Button:
    """Return the button that names the pace and changes it to the next one."""
    paces = tuple(Pace)
    following = paces[(paces.index(table.pace) + 1) % len(paces)]
    label = context.words.say("Pace: {pace}", pace=_pace_name(table.pace, context))
    return press(table, Verb.PACE, label, arg=following.value)


def pace_changed(table: TableView, context: RenderContext) -> Message:
    """Return the answer to the host who has changed the pace."""
    say = context.words.say
    what = {
        Pace.RELAXED: say("Relaxed pace: computer players take their time."),
        Pace.NORMAL: say("Normal pace: computer players act in about a second."),
        Pace.FAST: say("Fast pace: computer players act quickly."),
    }[table.pace]
    return Message(content=what)
