"""The ways into a game that end a page, and the way back from it."""

from __future__ import annotations

from bot.tables.model import Place

from ..daily.names import todays_hand
from ..hand.ending import back_button
from ..words.ids import ComponentId, Verb
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Row

FROM_MORE = "more"
FROM_RULES = "rules"
"""Pages that lead to the last trick and to the fair shake, in the ids of those buttons."""


def play_now(context: RenderContext) -> Button:
    """Build the button that opens a table against computer players."""
    return Button(context.say("Play now"), ComponentId(Verb.NOW), ButtonStyle.SUCCESS)


def open_table(context: RenderContext) -> Button:
    """Build the button that opens a table for friends, by the server's usual rules."""
    return Button(context.say("Open a table"), ComponentId(Verb.OPEN))


def ways_in(context: RenderContext) -> tuple[Button, ...]:
    """Build the buttons of the three ways into a game."""
    return play_now(context), open_table(context), todays_hand(context)


def front_door(context: RenderContext, *before: Button) -> Row:
    """Build the row of the three ways into a game; `before`: buttons that open the row, as Back."""
    return Row((*before, *ways_in(context)))


def back_to(component_id: ComponentId, context: RenderContext) -> Button:
    """Build the button back to a page; it is the first of the last row on every page."""
    return Button(context.say("Back"), component_id)


def way_back(table_id: str, origin: str, context: RenderContext, hand: str = "") -> Button:
    """Build the button back to the page of a table that led here, else to the table itself.

    `hand`: the number of the finished hand that the page is about.
    """
    if origin == FROM_MORE:
        return back_to(ComponentId(Verb.MORE, table_id, arg=f"{hand}/1"), context)
    if origin == FROM_RULES:
        return back_to(ComponentId(Verb.RULES, table_id, arg="1"), context)
    return back_button(table_id, context)


def address_of(place: Place) -> str:
    """Return the URL of a table's channel, for a message that is read elsewhere."""
    return f"https://discord.com/channels/{place.guild_id or '@me'}/{place.channel_id}"
