"""What every panel shares: its facts, their layout, and its last row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.tables.model import Status
from bot.tables.views import Note
from texas42.engine import Phase

from ..discord.board_trouble import board_trouble
from ..hand.ended_facts import reason_facts, trick_facts
from ..layout.fact import NOTHING, Fact, Look, drawn, said, written
from ..layout.ways import Rows, alt_text, beside_picture, in_words
from ..table.claims import claim_line
from ..table.drawings import NO_SWAP, Swap
from ..table.pictures import panel_part, without_trump_marks
from ..table.position import partners_line
from ..table.position_facts import position_facts, score_facts
from ..table.scene import PanelScene, Scene
from ..table.seats import hand_title, height_of_names, seat_name
from ..words.ids import Verb
from ..words.parts import framed
from ..words.spec import Accent, Button, Link, Message, Picture, Row, Select, Text
from .guide import guide_fact, guided_task, is_instead_of_news, way_out
from .hints import hint_forms, reason_text
from .marking import buttons_from_lists, mark_rows, recommended
from .tools import beside_dominoes, in_turn, panel_tools, spoken_tool_rows, tool_rows, verb_of

WORDS_IN_ROW = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """What a panel says and offers, before its layout.

    `task`: what to do. `news`: what to know for it; beside a picture, a note or a hint takes its
    place. `beside`: buttons that open the last row. `swap`: the tiles moving in an unfinished
    exchange. `asks`: it asks a question that only the rows answer, so there are no hint and no
    tools. `half_made`: the first part of an act is chosen, so the hint about the whole act is gone.
    """

    scene: PanelScene
    task: Fact
    news: Fact = NOTHING
    rows: Rows = ()
    beside: tuple[Button, ...] = ()
    your_turn: bool = False
    swap: Swap = NO_SWAP
    asks: bool = False
    half_made: bool = False

    def facts(self) -> tuple[Fact, ...]:
        """List all that the panel says, in order of importance."""
        scene = self.scene
        note = note_line(scene.panel.note, scene)
        noted = said(note) or meeting_forms(scene)
        claim = "" if self.asks else claim_line(scene)
        hint = self._hint()
        guide = guide_fact(scene)
        news = self.news
        if noted or claim or hint.beside or is_instead_of_news(scene):
            news = replace(news, beside=())
        says_act = bool(note or hint.beside or guide.beside)
        return (
            written(where_line(scene), look=Look.SMALL),
            replace(guided_task(scene, self.task), look=Look.HEADING, kept=not says_act),
            written(*noted, kept=True),
            Fact(words=said(claim), beside=() if noted else said(claim)),
            news,
            hint,
            guide,
            *(self._position() if self.has_picture() else ()),
        )

    def has_picture(self) -> bool:
        """Return True if a hand is dealt that pictures show."""
        return self.scene.hand is not None and self.scene.table.status is not Status.CLOSED

    def shows_picture(self) -> bool:
        """Return True if the panel is laid out around its picture, not in words."""
        return self.scene.shows_pictures and self.has_picture()

    def recommends(self) -> bool:
        """Return True if a hint or the guide recommends an act here."""
        return recommended(self.hinted().panel) is not None

    def picture(self, facts: Iterable[Fact]) -> Picture:
        """Build the owner's picture of the table; `facts` describe it."""
        scene = self._seen()
        picture = panel_part(scene, alt_text(facts), self.swap)
        return picture if scene.panel.question is None else without_trump_marks(picture)

    def tools(self) -> tuple[Button | Link, ...]:
        """Build the buttons of the last row; the guide gives its advice in place of a hint."""
        if self.asks:
            return ()
        scene = self.hinted()
        beside = (*buttons_from_lists(self.rows, self.scene), *self.beside)
        tools = (*beside, *panel_tools(scene, None if scene.shows_pictures else scene.link))
        if not scene.has_guide:
            return tools
        return *(tool for tool in tools if verb_of(tool) is not Verb.HINT), *way_out(scene)

    def hinted(self) -> PanelScene:
        """Return the scene with the hint, if that is not about an act of which a part is chosen."""
        if not self.half_made:
            return self.scene
        return replace(self.scene, panel=replace(self.scene.panel, advice=None))

    def _hint(self) -> Fact:
        advice = self.hinted().panel.advice
        if self.asks or self.scene.hand is None or advice is None:
            return NOTHING
        view = self.scene.hand
        context = self.scene.context
        hint = written(*hint_forms(advice, view, context), kept=True)
        return replace(
            hint, least=reason_text(advice, view, context)
        )  # a green button says the act

    def _seen(self) -> PanelScene:
        """Return the scene without the legal plays if a computer plays, or they are asked for."""
        scene = self.scene
        is_asked = scene.panel.question is not None
        if not scene.view.legal or (in_turn(scene.panel) and not is_asked):
            return scene
        return replace(scene, hand=replace(scene.view, legal=()))

    def _position(self) -> tuple[Fact, ...]:
        scene = self._seen()
        if scene.view.phase is Phase.OVER:
            tricks = () if scene.is_beside_card else trick_facts(scene)
            ended = (replace(fact, beside=()) for fact in reason_facts(scene))
            return *ended, *tricks
        partners = drawn(partners_line(scene), look=Look.SMALL)
        return *position_facts(scene), *score_facts(scene), partners


def to_do(beside: str, in_words: str = "") -> Fact:
    """Build what to do, beside a picture and for the ear; `in_words`: what it is in words."""
    return Fact(words=(in_words or beside,), beside=(beside,), spoken=beside)


def laid_out(panel: Panel) -> Message:
    """Build a panel: its picture and what that doesn't show, or all in words; then the buttons."""
    scene = panel.scene
    accent = Accent.YOUR_TURN if panel.your_turn else Accent.NORMAL
    facts = panel.facts()
    if panel.shows_picture():
        picture = panel.picture(facts)
        text, rows = _beside(panel, facts, picture)
        return framed(picture, *(map(Text, said(text))), *rows, accent=accent)
    rows = (*mark_rows(panel.rows, scene), *spoken_tool_rows(panel.tools()))
    text = in_words(facts, rows, spare=height_of_names(scene))
    return framed(Text(text), *rows, accent=accent)


def lists_given_way(panel: Panel) -> Rows:
    """Return the lists of choices for which a panel has no room beside its hint."""
    lists = tuple(row for row in panel.rows if _is_list(row))
    if not (lists and panel.recommends() and panel.shows_picture()):
        return ()
    facts = panel.facts()
    _, shown = _beside(panel, facts, panel.picture(facts))
    return tuple(row for row in lists if row not in shown)


def _beside(panel: Panel, facts: Iterable[Fact], picture: Picture) -> tuple[str, Rows]:
    """Write what a panel's picture doesn't show, and arrange the rows below it."""
    rows = mark_rows(panel.rows, panel.scene)
    tools = panel.tools()
    ways = [_ways(rows, tools)]
    if panel.recommends():  # then a list gives way to it; More has the list
        ways.append(_ways(tuple(row for row in rows if not _is_list(row)), tools))
    return beside_picture(facts, picture, *ways)


def _is_list(row: Row) -> bool:
    return isinstance(row.items[0], Select)


def _ways(rows: Rows, tools: tuple[Button | Link, ...]) -> list[Rows]:
    """Arrange tools below rows; or beside the dominoes, if there is room for More."""
    filled = beside_dominoes(rows, tools) if rows else None
    below = (*rows, *tool_rows(tools, below=bool(rows)))
    return [below] if filled is None else [below, filled]


def question(scene: PanelScene, task: str, news: Fact, yes: Button, no: Button) -> Panel:
    """Build a panel that asks its owner to confirm."""
    return Panel(
        scene=scene,
        task=to_do(task),
        news=news,
        rows=(Row((yes, no)),),
        your_turn=True,
        asks=True,
    )


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


def meeting_forms(scene: PanelScene) -> tuple[str, ...]:
    """Tell the panel's owner whom they meet although they blocked them, in full first.

    In the lobby, and in each hand until they have called: nothing else is news then.
    """
    view = scene.hand
    meets = scene.panel.meets
    called = view is not None and any(made.seat == view.seat for made in view.calls)
    if not meets or called or (view is not None and view.phase is not Phase.CALL):
        return ()
    names = scene.both(seat_name(scene, seat) for seat in meets)
    named = scene.plural(
        "You've blocked {names}, who sits here.",
        "You've blocked {names}, who sit here.",
        len(meets),
        names=names,
    )
    brief = scene.say("You've blocked {names}.", names=names)
    if len(meets) == 1:
        return named, brief
    return named, brief, scene.say("You've blocked {n} people here.", n=len(meets))


def where_line(scene: PanelScene) -> str:
    """Name the table on a panel shown elsewhere, or the hand of a table without a channel.

    Before the first shake, and once the table is closed, the title names it; after an event it
    names that.
    """
    place = scene.table.place
    if place is None:
        return "" if scene.hand is None else hand_title(scene)
    is_closed = scene.table.status is Status.CLOSED and scene.table.event_id is None
    is_in_title = scene.table.view is None or is_closed
    if not scene.link or is_in_title:
        return ""
    return scene.say("Table {number}", number=place.number)
