"""The lobby: who sits with whom, what the table plays, and the way to a seat."""

from __future__ import annotations

from bot.render import LobbyPicture, SeatPicture
from bot.tables.model import Occupant
from bot.tables.views import SeatLine, TableView

from ..layout.fact import Fact, drawn, written
from ..layout.phone import fits_phone
from ..layout.ways import alt_text, in_full, in_full_beside
from ..rules.keeping import keeping_line, private_line
from ..rules.short_words import house_rules_lines
from ..words.games import game_title, preset_title
from ..words.ids import Verb
from ..words.names import shown_name
from ..words.parts import clock, framed, lines, small, time_of_day
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Picture, Row, Text
from ..words.tables import called_first
from .drawings import avatar_of, is_computer
from .hints import hints_terms
from .pictures import file_name
from .scene import Scene
from .seats import plays_alone, seat_label, seat_name, seat_title, short_option

SHORTEST_NAME = 7
"""The fewest letters of a name on a button that shares its row."""


def lobby(table: TableView, context: RenderContext, *told: Fact) -> Message:
    """Build the public screen of a table that has not started; `told`: what else it says."""
    scene = Scene.of(table, context)
    about = (*map(drawn, _sides(scene)), written(_about(scene)))
    facts = (Fact(spoken=_name(scene)), *about, *told)
    rows = _controls(scene)
    if not scene.shows_pictures:
        return framed(Text(in_full(facts)), *rows)
    return framed(_picture(scene, alt_text(facts)), Text(in_full_beside(facts)), *rows)


def _picture(scene: Scene, alt: str) -> Picture:
    """Build the picture of the seats; `alt` says who plays with whom."""
    open_seats = [line.seat for line in _open_seats(scene)]
    seats = tuple(
        SeatPicture(
            name=seat_label(scene, line.seat),
            side=line.side,
            avatar=avatar_of(line, scene.context),
            computer=is_computer(line),
        )
        for line in scene.table.seats
    )
    drawing = LobbyPicture(
        seats=seats, open_seats=frozenset(open_seats), colors=scene.context.colors
    )
    return Picture(drawing, alt, file_name(scene.table))


def _name(scene: Scene) -> str:
    """Name the table by its host, or by its number, if any, once the host has left."""
    host = next((line.seat for line in scene.table.seats if line.host), None)
    if host is None:
        return f"**{called_first(scene.table.number, scene.words)}**"
    return scene.say("**{name}'s table**", name=seat_name(scene, host))


def _about(scene: Scene) -> str:
    """Say what the table plays and how many seats are open, and what sitting down means."""
    rules = scene.table.rules
    target = scene.say("first to {score}", score=scene.words.score(rules.target, rules))
    title = [game_title(rules.game, scene.words)]
    preset = preset_title(rules.game.id, rules.preset, scene.words)
    title += [] if preset in title or preset.lower() in target else [preset]
    match = rules.game.best_of
    length = [scene.say("best of {n} games", n=match)] if match > 1 else []
    seats = scene.say("Everyone is here.")
    if count := len(_open_seats(scene)):
        seats = scene.plural("{n} open seat.", "{n} open seats.", count)
        seats = " ".join(filter(None, (seats, _held(scene))))
    return lines(
        f"{_name(scene)} · {' · '.join([*title, target, *length])}. {seats}",
        small(house_rules_lines(scene)),
        small(" ".join(filter(None, (_partners(scene), hints_terms(scene), _kept(scene))))),
        small(_terms(scene)),
    )


def _kept(scene: Scene) -> str:
    """Say who may come, and who sees finished hands; empty where everybody may."""
    return private_line(scene) or keeping_line(scene)


def _held(scene: Scene) -> str:
    """Say for whom seats are held, and until when; empty if none are."""
    if scene.table.held_until is None:
        return ""
    newcomers = zip(scene.table.seats, scene.table.newcomers, strict=True)
    names = [shown_name(name) for line, name in newcomers if line.held_for is not None]
    when = time_of_day(scene.table.held_until)
    return scene.say("Held for {names} until {when}.", names=scene.both(names), when=when)


def _partners(scene: Scene) -> str:
    """Say how partners are found; empty if people choose them by their seats."""
    texts = []
    if scene.table.draws_partners:
        texts.append(scene.say("We'll draw dominoes for partners."))
    if scene.table.changes_partners and scene.table.rules.game.best_of == 1:
        texts.append(scene.say("Partners change after each game."))
    elif scene.table.changes_partners:
        texts.append(scene.say("Partners change after each match."))
    return " ".join(texts)


def _terms(scene: Scene) -> str:
    """Say what people agree to by sitting down, and how long the table stays open."""
    agreed = scene.say("By sitting down you agree to get your dominoes by DM. No table talk!")
    if scene.table.place is None:
        agreed = scene.say("Everyone at this table sees your Discord name. No table talk!")
    if scene.table.next_at is None:
        return agreed
    closes = scene.say("Closes {when}.", when=clock(scene.table.next_at))
    return f"{agreed} {closes}"


def _open_seats(scene: Scene) -> list[SeatLine]:
    return [line for line in scene.table.seats if line.occupant is Occupant.OPEN]


def _sides(scene: Scene) -> list[str]:
    """Write one line per side, partners together; one for all where everyone plays alone."""
    if plays_alone(scene.table):
        return [scene.both(_seat(scene, line) for line in scene.table.seats)]
    sides = range(scene.table.rules.game.sides)
    members = [[line for line in scene.table.seats if line.side == side] for side in sides]
    players = [scene.both(_seat(scene, line) for line in side) for side in members]
    return [
        scene.say("Side {number}: {players}", number=number, players=names)
        for number, names in enumerate(players, 1)
    ]


def _seat(scene: Scene, line: SeatLine) -> str:
    who = seat_title(scene, line.seat)
    return scene.say("{name} (host)", name=who) if line.host else who


def _controls(scene: Scene) -> tuple[Row, ...]:
    """Build the buttons to sit and leave, and below them Start and the table's menu.

    Each row fits a phone. If there is no room for Leave, it is in the menu, where a host alone
    closes the table instead.
    """
    count = len(_open_seats(scene))
    start = scene.say("Start")
    if count:
        start = scene.plural("Start with {n} computer", "Start with {n} computers", count)
    leave = leave_button(scene) if len(people(scene.table)) > 1 else ()
    menu = scene.press(Verb.MENU, scene.say("Table…"))
    begin = scene.press(Verb.START, start, style=ButtonStyle.PRIMARY)
    sit = _sit_row(scene, leave)
    return (*((Row(sit),) if sit else ()), Row((begin, menu)))


def people(table: TableView) -> list[SeatLine]:
    """List the seats of people."""
    return [line for line in table.seats if line.occupant is Occupant.PERSON]


def leave_button(scene: Scene) -> tuple[Button, ...]:
    """Build the button that gives up a seat."""
    return (scene.press(Verb.LEAVE, scene.say("Leave")),)


def _sit_row(scene: Scene, leave: tuple[Button, ...]) -> tuple[Button, ...]:
    """Build the row of Sit buttons, with labels that fit a phone, and Leave if there is room."""
    sit = _ways_to_sit(scene)
    shorter = _ways_to_sit(scene, short=True)
    tried = ((*sit, *leave), sit, (*shorter, *leave), shorter)
    return next((row for row in tried if fits_phone(row)), shorter)


def _ways_to_sit(scene: Scene, *, short: bool = False) -> tuple[Button, ...]:
    """Build one button per side with an open seat, named by who sits there.

    A seat that is held for somebody is offered last on its side. `short`: in fewer letters, for two
    buttons in a row.
    """
    found: dict[int, SeatLine] = {}
    for line in sorted(_open_seats(scene), key=lambda line: line.held_for is not None):
        found.setdefault(0 if plays_alone(scene.table) else line.side, line)
    return tuple(
        scene.press(
            Verb.SIT,
            _sit_label(scene, line, short=short),
            arg=str(line.seat),
            style=ButtonStyle.SUCCESS,
        )
        for line in sorted(found.values(), key=lambda line: line.seat)
    )


def _sit_label(scene: Scene, line: SeatLine, *, short: bool) -> str:
    """Label a Sit button with the partner, or with the opponents if nobody sits on that side."""
    taken = [each for each in scene.table.seats if each.occupant is not Occupant.OPEN]
    partner = next((each.seat for each in taken if each.side == line.side), None)
    if partner is not None and short:
        return scene.say("With {name}", name=short_option(scene, partner, SHORTEST_NAME))
    if partner is not None:
        return scene.say("Sit with {name}", name=short_option(scene, partner))
    if not plays_alone(scene.table) and len({each.side for each in taken}) == 1:
        return scene.say("Sit against")
    return scene.say("Sit")
