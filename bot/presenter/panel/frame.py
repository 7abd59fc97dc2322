"""What every panel shares: its frame, its tiles, the lines about the hand, the last row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bot.tables.model import Status
from bot.tables.views import Note
from texas42.engine import Phase, SeatView, Tile, sort_hand

from ..discord.board_trouble import board_trouble
from ..hand.outcome import score_line
from ..table.claims import claim_line
from ..table.draw_line import full_draw_line
from ..table.drawings import NO_SWAP, Swap
from ..table.pages import fits_page
from ..table.pictures import panel_part, without_trump_marks
from ..table.position import (
    bid_for,
    hand_score_line,
    partners_line,
    special_lines,
    trick_tiles,
    trick_won_line,
    trump_line,
)
from ..table.scene import PanelScene, Scene
from ..table.seats import SHORT, hand_title, seat_name
from ..words.parts import framed, lines, small
from ..words.spec import Accent, Button, Link, Message, Part, Picture, Row, Select, Text
from .guide import with_guide, with_way_out
from .hints import hint_text, reason_text, shorter_hints
from .marking import buttons_from_lists, mark_rows, recommended
from .panel_text import PanelText
from .phone import lines_left, lines_on_a_phone, saved_by
from .tools import MOST_ROWS, beside_dominoes, in_turn, panel_tools, spoken_tool_rows, tool_rows

WORDS_IN_ROW = 3
GUIDE_HEIGHT = 96
"""What the guide adds to a panel in words, in points: two lines and a row."""
WIDE_LETTERS = 34
"""How much higher long names of wide letters make a panel in words, in points."""


def sorted_hand(view: SeatView) -> tuple[Tile, ...]:
    """Sort a view's hand for display."""
    return sort_hand(view.hand, view.contract)


def note_line(note: Note | None, scene: Scene) -> str:
    """Format the note above a panel; empty without one."""
    if note is None or note is Note.UNCONFIRMED:
        return ""
    say = scene.say
    texts = {
        Note.WRONG: say("That's not it. Look again."),
        Note.STALE: say("That button was from an earlier turn. Here's your hand now."),
        Note.ASKED: say("You'll see the doubles once trump is named."),
        Note.SEAT_BACK: say("You have your seat back."),
        Note.CHANGED: say("The next game has changed. Take a look, then press Rematch."),
        Note.ANSWER_LOST: say("Discord was slow, but what you did counts."),
        Note.BOARD_SLOW: say("Discord is slow, so the board lags behind. What you do counts."),
    }
    if note in texts:
        return texts[note]
    return board_trouble(note, scene.words, paused=scene.table.status is Status.PAUSED)


def meeting_line(scene: PanelScene) -> str:
    """Tell the panel's owner whom they meet although they blocked them.

    In the lobby, and in each hand until they have called: nothing else is news then.
    """
    view = scene.hand
    called = view is not None and any(made.seat == view.seat for made in view.calls)
    if not scene.panel.meets or called or (view is not None and view.phase is not Phase.CALL):
        return ""
    names = scene.both(seat_name(scene, seat) for seat in scene.panel.meets)
    return scene.plural(
        "You've blocked {names}, who sits here.",
        "You've blocked {names}, who sit here.",
        len(scene.panel.meets),
        names=names,
    )


def situation_line(scene: PanelScene) -> str:
    """Write the facts of a panel: trump and bid, and small, the last trick and the score."""
    view = scene.view
    trump = trump_line(scene)
    bid = bid_for(scene) if trump else ""
    last = ""
    if view.tricks and not scene.terse:
        tiles = trick_tiles(scene.without_emoji(), view.tricks[-1])
        last = f"{trick_won_line(scene, len(view.tricks))}: {tiles}"
    return lines(
        " · ".join(filter(None, (f"**{trump}**" if trump else "", bid))),
        small(full_draw_line(scene)),
        *(small(line) for line in special_lines(scene, with_swap=not scene.terse)),
        small(last),
        small(hand_score_line(scene)) if view.phase is Phase.PLAY else "",
        *(() if scene.terse else (small(score_line(scene)), small(partners_line(scene)))),
    )


def hand_text(scene: Scene) -> str:
    """Write the hand in words."""
    view = scene.view
    if not view.hand:
        return scene.say("You have no dominoes left.")
    tiles = scene.context.seen_tiles(sorted_hand(view), view.rules.game)
    return scene.say("**Your dominoes:** {tiles}", tiles=tiles)


def frame(
    scene: PanelScene,
    in_words: Callable[[PanelScene], PanelText],
    *rows: Row,
    task: str,
    news: str = "",
    beside: tuple[Button, ...] = (),
    your_turn: bool = False,
    swap: Swap = NO_SWAP,
    asks: bool = False,
    half_made: bool = False,
) -> Message:
    """Build a panel: the picture with its line, or everything in words; then the buttons.

    A picture is followed by `task`, what to do in one line, and one more: a note, else a hint, else
    `news`. In words: what `in_words` returns, and the hint. The guide adds its line, and the button
    that turns it off.

    `beside`: buttons that open the last row. `swap`: the tiles moving in an unfinished exchange.
    `asks`: it asks a question that only the rows answer, so there are no hint and no tools.
    `half_made`: the first part of an act is chosen, so the hint about the whole act is gone.
    """
    accent = Accent.YOUR_TURN if your_turn else Accent.NORMAL
    beside = (*buttons_from_lists(rows, scene), *beside)
    rows = mark_rows(rows, scene)
    if half_made:
        scene = replace(scene, panel=replace(scene.panel, advice=None))
    drawn = scene.shows_pictures
    tools = () if asks else (*beside, *panel_tools(scene, None if drawn else scene.link))
    if not drawn or scene.hand is None or scene.table.status is Status.CLOSED:
        filled = (*rows, *(spoken_tool_rows(tools) if tools else ()))
        text = _in_words(scene, in_words, filled, asks=asks)
        above: tuple[Part, ...] = ()
    else:
        told = list(_told(scene, task, news, asks=asks))
        picture = _picture(scene, task, swap)
        saved = saved_by(picture)
        hinted = recommended(scene.panel) is not None
        leaves_room = scene.panel.guided
        text, filled = _fitting(told, rows, tools, saved, leaves_room=leaves_room, hinted=hinted)
        above = (picture,)
    if scene.has_guide:
        text = with_guide(text, scene, len(filled))
        filled = with_way_out(filled, scene)
    return framed(*above, *map(Text, text.blocks()), *filled, accent=accent)


def _told(scene: PanelScene, task: str, news: str, *, asks: bool) -> Iterator[PanelText]:
    """Yield what to do and one thing more, then with less and less of it.

    An open hint stands below a note, or the state of a lay-down, which gives way to it.
    """
    full = PanelText(task, where=_where(scene))
    untitled = replace(full, task="")
    noted = note_line(scene.panel.note, scene) or meeting_line(scene)
    claim = "" if asks or scene.table.claim is None else claim_line(scene)
    urgent = noted or claim
    advice = None if asks else scene.panel.advice
    hints = () if advice is None else tuple(shorter_hints(advice, scene.view, scene.context))
    if urgent:
        yield from (replace(full, rest=lines(urgent, hint)) for hint in hints)
        yield from (replace(untitled, rest=lines(urgent, hint)) for hint in hints)
    if noted or (urgent and not hints):
        yield replace(full, rest=urgent)
        yield replace(untitled, rest=urgent)
    elif advice is not None:
        yield from (replace(full, rest=hint) for hint in hints)
        yield from (replace(untitled, rest=hint) for hint in hints)
        yield from (PanelText(rest=hint) for hint in (*hints, small(hints[-1])))
        reason = reason_text(advice, scene.view, scene.context)  # the marked button says the act
        yield PanelText(rest=small(reason))
    else:
        yield replace(full, rest=news)
        yield full


def _fitting(
    told: Sequence[PanelText],
    rows: tuple[Row, ...],
    tools: tuple[Button | Link, ...],
    saved: int,
    *,
    leaves_room: bool,
    hinted: bool,
) -> tuple[PanelText, tuple[Row, ...]]:
    """Choose the longest text that fits a phone, and the rows below it.

    The tools have a row of their own if that costs none of the text; else they stand beside the
    dominoes, if there is room for More. `leaves_room`: for the guide, which adds its sentence.
    Where even that has no room, a list gives way to a hint; More has it. `saved`: as in
    `lines_left`.
    """
    ways = [(*rows, *(tool_rows(tools, below=bool(rows)) if tools else ()))]
    filled = beside_dominoes(rows, tools) if rows else None
    if filled is not None:
        ways.insert(0 if leaves_room and len(rows) > MOST_ROWS else 1, filled)
    bare = tuple(row for row in rows if not isinstance(row.items[0], Select))
    shorter = [way for way in (beside_dominoes(bare, tools),) if bare and way is not None]
    shorter.append((*bare, *tool_rows(tools, below=True)))
    for those in (ways, shorter) if hinted else (ways,):
        for text in told:
            for way in those:
                if lines_on_a_phone(lines(*text.blocks())) <= lines_left(way, saved):
                    return text, way
    return told[-1], ways[-1]


def question(
    scene: PanelScene, task: str, text: str, yes: Button, no: Button, news: str = ""
) -> Message:
    """Build a panel that asks its owner to confirm; `news`: what a picture says instead of text."""
    return frame(
        scene,
        lambda shown: PanelText(task, lines(text, hand_text(shown))),
        Row((yes, no)),
        task=task,
        news=news or text,
        your_turn=True,
        asks=True,
    )


def _picture(scene: PanelScene, task: str, swap: Swap) -> Picture:
    view = scene.view
    asks = scene.panel.question is not None  # what may be played is for them to find
    if asks or not in_turn(scene.panel):  # a computer may play for them
        scene = replace(scene, hand=replace(view, legal=()))
    picture = panel_part(scene, task, swap)
    return without_trump_marks(picture) if asks else picture


def _in_words(
    scene: PanelScene,
    in_words: Callable[[PanelScene], PanelText],
    rows: tuple[Row, ...],
    *,
    asks: bool,
) -> PanelText:
    """Write a panel in words, and the hint: as much as a phone shows above these rows."""
    brief = replace(scene, brief=True)
    terse = replace(brief, terse=True)
    advice = None if asks or scene.hand is None else scene.panel.advice
    hint = "" if advice is None else hint_text(advice, scene.view, scene.context)
    shorter = () if advice is None else tuple(shorter_hints(advice, scene.view, scene.context))
    ways = [(scene, hint), (brief, hint), (terse, hint), *((terse, each) for each in shorter)]
    is_wide = any(len(name) > SHORT for name in scene.table.names)
    spare = (WIDE_LETTERS if is_wide else 0) + (GUIDE_HEIGHT if scene.panel.guided else 0)
    where = _where(scene)
    noted = note_line(scene.panel.note, scene) or meeting_line(scene)
    text = PanelText()
    for shown, said in ways[:1] if scene.in_full else ways:
        text = replace(in_words(shown), where=where, note=noted, hint=said)
        if fits_page(text.blocks(), *rows, spare=spare):
            break
    return text


def _where(scene: PanelScene) -> str:
    place = scene.table.place
    if place is None:
        return hand_title(scene)
    return scene.say("Table {number}", number=place.number) if scene.link else ""
