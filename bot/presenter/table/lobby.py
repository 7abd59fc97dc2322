"""The lobby: seats, and what the table plays."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.model import Occupant
from bot.tables.views import SeatLine, TableView
from bot.values.pace import Pace

from ..rules.screen import changes_line, rules_line
from ..words.ids import Verb
from ..words.language import Words
from ..words.parts import clock, lines, small
from ..words.render_context import RenderContext
from ..words.spec import (
    Accent,
    Button,
    ButtonStyle,
    Container,
    Message,
    Part,
    Row,
    Section,
    Select,
    SelectOption,
    Separator,
    Text,
)
from .scene import Scene
from .seats import FOUR, PAIR, plays_alone, position, seat_option, seat_title, title


def lobby(table: TableView, context: RenderContext) -> Message:
    """Build the public screen of a table that has not started."""
    scene = Scene.of(table, context)
    small_table = len(scene.table.seats) <= FOUR
    seats = _seat_rows(scene) if small_table else _seat_list(scene)
    parts: list[Part] = [
        Text(_heading(scene)),
        Separator(),
        *seats,
        Separator(),
        Text(_footer(scene)),
        *_controls(scene),
    ]
    return Message(body=(Container(tuple(parts), Accent.NORMAL),))


def _heading(scene: Scene) -> str:
    return lines(
        f"## {title(scene)}",
        rules_line(scene.table.rules, scene.words),
        changes_line(scene.table.rules, scene.words),
    )


def _footer(scene: Scene) -> str:
    count = sum(line.occupant is Occupant.OPEN for line in scene.table.seats)
    state = scene.say("Everyone is here. Press Start.")
    if count:
        state = scene.plural("{n} seat is open.", "{n} seats are open.", count)
    until = ""
    if scene.table.next_at is not None:
        until = scene.say("This table closes {when}.", when=clock(scene.table.next_at))
    private = scene.say(
        "By sitting down you agree to get your dominoes by DM; they're also under My hand. "
        "No table talk!"
    )
    return lines(f"{state} {until}".rstrip(), small(private))


def _sides(scene: Scene) -> list[tuple[str, list[SeatLine]]]:
    """List the seats by side, partners together, each side with its heading."""
    if plays_alone(scene.table):
        return [("", list(scene.table.seats))]
    sides = range(scene.table.rules.game.sides)
    headings = [scene.say("**Side {number}**", number=side + 1) for side in sides]
    if len(sides) == PAIR:
        headings = [scene.say("**One side**"), scene.say("**The other side**")]
    return [
        (headings[side], [line for line in scene.table.seats if line.side == side])
        for side in sides
    ]


def _seat_text(scene: Scene, line: SeatLine) -> str:
    who = seat_title(scene, line.seat)
    parts = [position(line.seat, scene), f"**{who}**"]
    if line.host:
        parts.append(scene.say("host"))
    return " · ".join(parts)


def _seat_rows(scene: Scene) -> list[Part]:
    """Build one line per seat, each with its own button."""
    parts: list[Part] = []
    for heading, seats in _sides(scene):
        if heading:
            parts.append(Text(heading))
        for line in seats:
            text, arg = _seat_text(scene, line), str(line.seat)
            if line.occupant is Occupant.OPEN:
                sit = scene.press(Verb.SIT, scene.say("Sit"), arg=arg, style=ButtonStyle.SUCCESS)
                parts.append(Section(text, sit))
            elif line.occupant is Occupant.COMPUTER:
                parts.append(Section(text, scene.press(Verb.REMOVE, scene.say("Remove"), arg=arg)))
            else:
                parts.append(Text(text))
    return parts


def _seat_list(scene: Scene) -> list[Part]:
    """Build the seats as a list, with selects to sit and to remove a computer."""
    listed = [
        lines(heading, *(_seat_text(scene, line) for line in seats))
        for heading, seats in _sides(scene)
    ]
    parts: list[Part] = [Text(lines(*listed))]
    free = [line for line in scene.table.seats if line.occupant is Occupant.OPEN]
    computers = [line for line in scene.table.seats if line.occupant is Occupant.COMPUTER]
    if free:
        options = tuple(SelectOption(position(line.seat, scene), str(line.seat)) for line in free)
        custom_id = scene.id_of(Verb.SIT)
        parts.append(Row((Select(custom_id, scene.say("Choose a seat"), options),)))
    if computers:
        options = tuple(
            SelectOption(_removal(scene, line.seat), str(line.seat)) for line in computers
        )
        custom_id = scene.id_of(Verb.REMOVE)
        parts.append(Row((Select(custom_id, scene.say("Remove a computer player"), options),)))
    return parts


def _removal(scene: Scene, seat: int) -> str:
    return f"{position(seat, scene)} · {seat_option(scene, seat)}"


def _controls(scene: Scene) -> tuple[Row, ...]:
    is_open = any(line.occupant is Occupant.OPEN for line in scene.table.seats)
    start = scene.press(Verb.START, scene.say("Start"), style=ButtonStyle.SUCCESS, disabled=is_open)
    fill = scene.press(
        Verb.FILL,
        scene.say("Fill with computers"),
        style=ButtonStyle.PRIMARY if is_open else ButtonStyle.SECONDARY,
        disabled=not is_open,
    )
    return (
        Row((start, fill)),
        Row(
            (
                scene.press(Verb.LEAVE, scene.say("Leave")),
                scene.press(Verb.RULES, scene.say("Rules")),
                scene.press(Verb.HOUSE, scene.say("House rules")),
            )
        ),
        Row(
            (
                _pace_button(scene),
                scene.press(Verb.CLOSE, scene.say("Close table"), style=ButtonStyle.DANGER),
            )
        ),
        *_levels(scene),
    )


def _levels(scene: Scene) -> Iterator[Row]:
    """Yield the select of the computers' level, last so that no button moves."""
    computer = next(
        (each for each in scene.table.seats if each.occupant is Occupant.COMPUTER), None
    )
    if computer is None:
        return
    options = tuple(
        SelectOption(name, level, about, default=level == computer.level)
        for level, (name, about) in _level_words(scene.words).items()
    )
    custom_id = scene.id_of(Verb.LEVEL)
    yield Row((Select(custom_id, scene.say("How strong the computer players are"), options),))


def _level_words(words: Words) -> dict[str, tuple[str, str]]:
    """Name and describe the levels of computer players."""
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
    """Name a pace."""
    return {
        Pace.RELAXED: context.say("relaxed"),
        Pace.NORMAL: context.say("normal"),
        Pace.FAST: context.say("fast"),
    }[pace]


def _pace_button(scene: Scene) -> Button:
    """Build the button that shows the pace and switches to the next one."""
    paces = tuple(Pace)
    following = paces[(paces.index(scene.table.pace) + 1) % len(paces)]
    label = scene.say("Pace: {pace}", pace=_pace_name(scene.table.pace, scene))
    return scene.press(Verb.PACE, label, arg=following.value)


def pace_changed(table: TableView, context: RenderContext) -> Message:
    """Confirm a pace change to the host."""
    scene = Scene.of(table, context)
    what = {
        Pace.RELAXED: scene.say("Relaxed pace: computer players take their time."),
        Pace.NORMAL: scene.say("Normal pace: computer players act in about a second."),
        Pace.FAST: scene.say("Fast pace: computer players act quickly."),
    }[scene.table.pace]
    return Message(content=what)
