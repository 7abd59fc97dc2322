"""Whom a person has blocked: the list, and what a block does."""

from __future__ import annotations

from collections.abc import Sequence

from bot.values.names import names_of

from ..table.pages import turns
from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.parts import lines, note, plain, small
from ..words.render_context import RenderContext
from ..words.spec import Button, Message, Row, Select, SelectOption

ON_PAGE = 20


def blocks_screen(
    blocked: Sequence[tuple[int, str]], context: RenderContext, page: int = 1, *, said: str = ""
) -> Message:
    """Build a page of the people whom somebody has blocked, by their ids and names.

    `said`: what was just done.
    """
    head = context.say("## People you've blocked")
    if not blocked:
        nobody = context.say("Nobody. /block keeps somebody away from the tables you host.")
        return note(lines(head, said, nobody))
    pages = -(-len(blocked) // ON_PAGE)
    page = min(max(page, 1), pages)
    shown = blocked[(page - 1) * ON_PAGE : page * ON_PAGE]
    named = [(user_id, name or context.say("Somebody")) for user_id, name in blocked]
    names = dict(zip((user_id for user_id, _ in named), names_of(named), strict=True))
    options = tuple(
        SelectOption(plain(shown_name(names[user_id])), str(user_id)) for user_id, _ in shown
    )
    unblock = Select(ComponentId(Verb.UNBLOCK), context.say("Unblock somebody"), options)
    rows = [Row((unblock,))]
    if pages > 1:
        rows.append(Row(turns(page, pages, _page_id, context)))
    return note(lines(head, said, _what_it_does(context)), *rows)


def _page_id(page: int) -> ComponentId:
    return ComponentId(Verb.BLOCKS, arg=str(page))


def blocked_screen(user_id: int, name: str, context: RenderContext) -> Message:
    """Confirm a block, with the way to take it back."""
    shown = shown_name(name)
    text = lines(
        "### " + context.say("You've blocked {name}", name=shown),
        _what_it_does(context),
        small(context.say("A game that you're playing together goes on to its end.")),
    )
    undo = Button(context.say("Unblock"), ComponentId(Verb.UNBLOCK, arg=str(user_id)))
    mine = Button(context.say("My blocks"), ComponentId(Verb.BLOCKS))
    return note(text, Row((undo, mine)))


def said_unblocked(context: RenderContext) -> str:
    """Say that somebody was unblocked."""
    return context.say("Done. They can sit at your tables again.")


def _what_it_does(context: RenderContext) -> str:
    return context.say(
        "They can't sit at a table that you host, invite or ping you, or see your results in "
        "your profile. They aren't told. Before you sit down with them elsewhere, I'll tell you. "
        "Events and leaderboards stay as they are."
    )
