"""Every sample of every screen keeps Discord's limits, even with the longest names."""

from __future__ import annotations

import pytest

from bot.presenter.words.ids import format_id
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import TextForm
from bot.publisher.calls.convert import MAX_ID, check

from .golden import EMOJI
from .registry import Look, Screen, full_name, samples, screens

WIDEST = tuple("*_`~|<>[]()#" * 2 + f"*_`~|<>{seat}" for seat in range(8))
"""Names as long as Discord allows, whose every letter has to be escaped."""
CONTEXTS = (RenderContext(tile_emoji=EMOJI), RenderContext(tile_emoji=EMOJI, pictures=False))
MAX_TITLE = 45  # Discord's limit for a form's title and field label
MAX_VALUE = 4000


@pytest.mark.parametrize("context", CONTEXTS, ids=["pictures", "words"])
@pytest.mark.parametrize("screen", screens(), ids=full_name)
def test_screen_keeps_the_limits(screen: Screen, context: RenderContext) -> None:
    for message in samples(screen, Look(context, WIDEST)).values():
        if isinstance(message, TextForm):
            check_form(message)
        else:
            check(message)


def check_form(form: TextForm) -> None:
    assert len(format_id(form.component_id)) <= MAX_ID
    assert max(len(form.title), len(form.label)) <= MAX_TITLE
    assert len(form.value) <= form.longest <= MAX_VALUE
