"""Why there is no thread, in words, and what works instead."""

import pytest

from bot.presenter.refusals import sentence
from bot.presenter.table.notices import table_opened
from bot.presenter.words.render_context import RenderContext
from bot.tables import errors

from .tabling import sample, table_of

CONTEXT = RenderContext()

NO_THREAD = {
    errors.ThreadRefusal.KIND: (
        "#Lounge can't have threads.",
        "Use /event move in a text channel, and start the event there.",
    ),
    errors.ThreadRefusal.RIGHTS: (
        "I can't open threads in #Lounge. Ask a moderator to give me **View Channel** there, "
        "in the channel's settings.",
        "Or use /event move in another channel.",
    ),
    errors.ThreadRefusal.SERVER_FULL: (
        "This server has as many open threads as Discord allows.",
        "Close some threads, then start the event again.",
    ),
    errors.ThreadRefusal.NEWS_FULL: (
        "This server's announcement channels have as many open threads as Discord allows.",
        "Use /event move in a text channel, and start the event there.",
    ),
    errors.ThreadRefusal.OTHER: (
        "Discord won't open a thread in #Lounge right now.",
        "Try again in a minute, or use /event move in another channel.",
    ),
}


@pytest.mark.parametrize("why", errors.ThreadRefusal)
def test_refused_thread_says_why_and_what_works_instead(why):
    error = errors.NoThread("Lounge", why, ("view_channel",))
    reason, way_out = NO_THREAD[why]
    assert sentence(error, CONTEXT) == f"{reason} {way_out}"
    assert sentence(errors.ChannelBusy(3, error), CONTEXT) == (
        f"Table 3 is playing here. {reason} Try another channel, or wait for the game to end."
    )
    game = sample(20)
    table = table_of(game.rules, game)
    opened = table_opened(table, CONTEXT, no_thread=error)
    assert opened.content.endswith(f"\n{reason} We'll play right here.")
