"""A refusal: its error, what it says, and the buttons that it offers.

Each topic lists its own in its module `refusals`; `presenter/refusals.py` looks them up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from bot.tables.views import TableView
from texas42.engine import SeatView

from .ids import ComponentId
from .render_context import RenderContext
from .spec import Button, Link

E = TypeVar("E", bound=Exception)
Offers = tuple[Button | Link, ...]


@dataclass(frozen=True, slots=True)
class RefusedRequest:
    """What was refused, and for whom.

    `table`: what the request was about. `view`: the person's own view, which shows what they could
    do instead. `again`: the id of a button that repeats the request; None if none can. `abroad`:
    the error's table is in another server, where its buttons don't work.
    """

    context: RenderContext
    table: TableView | None = None
    view: SeatView | None = None
    again: ComponentId | None = None
    abroad: bool = False

    def say(self, text: str, /, **values: object) -> str:
        """Translate a sentence for the reader; see `Words.say`."""
        return self.context.say(text, **values)

    def plural(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Translate a sentence for a number; see `Words.plural`."""
        return self.context.plural(one, many, number, **values)


@dataclass(frozen=True, slots=True)
class Refusal:
    """What an error says, and the buttons that it offers."""

    error: type[Exception]
    says: Callable[[Exception, RefusedRequest], str]
    offers: Callable[[Exception, RefusedRequest], Offers]


def no_button(_: Exception, __: RefusedRequest) -> Offers:
    """Offer nothing: no press of ours helps."""
    return ()


def try_again(_: Exception, request: RefusedRequest) -> Offers:
    """Offer the same request again, where a button can repeat it."""
    if request.again is None:
        return ()
    return (Button(request.say("Try again"), request.again),)


def refusal(
    error: type[E],
    says: Callable[[E, RefusedRequest], str],
    offers: Callable[[E, RefusedRequest], Offers] = no_button,
) -> Refusal:
    """Define what an error says, and the buttons that it offers."""

    def sentence(raised: Exception, request: RefusedRequest) -> str:
        return says(_checked(raised, error), request)

    def buttons(raised: Exception, request: RefusedRequest) -> Offers:
        return offers(_checked(raised, error), request)

    return Refusal(error, sentence, buttons)


def _checked(raised: Exception, error: type[E]) -> E:
    if not isinstance(raised, error):
        raise TypeError(f"not a {error.__name__}: {type(raised).__name__}")
    return raised
