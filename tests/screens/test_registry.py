"""Every screen of presenter has samples, and they reach whatever builds a message."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from fnmatch import fnmatchcase
from functools import cache
from types import CodeType, FrameType

import pytest

import bot.presenter
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from tests.presenter.tabling import parts_of

from .pages import PAGES, Ends, pages
from .registry import (
    Look,
    Screen,
    full_name,
    is_screen,
    modules_of,
    registered,
    samples,
    screens,
)

LOOKS = (Look(), Look(RenderContext(pictures=False)))


@pytest.mark.parametrize("screen", screens(), ids=full_name)
def test_every_screen_has_a_sample(screen: Screen) -> None:
    assert screen in registered(), f"{full_name(screen)} has no sample in tests/screens/samples"


def test_only_screens_have_samples() -> None:
    assert set(registered()) <= set(screens())
    assert len(screens()) > 100


def builders() -> dict[CodeType, str]:
    """Find all functions of presenter that build a message, private ones too, by their code."""
    found: dict[CodeType, str] = {}
    for module in modules_of(bot.presenter):
        for function in vars(importlib.import_module(module)).values():
            if not inspect.isfunction(function) or function.__module__ != module:
                continue
            if Message.__name__ in str(inspect.signature(function).return_annotation):
                found[function.__code__] = f"{module}.{function.__name__}"
    return found


def test_samples_reach_every_function_that_builds_a_message() -> None:
    missing = builders()

    def called(frame: FrameType, _event: str, _: object) -> None:
        missing.pop(frame.f_code, None)

    looks = ((screen, look) for look in LOOKS for screen in screens())
    before = sys.gettrace()
    sys.settrace(called)  # sees the start of each function, and no more if `called` returns None
    try:
        while missing and (found := next(looks, None)) is not None:
            samples(*found, ["42", "88"])
    finally:
        sys.settrace(before)
    assert not missing, sorted(missing.values())


def test_a_function_is_a_screen_if_it_is_public_and_has_a_reader() -> None:
    def shown(context: RenderContext) -> Message:
        return Message()

    def part(markdown: str) -> Message:
        return Message()

    def _hidden(context: RenderContext) -> Message:
        return Message()

    def rows(context: RenderContext) -> tuple[Message, ...]:
        return ()

    def maybe(context: RenderContext) -> Message | None:
        return None

    def text(context: RenderContext) -> str:
        return ""

    found: list[Callable[..., object]] = [shown, part, _hidden, rows, maybe, text]
    assert [each.__name__ for each in found if is_screen(each)] == ["shown", "rows", "maybe"]


@cache
def names_of_samples(screen: Screen) -> tuple[str, ...]:
    return tuple(samples(screen, Look(), ["42"]))


@pytest.mark.parametrize("each", PAGES, ids=lambda each: f"{full_name(each.screen)} {each.names}")
def test_every_line_of_the_pages_names_a_sample(each) -> None:
    names = names_of_samples(each.screen)
    assert any(fnmatchcase(name, each.names.format(game="42")) for name in names)


def test_pages_end_in_each_way() -> None:
    for ends in Ends:
        assert [message for _, message in pages(Look(), "42", ends) if list(parts_of(message))]
