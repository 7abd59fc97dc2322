"""What every panel shares: its frame, its tiles, the lines about the hand, the last row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.engine import Phase, SeatView, Tile, sort_hand
from bot.tables.model import Status
from bot.tables.views import Note

from ..daily.names import day_title
from ..hand.outcome import score_line
from ..rules.discord_refusals import board_trouble
from ..table.claims import claim_line
from ..table.draw_line import full_draw_line
from ..table.drawings import NO_SWAP, Swap
from ..table.pictures import panel_part
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
from ..words.parts import framed, lines, small
from ..words.spec import Accent, Button, Message, Part, Picture, Row, Text
from .hints import fitting_hint, hint_text
from .tools import beside_dominoes, in_turn, panel_tools, spoken_tool_rows, tool_rows

WORDS_IN_ROW = 3
MOST_ROWS = 2  # with more rows, or with a hint, the tools don't get a row


def sorted_hand(view: SeatView) -> tuple[Tile, ...]:
    """Sort a view's hand for display."""
    return sort_hand(view.hand, view.contract)


def note_line(note: Note | None, scene: Scene) -> str:
    """Format the note above a panel; empty without one."""
    if note is None or note is Note.UNCONFIRMED:
        return ""
    say = scene.say
    texts = {
        Note.STALE: say("That button was from an earlier turn. Here's your hand now."),
        Note.ASKED: say("You'll see the doubles once trump is named."),
        Note.SEAT_BACK: say("You have your seat back."),
        Note.ANSWER_LOST: say("Discord was slow, but what you did counts."),
        Note.BOARD_SLOW: say("Discord is slow, so the board lags behind. What you do counts."),
    }
    if note in texts:
        return texts[note]
    return board_trouble(note, scene.words, paused=scene.table.status is Status.PAUSED)


def situation_line(scene: Scene) -> str:
    """Write the small lines of a panel: trump, bid, the last trick, the score."""
    view = scene.view
    facts = []
    if view.contract is not None:
        facts = [trump_line(scene), bid_for(scene)]
    last = ""
    if view.tricks:
        tiles = trick_tiles(scene, view.tricks[-1])
        last = f"{trick_won_line(scene, len(view.tricks))}: {tiles}"
    return lines(
        small(full_draw_line(scene)),
        small(" · ".join(filter(None, facts))),
        *(small(line) for line in special_lines(scene)),
        small(last),
        small(hand_score_line(scene)) if view.phase is Phase.PLAY else "",
        small(score_line(scene)),
        small(partners_line(scene)),
    )


def hand_text(scene: Scene) -> str:
    """Write the hand in words."""
    view = scene.view
    if not view.hand:
        return scene.say("You have no dominoes left.")
    tiles = scene.tiles(sorted_hand(view), view.rules.game)
    return scene.say("**Your dominoes:** {tiles}", tiles=tiles)


def frame(
    scene: PanelScene,
    in_words: Callable[[], str],
    *rows: Row,
    task: str,
    news: str = "",
    beside: tuple[Button, ...] = (),
    your_turn: bool = False,
    tiles: bool = True,
    swap: Swap = NO_SWAP,
    asks: bool = False,
) -> Message:
    """Build a panel: the picture with its line, or everything in words; then the buttons.

    A picture is followed by `task`, what to do in one line, and one more: a note, else a hint, else
    `news`. In words: what `in_words` returns, the hand in heading size, and the hint.

    `beside`: buttons that open the last row. `swap`: the tiles moving in an unfinished exchange.
    `asks`: it asks a question that only the rows answer, so there are no hint and no tools.
    """
    accent = Accent.YOUR_TURN if your_turn else Accent.NORMAL
    hint = "" if asks else _hint(scene)
    drawn = scene.is_drawn
    tools = () if asks else (*beside, *panel_tools(scene, None if drawn else scene.place))
    if not drawn or scene.hand is None or scene.table.status is Status.CLOSED:
        parts = _in_words(scene, in_words(), hint, tiles=tiles)
        spoken = spoken_tool_rows(tools) if tools else ()
        return framed(*parts, *rows, *spoken, accent=accent)
    claim = "" if asks or scene.table.claim is None else claim_line(scene)
    note = note_line(scene.panel.note, scene)
    short = hint.partition("\n")[0] if len(rows) > MOST_ROWS else hint.replace("\n", " ")
    more = note or claim or short or news
    told: tuple[str, ...] = (heading(task), more)
    if len(rows) > MOST_ROWS + 1:  # room for one line
        told = (note or claim or short or heading(task),)
    shown: list[Part] = [_picture(scene, task, swap), Text(lines(small(_where(scene)), *told))]
    opened = bool(claim or hint)
    choosing = bool(rows) and scene.view.phase is not Phase.PLAY
    if len(rows) > MOST_ROWS or (opened and (choosing or len(rows) == MOST_ROWS)):
        filled = beside_dominoes(rows, tools)
    else:
        filled = (*rows, *(tool_rows(tools, below=bool(rows)) if tools else ()))
    return framed(*shown, *filled, accent=accent)


def question(
    scene: PanelScene, task: str, text: str, yes: Button, no: Button, news: str = ""
) -> Message:
    """Build a panel that asks its owner to confirm; `news`: what a picture says instead of text."""
    return frame(
        scene,
        lambda: lines(heading(task), text),
        Row((yes, no)),
        task=task,
        news=news or text,
        your_turn=True,
        asks=True,
    )


def _picture(scene: PanelScene, task: str, swap: Swap) -> Picture:
    view = scene.view
    if not in_turn(scene.panel):  # a computer may play for them
        scene = replace(scene, hand=replace(view, legal=()))
    return panel_part(scene, task, swap)


def _in_words(scene: PanelScene, text: str, hint: str, *, tiles: bool) -> list[Part]:
    view, where = scene.hand, small(_where(scene))
    parts: list[Part] = [Text(lines(where, note_line(scene.panel.note, scene), text))]
    if tiles and view is not None and view.hand:
        parts.append(Text(scene.heading(sorted_hand(view), view.rules.game)))
    if hint:
        parts.append(Text(hint))
    return parts


def _where(scene: PanelScene) -> str:
    if scene.table.day is not None:
        return day_title(scene.table.day, scene.words)
    return scene.say("Table {number}", number=scene.table.number) if scene.place else ""


def _hint(scene: PanelScene) -> str:
    if scene.panel.advice is None or scene.hand is None:
        return ""
    text = fitting_hint if scene.is_drawn else hint_text
    return text(scene.panel.advice, scene.hand, scene)


def heading(text: str) -> str:
    """Format a text as the heading of a panel."""
    return f"### {text}"
