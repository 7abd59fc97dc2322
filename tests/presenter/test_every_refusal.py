"""Every error that a person can meet has one sentence, in its topic's list of refusals."""

from dataclasses import is_dataclass
from importlib import import_module
from importlib.resources import files
from typing import get_args, get_type_hints

import pytest

from bot.daily.errors import DailyError
from bot.events.errors import EventError
from bot.presenter.refusals import TOPICS, sentence
from bot.presenter.words.render_context import RenderContext
from bot.publisher.component_router import REFUSALS
from bot.tables.errors import DiscordError, TableError
from tests.screens.samples.refusals import DAILY, FAULTS, UNKNOWN
from tests.screens.states.events import REFUSALS as EVENT_ERRORS
from tests.screens.states.refusals import DATA, TABLE_ERRORS
from texas42.engine import IllegalAction, NotationError, NotInTurn, Rule, SeatView, Tile

ERRORS = (
    *(*TABLE_ERRORS, *EVENT_ERRORS, *DAILY, *FAULTS, *UNKNOWN),
    *(IllegalAction(rule, "the engine's own words", DATA) for rule in Rule),
    NotInTurn(Rule.NOT_IN_TURN, "the engine's own words", DATA),
    NotationError("the engine's own words"),
)
LISTED = [each.error for topic in TOPICS for each in topic]
FAMILIES = {TableError, DailyError, DiscordError, EventError}
"""Never raised themselves."""


def kinds_of(base):
    """Yield an error class and every class derived from it."""
    yield base
    for kind in base.__subclasses__():
        yield from kinds_of(kind)


def test_every_error_that_the_router_explains_has_one_refusal():
    for room in files("bot").iterdir():
        if (room / "errors.py").is_file():
            import_module(f"bot.{room.name}.errors")
    assert len(set(LISTED)) == len(LISTED)
    raised = {kind for base in REFUSALS for kind in kinds_of(base)} - FAMILIES
    ours = {kind for kind in raised if kind.__module__.startswith(("bot.", "texas42."))}
    assert set(LISTED) == ours


def test_every_refusal_has_a_sample():
    assert {type(error) for error in ERRORS} == set(LISTED)


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_every_refusal_is_a_sentence_filled_by_its_error(error):
    said = sentence(error, RenderContext())
    assert said.endswith(".")
    assert len(said) > 10
    assert "{" not in said
    assert "engine's own words" not in said
    assert type(error).__name__ not in said


def held_by(kind, seen):
    """Collect the types of an error's values, and of theirs."""
    if kind in seen:
        return seen
    seen.add(kind)
    hints = get_type_hints(kind if is_dataclass(kind) else getattr(kind, "__init__", kind))
    for inner in (*get_args(kind), *hints.values()):
        held_by(inner, seen)
    return seen


@pytest.mark.parametrize("kind", [each for each in LISTED if each.__module__.startswith("bot.")])
def test_no_error_of_the_bot_holds_a_tile(kind):
    assert not held_by(kind, set()) & {Tile, SeatView}
