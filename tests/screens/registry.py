"""The registry of screens: every public function of `bot.presenter` that builds one, and samples.

A screen is a function of a `RenderContext`, and mostly a view, that returns a `Message` or a
`TextForm`. In `tests/screens/samples`, a module for each of presenter's rooms, generators decorated
with `samples_of` yield a screen in each state in which it says something else, each by its name:

    @samples_of(table_screen)
    def boards(look):
        yield "paused", table_screen(paused_table(look), look.context)

`samples_of(screen, games=GAMES)` is for states of each game; its generator also takes the sample
game of `tests.render.samples`, which precedes the names of its samples.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType

import bot.presenter
import tests.screens.samples
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message, TextForm
from bot.tables.views import SeatLine
from tests.presenter.tabling import seat_lines
from tests.render.samples import USUAL
from texas42.engine import Rules

ROOT = bot.presenter.__name__
NOW = 1_800_000_000.0
"""When a sample is seen; later than all that it tells of."""
Screen = Callable[..., Message | TextForm]
Named = tuple[str, Message | TextForm]


@dataclass(frozen=True, slots=True)
class Look:
    """How a sample is seen: by whom, with which names at the table, and when."""

    context: RenderContext = field(default_factory=RenderContext)
    names: Sequence[str] = USUAL
    now: float = NOW

    def seats(self, rules: Rules) -> tuple[SeatLine, ...]:
        """Fill every seat of a table with a person."""
        return seat_lines(rules, self.names)


@dataclass(frozen=True, slots=True)
class _Samples:
    """A generator of samples, for each of these games or once."""

    build: Callable[..., Iterator[Named]]
    games: tuple[str, ...]

    def named(self, look: Look, games: Iterable[str] | None) -> Iterator[Named]:
        if not self.games:
            yield from self.build(look)
        for game in self.games:
            if games is None or game in games:
                for name, message in self.build(look, game):
                    yield f"{game}-{name}", message


_REGISTERED: dict[Screen, list[_Samples]] = {}


def samples_of(
    screen: Screen, games: Iterable[str] = ()
) -> Callable[[Callable[..., Iterator[Named]]], Callable[..., Iterator[Named]]]:
    """Register a generator of samples of a screen."""

    def register(build: Callable[..., Iterator[Named]]) -> Callable[..., Iterator[Named]]:
        _REGISTERED.setdefault(screen, []).append(_Samples(build, tuple(games)))
        return build

    return register


def samples(screen: Screen, look: Look, games: Iterable[str] | None = None) -> dict[str, Message]:
    """Build the samples of a screen by name; `games`: only these, and what belongs to none."""
    found: dict[str, Message] = {}
    for each in registered().get(screen, ()):
        for name, message in each.named(look, games):
            if name in found:
                raise ValueError(f"two samples of {full_name(screen)} are named {name}")
            found[name] = message
    return found


def of_room(room: str, look: Look) -> Iterator[Named]:
    """Yield all samples of a room of presenter by their full names."""
    for screen in screens():
        if full_name(screen).startswith(f"{room}/"):
            for name, message in samples(screen, look).items():
                yield f"{full_name(screen)} {name}", message


@cache
def registered() -> Mapping[Screen, Sequence[_Samples]]:
    """Import all samples, and return them by screen."""
    for module in modules_of(tests.screens.samples):
        importlib.import_module(module)
    return _REGISTERED


@cache
def screens() -> tuple[Screen, ...]:
    """Find every screen of presenter, in the order of their names."""
    found = {
        function
        for module in modules_of(bot.presenter)
        for function in vars(importlib.import_module(module)).values()
        if inspect.isfunction(function) and function.__module__ == module and is_screen(function)
    }
    return tuple(sorted(found, key=full_name))


def is_screen(function: Callable[..., object]) -> bool:
    """Return True for a public function of a reader's context that builds messages or a form."""
    given = inspect.signature(function)
    builds = str(given.return_annotation)
    return (
        not function.__name__.startswith("_")
        and (Message.__name__ in builds or TextForm.__name__ in builds)
        and RenderContext.__name__ in {str(each.annotation) for each in given.parameters.values()}
    )


def full_name(screen: Screen) -> str:
    """Name a screen with its room: "table/table_screen"."""
    room = screen.__module__.removeprefix(f"{ROOT}.").split(".")[0]
    return f"{room}/{screen.__name__}"


def modules_of(package: ModuleType) -> list[str]:
    """List the modules of a package."""
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return sorted(each.name for each in found)
