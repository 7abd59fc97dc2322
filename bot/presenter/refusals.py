"""The message to a person whose request was refused, or failed.

What each error says and offers stands in the module `refusals` of its topic.
"""

from __future__ import annotations

from bot.tables.errors import DiscordError
from bot.tables.views import TableView
from texas42.engine import SeatView

from .asked import refusals as asked
from .daily import refusals as daily
from .discord import refusals as discord
from .events import refusals as events
from .hand import refusals as hand
from .panel import refusals as panel
from .people import refusals as people
from .plans import refusals as plans
from .rules import refusals as rules
from .table import refusals as tables
from .table import seat_refusals as seats
from .words.ids import ComponentId
from .words.parts import note
from .words.refusal import RefusedRequest
from .words.render_context import RenderContext
from .words.spec import Accent, Message, Row

TOPICS = (
    asked.REFUSALS,
    daily.REFUSALS,
    discord.REFUSALS,
    events.REFUSALS,
    hand.REFUSALS,
    panel.REFUSALS,
    people.REFUSALS,
    plans.REFUSALS,
    rules.REFUSALS,
    seats.REFUSALS,
    tables.REFUSALS,
)
_BY_ERROR = {each.error: each for topic in TOPICS for each in topic}


def explain(
    error: Exception,
    context: RenderContext,
    table: TableView | None = None,
    view: SeatView | None = None,
    *,
    again: ComponentId | None = None,
    abroad: bool = False,
) -> Message:
    """Build the message to a person whose request was refused, with what it asks for as buttons.

    For the parameters see `RefusedRequest`.
    """
    offered = _BY_ERROR[type(error)].offers(
        error, RefusedRequest(context, table, view, again, abroad)
    )
    row = (Row(offered),) if offered else ()
    return note(sentence(error, context, table, view), *row, accent=Accent.ERROR)


def sentence(
    error: Exception,
    context: RenderContext,
    table: TableView | None = None,
    view: SeatView | None = None,
) -> str:
    """Explain a refusal: what is wrong, and what would be right."""
    return _BY_ERROR[type(error)].says(error, RefusedRequest(context, table, view))


def our_error(code: str, context: RenderContext, *, done: bool = False) -> Message:
    """Build the message to a person when the bot itself failed.

    `done`: the request was saved; only its answer failed.
    """
    if done:
        text = context.say(
            "Something broke while I was showing this. What you did counts. "
            "Press My hand, or use /hand. Error {code}.",
            code=code,
        )
    else:
        text = context.say(
            "Something broke on my side, and nothing changed. Please try again. Error {code}.",
            code=code,
        )
    return note(text, accent=Accent.ERROR)


def discord_failed(error: DiscordError, context: RenderContext, *, done: bool) -> Message:
    """Build the message to a person who waited for a failed Discord call; see `our_error`."""
    said = discord.not_shown if done else sentence
    return note(said(error, context), accent=Accent.ERROR)
