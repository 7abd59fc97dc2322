"""The lobby: who sits with whom, what the table plays, and the way to a seat."""

from __future__ import annotations

from bot.render import LobbyPicture, SeatPicture, has_glyphs
from bot.tables.model import Occupant
from bot.tables.views import SeatLine, TableView

from ..layout.fact import Fact, Look, drawn, said, written
from ..layout.phone import PHONE_HEIGHT, fits_phone
from ..layout.ways import alt_text, beside_picture, in_full
from ..rules.keeping import keeping_line, private_line
from ..rules.short_words import house_rules_lines
from ..words.games import game_title, preset_title
from ..words.ids import Verb
from ..words.names import shown_name
from ..words.parts import clock, framed, time_of_day
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Picture, Row, Text
from ..words.tables import called_first
from .drawings import avatar_of, is_computer
from .hints import hints_terms
from .pictures import file_name
from .scene import Scene
from .seats import (
    plays_alone,
    seat_label,
    seat_name,
    seat_title,
    short_option,
    short_seat_name,
)

MOST_HEIGHT = 480
"""How high a lobby may be on a phone, in points."""
FEW = 2
"""The house rules that a lobby names where all of them have no room."""
SHORTEST_NAME = 7
"""The fewest letters of a name on a button that shares its row."""


def lobby(table: TableView, context: RenderContext, *told: Fact) -> Message:
    """Build the public screen of a table that has not started; `told`: what else it says."""
    scene = Scene.of(table, context)
    facts = (Fact(spoken=_name(scene)), *map(drawn, _sides(scene)), *_about(scene), *told)
    rows = _controls(scene)
    if not scene.shows_pictures:
        return framed(Text(in_full(facts)), *rows)
    picture = _picture(scene, alt_text(facts))
    text, _ = beside_picture(facts, picture, (rows,), saved=MOST_HEIGHT - PHONE_HEIGHT)
    return framed(picture, Text(text), *rows)


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


def _name(scene: Scene, *, brief: bool = False) -> str:
    """Name the table by its host, or by its number, if any, once the host has left.

    `brief`: with the host's name as the picture shows it.
    """
    host = next((line.seat for line in scene.table.seats if line.host), None)
    if host is None:
        return f"**{called_first(scene.table.number, scene.words)}**"
    name = short_seat_name(scene, host) if brief else seat_name(scene, host)
    return scene.say("**{name}'s table**", name=name)


def _about(scene: Scene) -> tuple[Fact, ...]:
    """Say what the table plays and how many seats are open, and what sitting down means.

    Beside the picture, which shows for whom seats are held, as briefly as a phone needs: the
    time when the table closes gives way before rules do. If that is not enough, it doesn't say
    whether there are hints.
    """
    name = _name(scene)
    brief = _name(scene, brief=True)
    until = _held_until(scene)
    head = _head(scene, brief, until)
    bare = _head(scene, brief, until, preset=False)
    rules = house_rules_lines(scene)
    few = house_rules_lines(scene, FEW)
    kept = private_line(scene) or keeping_line(scene)
    terms = _sentences(_partners(scene), hints_terms(scene), kept)
    return (
        Fact(
            words=(_head(scene, name, _held_for(scene)),),
            beside=(_head(scene, name, until), head, head, bare),
            kept=True,
        ),
        Fact(
            words=said(rules),
            beside=(rules, rules, rules, few) if rules else (),
            look=Look.SMALL,
            kept=True,
        ),
        Fact(words=said(terms), look=Look.SMALL),
        Fact(beside=_partners_and_kept(scene, kept), look=Look.SMALL, kept=True),
        Fact(beside=said(hints_terms(scene), hints_terms(scene, brief=True)), look=Look.SMALL),
        written(
            _sentences(_agreed(scene), _closing(scene)),
            _sentences(_agreed(scene, brief=True), _closing(scene)),
            _agreed(scene, brief=True),
            look=Look.SMALL,
            kept=True,
        ),
    )


def _partners_and_kept(scene: Scene, kept: str) -> tuple[str, ...]:
    """Say how partners are found, who may come and who sees finished hands; briefly, too."""
    briefly = private_line(scene, brief=True) or keeping_line(scene, brief=True)
    partners = _partners(scene)
    return said(_sentences(partners, kept), _sentences(partners, briefly))


def _sentences(*texts: str) -> str:
    return " ".join(filter(None, texts))


def _head(scene: Scene, name: str, held: str, *, preset: bool = True) -> str:
    """Name the table, what it plays, with or without the preset, and how many seats are open."""
    rules = scene.table.rules
    target = scene.say("first to {score}", score=scene.words.score(rules.target, rules))
    title = [game_title(rules.game, scene.words)]
    named = preset_title(rules.game.id, rules.preset, scene.words)
    is_told = named in title or named.lower() in target
    title += [named] if preset and not is_told else []
    match = rules.game.best_of
    length = [scene.say("best of {n} games", n=match)] if match > 1 else []
    seats = scene.say("Everyone is here.")
    if count := len(_open_seats(scene)):
        seats = scene.plural("{n} open seat.", "{n} open seats.", count)
        seats = _sentences(seats, held)
    return f"{name} · {' · '.join([*title, target, *length])}. {seats}"


def _held_until(scene: Scene) -> str:
    """Say until when open seats are held, and how many if not all of them; empty if none are.

    Names that the picture can't draw are named.
    """
    if scene.table.held_until is None:
        return ""
    held = [line.seat for line in scene.table.seats if line.held_for is not None]
    if not all(has_glyphs(seat_label(scene, seat)) for seat in held):
        return _held_for(scene)
    when = time_of_day(scene.table.held_until)
    if len(held) == len(_open_seats(scene)):
        return scene.say("Held until {when}.", when=when)
    return scene.plural("{n} held until {when}.", "{n} held until {when}.", len(held), when=when)


def _held_for(scene: Scene) -> str:
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


def _agreed(scene: Scene, *, brief: bool = False) -> str:
    """Say what people agree to by sitting down, perhaps in fewer words."""
    if scene.table.place is None:
        if brief:
            return scene.say("Everyone here sees your name. No table talk!")
        return scene.say("Everyone at this table sees your Discord name. No table talk!")
    if brief:
        return scene.say("Your dominoes come by DM. No table talk!")
    return scene.say("By sitting down you agree to get your dominoes by DM. No table talk!")


def _closing(scene: Scene) -> str:
    """Say how long the table stays open; empty if it does."""
    if scene.table.next_at is None:
        return ""
    return scene.say("Closes {when}.", when=clock(scene.table.next_at))


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
