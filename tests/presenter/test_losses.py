"""What a bid can lose, under More of the bid screen and in help (002:43-57)."""

from dataclasses import replace

from bot.presenter.rules.help import help_screen
from bot.presenter.table.more import more_screen
from bot.presenter.words.render_context import RenderContext
from texas42.engine import Phase

from .tabling import first_state, panel_at, rules_of, sample, whole_text

CONTEXT = RenderContext()
TABLE = [
    "30: you can lose one 10-count or two 5-counts, and two tricks.",
    "31: you can lose one 10-count or two 5-counts, and one trick.",
    "32: you can lose one 5-count and five tricks.",
    "33: you can lose one 5-count and four tricks.",
    "34: you can lose one 5-count and three tricks.",
    "35: you can lose one 5-count and two tricks.",
    "36: you can lose one 5-count and one trick.",
    "37: you can lose five tricks, no count.",
    "38: you can lose four tricks, no count.",
    "39: you can lose three tricks, no count.",
    "40: you can lose two tricks, no count.",
    "41: you can lose one trick, no count.",
]


def losses(text: str) -> list[str]:
    found = (line.removeprefix("-# ").removeprefix("- ") for line in text.splitlines())
    return [line for line in found if "you can lose" in line]


def test_help_lists_what_every_bid_can_lose():
    assert losses(whole_text(help_screen, CONTEXT, "lose")) == TABLE


def test_more_lists_it_for_the_bids_that_are_left():
    assert losses(whole_text(more_screen, panel_at(sample(0)), CONTEXT)) == TABLE
    assert losses(whole_text(more_screen, panel_at(sample(3)), CONTEXT)) == TABLE[2:]


def test_more_says_nothing_of_it_to_others_or_where_points_are_not_bid():
    waiting = panel_at(sample(0), 0)
    assert losses(whole_text(more_screen, waiting, CONTEXT)) == []
    assert losses(whole_text(more_screen, panel_at(sample(5)), CONTEXT)) == []
    for game_id in ("88", "moon"):
        game = first_state(rules_of(game_id), lambda deal: deal.phase is Phase.CALL)
        assert losses(whole_text(more_screen, panel_at(game), CONTEXT)) == []
    assert losses(whole_text(more_screen, replace(waiting, seat=None), CONTEXT)) == []
