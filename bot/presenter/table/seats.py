"""Names of seats and sides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.render import has_glyphs, split_mark
from bot.tables.model import Occupant
from bot.tables.views import TableView
from bot.values.names import plain_name
from texas42.engine import SeatView

from ..daily.names import day_title
from ..words.games import game_title
from ..words.names import kept_apart, shown_name
from ..words.render_context import RenderContext
from .scene import Scene

SHORT = 12
TOO_SHORT = 3
"""A word like "The" alone is not a name."""
FOUR = 4
PAIR = 2
WIDE_LETTERS = 80
"""How much higher long names of wide letters make a screen in words, in points."""


def hand_title(scene: Scene) -> str:
    """Title the hand by its deal if many share that, else by its number."""
    if scene.table.deals.explained:
        return scene.say("Lesson hand")
    if scene.table.deals.day is not None:
        return day_title(scene.table.deals.day, scene.words)
    return scene.say("Hand {number}", number=scene.table.hand_of_game)


def hand_in_sentence(scene: Scene) -> str:
    """Return `hand_title` in the form for the middle of a sentence."""
    if scene.table.deals.explained:
        return scene.say("the lesson hand")
    return scene.say("hand {number}", number=scene.table.hand_of_game)


def position(seat: int, context: RenderContext) -> str:
    """Return the number of a seat: "Seat 3"."""
    return context.say("Seat {number}", number=seat + 1)


def seat_label(scene: Scene, seat: int) -> str:
    """Name a seat without Markdown, for pictures."""
    return _name(scene, seat, markdown=False)


def seat_option(scene: Scene, seat: int) -> str:
    """Name a seat without Markdown, for a list or a button."""
    return kept_apart(seat_label(scene, seat))


def short_option(scene: Scene, seat: int, most: int = SHORT) -> str:
    """Name a seat on a button, cut to this many letters."""
    return kept_apart(_short(seat_label(scene, seat), most))


def short_seat_name(scene: Scene, seat: int) -> str:
    """Name a seat in Markdown as the picture does.

    The name is in full if the picture can't draw it, or if another is cut to the same letters.
    """
    return shown_name(_brief(scene, seat))


def brief_option(scene: Scene, seat: int) -> str:
    """Name a seat without Markdown as `short_seat_name` does, for a list."""
    return kept_apart(_brief(scene, seat))


def _brief(scene: Scene, seat: int) -> str:
    name = seat_label(scene, seat)
    short = _short(name)
    if short == name or not has_glyphs(name):
        return name
    all_short = [_short(seat_label(scene, line.seat)) for line in scene.table.seats]
    return short if all_short.count(short) == 1 else name


def in_brief(scene: Scene) -> Scene:
    """Return the scene with names cut as the picture cuts them; itself if all of them fit."""
    return replace(scene, brief=True) if _are_long(scene.table.players) else scene


def height_of_names(scene: Scene) -> int:
    """Return how much higher than estimated the names may make a screen in words, in points."""
    return WIDE_LETTERS if _are_long(scene.table.names) else 0


def _are_long(names: Iterable[str]) -> bool:
    """Return True if a picture may cut one of these names."""
    return any(len(name) > SHORT for name in names)


def seat_name(scene: Scene, seat: int) -> str:
    """Name a seat in Markdown."""
    return short_seat_name(scene, seat) if scene.brief else _name(scene, seat, markdown=True)


def who_did(scene: Scene, seat: int) -> str:
    """Name a seat at the start of a sentence; the reader's own is "You"."""
    own = (scene.view.seat, scene.reader)
    return scene.say("You") if seat in own else seat_name(scene, seat)


def name_for_reader(scene: Scene, seat: int) -> str:
    """Name a seat in a list, in Markdown; on a private screen the reader's own is "You"."""
    return scene.say("You") if seat == scene.reader else seat_name(scene, seat)


def seat_title(scene: Scene, seat: int) -> str:
    """Name a seat in Markdown, noting a computer player."""
    line = scene.table.seats[seat]
    name = seat_name(scene, seat)
    if line.reserved_by is not None and line.held_for is None:
        newcomer = shown_name(scene.table.newcomers[seat])
        return scene.say("{name} (computer; next hand: {newcomer})", name=name, newcomer=newcomer)
    if line.occupant is Occupant.COMPUTER:
        return _computer_title(name, line.level, scene.context)
    if line.away:
        return scene.say("{name} (away, computer plays)", name=name)
    return name


def _computer_title(name: str, level: str, context: RenderContext) -> str:
    """Write a computer player's name and level."""
    titles = {
        "expert-careful": context.say("{name} (computer, careful)", name=name),
        "expert-bold": context.say("{name} (computer, bold)", name=name),
        "steady": context.say("{name} (computer, steady)", name=name),
        "steady-careful": context.say("{name} (computer, steady, careful)", name=name),
        "steady-bold": context.say("{name} (computer, steady, bold)", name=name),
        "easy": context.say("{name} (computer, easy)", name=name),
    }
    return titles.get(level) or context.say("{name} (computer)", name=name)


def _name(scene: Scene, seat: int, *, markdown: bool) -> str:
    line = scene.table.seats[seat]
    if line.held_for is not None:
        name = scene.table.newcomers[seat]
        name = shown_name(name) if markdown else _short(plain_name(name))
        return scene.say("held for {name}", name=name)
    if line.occupant is Occupant.OPEN:
        return scene.say("open seat")
    return _shown(scene.table.players[seat], seat, scene.context, markdown=markdown)


def name_now(scene: Scene, seat: int) -> str:
    """Name in Markdown who has a seat now, after the hand shown: they play the next one."""
    return _shown(scene.table.names[seat], seat, scene.context, markdown=True)


def option_now(scene: Scene, seat: int) -> str:
    """Name without Markdown who has a seat now, for a list."""
    return kept_apart(_shown(scene.table.names[seat], seat, scene.context, markdown=False))


def _shown(name: str, seat: int, context: RenderContext, *, markdown: bool) -> str:
    if not name:
        return context.say("Computer {number}", number=seat + 1)
    return shown_name(name) if markdown else plain_name(name)


def side_label(scene: Scene, side: int) -> str:
    """Name a side briefly for a picture: "Ana & Cy"; empty if it can't be written."""
    members = [seat_label(scene, seat) for seat in _seats_of(scene, side)]
    names = members if len(members) <= PAIR else members[:1]
    if not all(map(has_glyphs, names)):
        return ""
    shown = [_short(name) for name in names]
    return " & ".join(shown) if names == members else _of_many(shown[0], scene.context)


def _short(name: str, most: int = SHORT) -> str:
    """Cut a name to the words that fit, or to the start of the first one."""
    name, mark = split_mark(name)
    most -= len(mark)
    if len(name) <= most:
        return name + mark
    words = name[: most + 1].rsplit(" ", 1)
    if len(words) > 1 and len(words[0]) > TOO_SHORT:
        return words[0].rstrip() + mark
    return name[: most - 1].rstrip() + "…" + mark


def side_in_picture(scene: Scene, side: int) -> str:
    """Name a side at the start of a picture's line: for a player "We", "They" or "You"."""
    if scene.own is not None and scene.table.rules.game.sides == PAIR:
        return scene.say("We") if side == scene.own else scene.say("They")
    return scene.say("You") if side == scene.own else side_label(scene, side)


def side_name(scene: Scene, side: int) -> str:
    """Name a side in Markdown: "Ana and Cy", "Ana's side" for three or more.

    On a private screen the reader's own is "you and Cy", or "your side".
    """
    seats = _seats_of(scene, side)
    if scene.reader in seats:
        others = [seat_name(scene, seat) for seat in seats if seat != scene.reader]
        return (
            scene.both([scene.say("you"), *others])
            if len(seats) <= PAIR
            else scene.say("your side")
        )
    names = _members(scene, side)
    return scene.both(names) if len(names) <= PAIR else _of_many(names[0], scene.context)


def _members(scene: Scene, side: int) -> list[str]:
    return [seat_name(scene, seat) for seat in _seats_of(scene, side)]


def _seats_of(scene: Scene, side: int) -> list[int]:
    return [line.seat for line in scene.table.seats if line.side == side]


def _of_many(first: str, context: RenderContext) -> str:
    return context.say("{name}'s side", name=first)


def side_names(scene: Scene) -> tuple[str, ...]:
    """Name all sides; for a player "we" and "they", or "you" among three sides."""
    sides = range(scene.table.rules.game.sides)
    if scene.own is not None and len(sides) == PAIR:
        return tuple(scene.say("we") if side == scene.own else scene.say("they") for side in sides)
    return tuple(
        scene.say("you") if side == scene.own else side_name(scene, side) for side in sides
    )


def is_plural(scene: Scene, side: int) -> bool:
    """Return True if a side's name takes a plural verb: "we", "they", "you", "Ana and Cy"."""
    is_reader = [scene.reader] == _seats_of(scene, side)
    return (
        is_reader
        or are_pairs(scene.table)
        or (scene.own is not None and (scene.own == side or scene.table.rules.game.sides == PAIR))
    )


def are_pairs(table: TableView) -> bool:
    """Return True if two people play on each side."""
    return table.rules.game.seats == PAIR * table.rules.game.sides


def plays_alone(table: TableView) -> bool:
    """Return True if every player plays alone."""
    return table.rules.game.sides == table.rules.game.seats


def side_members(scene: Scene, side: int) -> str:
    """Name all players of a side: "Ana, Cy and Eve"."""
    return scene.both(_members(scene, side))


def playing_seats(view: SeatView, leader: int) -> tuple[int, ...]:
    """Return the seats that play to a trick, in order from its leader."""
    seats = len(view.hand_sizes)
    order = ((leader + step) % seats for step in range(seats))
    return tuple(seat for seat in order if seat != view.sitting_out)


def own_first(scene: Scene) -> list[int]:
    """Order the sides for display: the reader's own first."""
    return sorted(range(scene.table.rules.game.sides), key=lambda side: side != scene.own)


def title(scene: Scene) -> str:
    """Write "Table 3 · Texas 42"; without a place "Ana's table · Texas 42", or a hand's title."""
    place = scene.table.place
    if scene.table.deals.one_hand:
        return hand_title(scene)
    game = game_title(scene.table.rules.game, scene.words)
    if place is not None:
        return scene.say("Table {number} · {game}", number=place.number, game=game)
    host = next((line.seat for line in scene.table.seats if line.host), None)
    if host is None:
        return game
    return scene.say("{name}'s table · {game}", name=seat_name(scene, host), game=game)
