"""Leaderboard and profile."""

import pytest

from bot.presenter import RenderContext, leaderboard, parse_leaders, profile
from bot.publisher.message_limits import check
from bot.stats.views import LeaderboardView, Order, ProfileView, Standing

from .tabling import buttons_of, selects_of, text_of

CONTEXT = RenderContext()
ANA = Standing(1, "Ana", games=10, wins=7, marks=52, hands=80, bids=30, bids_made=21, sets=12)
BO = Standing(2, "*Bo*", games=8, wins=2, marks=20, hands=60, bids=10, bids_made=3, sets=4)
GONE = Standing(None, "", games=9, wins=1)


def view(**changes):
    values = {
        "order": Order.WINS,
        "page": 1,
        "pages": 2,
        "rows": ((1, ANA), (2, BO)),
        "me": (2, BO),
        "minimum_games": 1,
    }
    return LeaderboardView(**{**values, **changes})


def test_the_leaderboard():
    assert text_of(leaderboard(view(), CONTEXT)) == (
        "## Leaderboard · Games won\n"
        "-# Games with people on both sides; you need at least 1 game.\n"
        "----\n"
        "1\\. Ana · 7 won of 10\n"
        "2\\. **\\*Bo\\*** · 2 won of 8\n"
        "-# Page 1 of 2\n"
        "[Sort by ▾ Games won | Share of games won | Marks | Share of bids made | Sets | "
        "Games played]\n"
        "(◀ Prev) [Next ▶] [Find me]"
    )


@pytest.mark.parametrize(
    ("order", "figure"),
    [
        (Order.WINS, "7 won of 10"),
        (Order.WIN_RATE, "70% of 10 games"),
        (Order.MARKS, "52 marks"),
        (Order.BIDS_MADE, "70% of 30 bids"),
        (Order.SETS, "12 sets"),
        (Order.GAMES, "10 games"),
    ],
)
def test_each_order_shows_its_figure(order, figure):
    message = leaderboard(view(order=order), CONTEXT)
    assert f"1\\. Ana · {figure}\n" in text_of(message)
    chosen = [o.value for o in selects_of(message)[0].options if o.default]
    assert chosen == [order.value]


def test_who_is_on_another_page_is_shown_below():
    text = text_of(leaderboard(view(rows=((1, ANA),), me=(12, BO)), CONTEXT))
    assert "1\\. Ana · 7 won of 10\n…\n12\\. **\\*Bo\\*** · 2 won of 8" in text


def test_a_person_whose_data_was_deleted_has_no_name():
    assert "1\\. Former player" in text_of(leaderboard(view(rows=((1, GONE),), me=None), CONTEXT))


def test_an_empty_leaderboard_says_so():
    message = leaderboard(view(rows=(), me=None, pages=1), CONTEXT)
    assert "Nobody is here yet." in text_of(message)
    assert all(button.disabled for button in buttons_of(message))
    check(message)


def test_the_pages_are_asked_for_by_order_and_number():
    ids = [b.custom_id for b in buttons_of(leaderboard(view(page=2, pages=3), CONTEXT))]
    assert ids == ["42:leaders:-:0:wins/1", "42:leaders:-:0:wins/3", "42:leaders:-:0:wins/me"]


@pytest.mark.parametrize(
    ("arg", "asked"),
    [
        ("", (Order.WINS, 1)),
        ("marks", (Order.MARKS, 1)),
        ("win-rate/3", (Order.WIN_RATE, 3)),
        ("sets/me", (Order.SETS, None)),
        ("height/2", (Order.WINS, 1)),
        ("wins/x", (Order.WINS, 1)),
    ],
)
def test_a_page_button_is_read(arg, asked):
    assert parse_leaders(arg) == asked


def test_a_profile():
    here = Standing(1, "Ana", games=1, hands=3, sets=1)
    found = ProfileView(1, "Ana", here=here, overall=ANA, listed=Standing(1, "Ana", games=1))
    assert text_of(profile(found, "A*na", CONTEXT)) == (
        "## A\\*na\n"
        "**Here**\n"
        "1 game played, 0 won (0%)\n"
        "3 hands · 0 marks · set the others 1 time\n"
        "No bids yet.\n"
        "**Everywhere**\n"
        "10 games played, 7 won (70%)\n"
        "80 hands · 52 marks · set the others 12 times\n"
        "Bids made: 21 of 30 (70%)\n"
        "-# 1 of these games counts for the leaderboard here.\n"
        "[Leaderboard]"
    )


def test_a_profile_of_one_server_tells_its_figures_once():
    found = ProfileView(1, "Ana", here=ANA, overall=ANA, listed=ANA)
    text = text_of(profile(found, "Ana", CONTEXT))
    assert text.count("10 games played") == 1
    assert "Everywhere" not in text


def test_games_against_computers_alone_are_said_not_to_count():
    found = ProfileView(1, "Ana", here=ANA, overall=ANA, listed=Standing(1, "Ana"))
    assert "counts games with people on both sides. None yet." in text_of(
        profile(found, "A", CONTEXT)
    )


def test_a_profile_without_games_says_so():
    none = Standing(1, "Ana")
    found = ProfileView(1, "Ana", here=none, overall=none, listed=none)
    assert "No games yet." in text_of(profile(found, "Ana", CONTEXT))
