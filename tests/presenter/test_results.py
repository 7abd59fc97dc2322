"""The leaderboard, profiles and rating changes."""

from dataclasses import replace

import pytest

from bot.presenter.hand.outcome import rated_line
from bot.presenter.hand.replay_place import ReplayPlace, parse_replay_place
from bot.presenter.people.leaderboard import (
    leaderboard,
    leaderboard_lists,
    parse_leaders,
    parse_lists,
)
from bot.presenter.people.profile import only_own_profile, profile
from bot.presenter.table.scene import Scene
from bot.presenter.words.ids import Verb, format_id
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import check, picture_of
from bot.stats.views import (
    Badge,
    BadgeKind,
    BidSize,
    Details,
    LeaderboardQuery,
    LeaderboardView,
    Order,
    ProfileView,
    Span,
    Standing,
)
from bot.tables.rated import RatingChange, RatingOutcome, UnratedReason

from .tabling import buttons_of, pages_of, rules_of, selects_of, table_of, text_of, whole_text

CONTEXT = RenderContext(pictures=False)
ANA = Standing(
    1,
    "Ana",
    games=10,
    wins=7,
    marks=52,
    hands=80,
    bids=30,
    bids_made=21,
    bid_points=992,
    sets=12,
    suffered=8,
    shutouts=2,
    best_run=5,
    fastest=1,
    rating=1012,
    rated=9,
)
BO = Standing(2, "*Bo*", games=8, wins=2, marks=20, hands=60, bids=10, bids_made=3, sets=4)
GONE = Standing(None, "", games=9, wins=1)


def view(**changes):
    values = {
        "asked": LeaderboardQuery(),
        "page": 1,
        "pages": 2,
        "rows": ((1, ANA), (2, BO)),
        "me": (2, BO),
    }
    return LeaderboardView(**{**values, **changes})


def test_leaderboard():
    assert text_of(leaderboard(view(), CONTEXT)) == (
        "## Leaderboard · Games won\n"
        "-# This server · All time\n"
        "-# Games between people, without hints.\n"
        "----\n"
        "1\\. Ana · 7 of 10 won\n"
        "2\\. **\\*Bo\\*** · 2 of 8 won\n"
        "-# Page 1 of 2\n"
        "(◀ Prev) [Next ▶] [Find me]\n"
        "[All servers] [Change…]"
    )


def test_change_opens_the_lists_of_a_leaderboard_in_words():
    button = next(
        each for each in buttons_of(leaderboard(view(page=2), CONTEXT)) if each.label == "Change…"
    )
    asked = parse_lists(button.component_id.arg)
    assert asked == (LeaderboardQuery(), 2)
    lists = leaderboard_lists(*asked, CONTEXT)
    check(lists)
    assert text_of(lists) == (
        "## Leaderboard · Games won\n"
        "-# This server · All time\n"
        "[Sort by ▾ Rating | Games won | Share of games won | Games played | Marks | "
        "Share of bids made | Average bid | Sets | Got set least | Partners | "
        "Alone: wins in a row over experts | Alone: fewest hands to 7 marks | "
        "Alone: shut-outs | Alone: games won]\n"
        "[Since when ▾ All time | This season (three months) | This month | This week]\n"
        "[Which game ▾ All games | Texas 42 | 88 | 80 | 79 | 84 for six | 84 for eight | "
        "Big Game | Moon | Moon for four]\n"
        "[Back]"
    )
    (back,) = buttons_of(lists)
    assert parse_leaders(back.component_id.arg) == asked
    assert parse_lists(back.component_id.arg) is None


@pytest.mark.parametrize(
    ("order", "figure"),
    [
        (Order.RATING, "1012 (provisional) · 9 rated games"),
        (Order.WINS, "7 of 10 won"),
        (Order.WIN_RATE, "70% of 10 games"),
        (Order.GAMES, "10 games"),
        (Order.MARKS, "52 marks"),
        (Order.BIDS_MADE, "70% of 30 bids"),
        (Order.AVERAGE_BID, "33.1 over 30 bids"),
        (Order.SETS, "12 sets"),
        (Order.SUFFERED, "set in 10% of 80 hands"),
        (Order.PARTNERS, "70% of 10 games"),
        (Order.RUN, "5 wins in a row"),
        (Order.FASTEST, "1 hand"),
        (Order.SHUTOUTS, "2 shut-outs"),
        (Order.ALONE_WINS, "7 of 10 won"),
    ],
)
def test_each_order_shows_its_figure(order, figure):
    message = leaderboard(view(asked=LeaderboardQuery(order)), CONTEXT)
    assert f"1\\. Ana · {figure}\n" in text_of(message)
    lists = leaderboard_lists(LeaderboardQuery(order), 1, CONTEXT)
    chosen = [o.value for o in selects_of(lists)[0].options if o.default]
    assert [parse_leaders(value) for value in chosen] == [(LeaderboardQuery(order), 1)]
    check(message)


def test_partners_share_a_line():
    pair = Standing(1, "Ana", games=10, wins=7, partner=2, partner_name="*Bo*")
    found = view(asked=LeaderboardQuery(Order.PARTNERS), rows=((1, pair),), me=(1, pair))
    text = text_of(leaderboard(found, CONTEXT))
    assert "1\\. **Ana and \\*Bo\\*** · 70% of 10 games\n" in text
    assert "You need at least 5 games." in text


def test_changing_one_filter_keeps_the_others():
    asked = LeaderboardQuery(Order.MARKS, Span.WEEK, "moon", everywhere=True)
    message = leaderboard(view(asked=asked, pages=3, page=2), RenderContext())
    text = text_of(leaderboard(view(asked=asked), CONTEXT))
    assert "-# All servers · This week · Moon\n" in text
    values = [option.value for select in selects_of(message) for option in select.options]
    values += [button.component_id.arg for button in buttons_of(message)]
    read = [parse_leaders(value) for value in values]
    fields = ("order", "span", "game", "everywhere")
    for found, _ in read:
        assert sum(getattr(found, name) != getattr(asked, name) for name in fields) <= 1
    assert {found.everywhere for found, _ in read} == {True, False}
    assert {found.span for found, _ in read} == set(Span)
    assert [page for _, page in read[-4:]] == [1, 3, None, 1]
    assert len({format_id(select.component_id) for select in selects_of(message)}) == 3


def test_leaderboard_in_a_dm_has_no_server_filter():
    message = leaderboard(view(), CONTEXT, server=False)
    assert "-# All servers · All time\n" in text_of(message)
    assert [button.label for button in buttons_of(message)] == [
        *("◀ Prev", "Next ▶", "Find me", "Change…")
    ]


def _picture(message):
    picture = picture_of(message)
    assert picture is not None
    check(message)
    return picture


def test_drawn_leaderboard_has_the_same_lines_and_alt_text():
    shown = view(rows=((1, ANA), (2, BO)), me=(12, replace(ANA, user_id=3, name="Cy")))
    message = leaderboard(shown, RenderContext(avatars={1: "1/f"}))
    picture = _picture(message)
    rows = picture.drawing.rows
    assert (picture.drawing.title, picture.drawing.detail) == (
        "Games won",
        "This server · All time",
    )
    assert [row.name for row in rows] == ["Ana", "*Bo*", "Cy"]
    assert [(row.rank, row.figure, row.detail) for row in rows][:2] == [
        ("1.", "7", "10 games"),
        ("2.", "2", "8 games"),
    ]
    assert [(row.own, row.apart) for row in rows] == [(False, False), (False, False), (True, True)]
    assert [row.faces[0].avatar for row in rows] == ["1/f", "", ""]
    assert "1. Ana · 7 of 10 won. 2. *Bo* · 2 of 8 won. … 12. Cy · 7 of 10 won." in picture.alt
    assert "7 of 10 won" not in text_of(message)


def test_name_without_glyphs_is_written_below_the_picture():
    rows = ((1, ANA), (2, replace(BO, name="中村さくら")))
    message = leaderboard(view(rows=rows, me=None), RenderContext())
    assert "\n2\\. 中村さくら\n-# Games between people" in text_of(message)
    assert "Ana" not in text_of(message)


def test_partners_have_two_avatars_in_the_picture():
    both = replace(ANA, partner=2, partner_name="Bo")
    shown = view(asked=LeaderboardQuery(Order.PARTNERS), rows=((1, both),), me=None)
    (row,) = _picture(leaderboard(shown, RenderContext())).drawing.rows
    assert (row.name, row.figure, len(row.faces)) == ("Ana & Bo", "70%", 2)
    shown = replace(shown, rows=((1, replace(both, partner_name="🎲🎲")),))
    (row,) = _picture(leaderboard(shown, RenderContext())).drawing.rows
    assert row.name == ""


@pytest.mark.parametrize("order", Order)
def test_every_order_has_a_short_figure_for_the_picture(order):
    shown = view(asked=LeaderboardQuery(order), rows=((1, ANA),), me=None)
    (row,) = _picture(leaderboard(shown, RenderContext())).drawing.rows
    assert row.figure.rstrip("%")[-1].isdecimal()
    assert row.detail[0].isdecimal()


def test_empty_leaderboard_has_no_picture():
    assert picture_of(leaderboard(view(rows=(), me=None), RenderContext())) is None


def test_own_row_from_another_page_is_shown_below():
    text = text_of(leaderboard(view(rows=((1, ANA),), me=(12, BO)), CONTEXT))
    assert "1\\. Ana · 7 of 10 won\n… 12\\. **\\*Bo\\*** · 2 of 8 won" in text


def test_deleted_person_is_a_former_player():
    assert "1\\. Former player" in text_of(leaderboard(view(rows=((1, GONE),), me=None), CONTEXT))


def test_empty_leaderboard_says_how_to_get_on_it():
    message = leaderboard(view(rows=(), me=None, pages=1), CONTEXT)
    assert "The first line will come with a game that has people on both sides." in text_of(message)
    check(message)
    alone = leaderboard(view(asked=LeaderboardQuery(Order.RUN), rows=(), me=None, pages=1), CONTEXT)
    assert "The first line can be yours: play now and win." in text_of(alone)
    door = [button.label for button in buttons_of(alone)][-3:]
    assert door == ["Play now", "Open a table", "Today's hand"]


@pytest.mark.parametrize(
    ("arg", "asked"),
    [
        ("", (LeaderboardQuery(), 1)),
        ("marks", (LeaderboardQuery(Order.MARKS), 1)),
        ("win-rate/3", (LeaderboardQuery(Order.WIN_RATE), 3)),
        ("sets/me", (LeaderboardQuery(Order.SETS), None)),
        ("height/2", (LeaderboardQuery(), 1)),
        ("wins/x/never/chess/there", (LeaderboardQuery(), 1)),
        (
            "run/2/week/moon/all",
            (LeaderboardQuery(Order.RUN, Span.WEEK, "moon", everywhere=True), 2),
        ),
    ],
)
def test_leaderboard_argument_is_parsed(arg, asked):
    assert parse_leaders(arg) == asked


def test_profile():
    here = Standing(1, "Ana", games=1, hands=3, sets=1)
    found = ProfileView(1, "Ana", here=here, overall=ANA, listed=Standing(1, "Ana", games=1))
    assert whole_text(profile, found, "A*na", CONTEXT) == (
        "## A\\*na\n"
        "**Here**\n"
        "1 game played, 0 won (0%)\n"
        "3 hands · 0 marks · set the others 1 time\n"
        "No bids yet.\n"
        "**Everywhere**\n"
        "10 games played, 7 won (70%)\n"
        "80 hands · 52 marks · set the others 12 times\n"
        "Bids made: 21 of 30 (70%)\n"
        "[Leaderboard]\n[Play now] [Open a table] [Today's hand]"
    )


def test_profile_says_how_many_games_count_for_leaderboards():
    here = replace(ANA, games=12)
    for counted, said in ((12, False), (1, True), (0, True)):
        listed = Standing(1, "Ana", games=counted)
        found = ProfileView(1, "Ana", here=here, overall=None, listed=listed)
        text = whole_text(profile, found, "Ana", CONTEXT)
        assert (f"{counted} of these games" in text) is (counted == 1)
        assert ("eaderboard" in text.partition("[Leaderboard]")[0]) is said


def test_profile_has_form_partner_opponents_bids_and_solo_games():
    details = Details(
        rating=1204,
        rated=9,
        form=(True, True, False),
        partner=Standing(2, "B*o", games=8, wins=6),
        rivals=(Standing(3, "Cy", games=4, wins=1), Standing(4, "Di", games=3, wins=3)),
        bids=(BidSize(31, 0, 5, 4), BidSize(42, 1, 2, 1), BidSize(42, 4, 1, 1)),
        alone=Standing(1, "Ana", games=5, wins=4, best_run=3, fastest=7, shutouts=1),
    )
    found = ProfileView(1, "Ana", ANA, None, ANA, details)
    message = profile(found, "Ana", CONTEXT)
    assert (
        "\n**Rating** 1204 (provisional) · 9 rated games\n"
        "**Last 3 games** ○●● 2 wins\n"
        "**Best partner** B\\*o: 6 of 8 won\n"
        "**Opponents** Cy: 1 of 4 won · Di: 3 of 3 won\n"
        "**Bids made** 31: 4 of 5 · 1 mark: 1 of 2 · 4 marks: 1 of 1\n"
        "**Alone with computers** 4 of 5 won · 3 wins in a row over experts · "
        "to 7 marks in 7 hands · 1 shut-out\n"
        "[Leaderboard]\n[Play now] [Open a table] [Today's hand]"
    ) in whole_text(profile, found, "Ana", CONTEXT)
    check(message)
    assert "**Rating** 1204 · 10 rated games" in whole_text(
        profile, replace(found, details=replace(details, rated=10)), "Ana", CONTEXT
    )


def test_profile_picture_has_the_rating_and_bids_by_size():
    bids = (BidSize(31, 0, 5, 4), BidSize(42, 1, 2, 1))
    details = Details(rating=1204, rated=12, ratings=(1180, 1170, 1204), bids=bids)
    found = ProfileView(1, "Ana", ANA, None, ANA, details)
    message = profile(found, "Ana", RenderContext())
    picture = _picture(message)
    drawing = picture.drawing
    assert drawing.detail == "1204 · 12 rated games"
    assert drawing.rating_title == "Rating over the last 2 games"
    assert drawing.ratings == (1180, 1170, 1204)
    assert [(bar.label, bar.figure) for bar in drawing.bids] == [
        ("31", "4 of 5"),
        ("1 mark", "1 of 2"),
    ]
    assert picture.alt == (
        "Ana. Rating 1204 · 12 rated games. Rating over the last 2 games: from 1180 to 1204, "
        "between 1170 and 1204. Bids made 31: 4 of 5 · 1 mark: 1 of 2."
    )
    text = text_of(message)
    assert not [line for line in ("## Ana", "**Rating**", "**Bids made**") if line in text]


@pytest.mark.parametrize(("bids", "drawn"), [(4, False), (5, True)])
def test_profile_with_few_bids_has_no_picture(bids, drawn):
    found = ProfileView(1, "Ana", ANA, None, ANA, Details(bids=(BidSize(31, 0, bids, 1),)))
    shown = profile(found, "Ana", RenderContext())
    assert (picture_of(shown) is not None) is drawn
    assert (f"31: 1 of {bids}" in text_of(shown)) is not drawn


def test_profile_text_adds_what_its_picture_cannot_show():
    bids = tuple(BidSize(points, 0, points, 1) for points in range(30, 42))
    found = ProfileView(1, "Ana", ANA, None, ANA, Details(bids=bids))
    message = profile(found, "中村", RenderContext())
    assert [bar.label for bar in _picture(message).drawing.bids] == [*map(str, range(34, 42))]
    assert "## 中村" in text_of(message)
    assert "**Bids made** 30: 1 of 30" in whole_text(profile, found, "中村", RenderContext())


def test_profile_without_ratings_and_bids_has_no_picture():
    found = ProfileView(1, "Ana", ANA, None, ANA)
    assert picture_of(profile(found, "Ana", RenderContext())) is None


def test_own_profile_can_hide_from_leaderboards_and_return():
    found = ProfileView(1, "Ana", here=ANA, overall=ANA, listed=ANA, on_leaderboards=True)
    message = profile(found, "Ana", CONTEXT)
    assert [format_id(b.component_id) for b in buttons_of(message)][
        2
    ] == "42:profile:-:0:leave-boards"
    off = profile(replace(found, on_leaderboards=False), "Ana", CONTEXT)
    assert "You're hidden from leaderboards." in text_of(off)
    assert [format_id(b.component_id) for b in buttons_of(off)][2] == "42:profile:-:0:join-boards"
    assert "only your own profile" in text_of(only_own_profile(CONTEXT))


def test_profile_of_a_one_server_player_shows_figures_once():
    found = ProfileView(1, "Ana", here=ANA, overall=ANA, listed=ANA)
    text = whole_text(profile, found, "Ana", CONTEXT)
    assert text.count("10 games played") == 1
    assert "Everywhere" not in text


def test_profile_says_that_solo_games_do_not_count():
    found = ProfileView(1, "Ana", here=ANA, overall=ANA, listed=Standing(1, "Ana"))
    assert "counts games with people on both sides. None yet." in whole_text(
        profile, found, "A", CONTEXT
    )


def test_profile_without_games_says_so():
    none = Standing(1, "Ana")
    found = ProfileView(1, "Ana", here=none, overall=none, listed=none)
    assert "No games yet." in whole_text(profile, found, "Ana", CONTEXT)


def test_rating_line_shows_changes_or_why_there_are_none():
    won = RatingChange(1, "A*na", 1000, 1043, provisional=True, left=False)
    lost = RatingChange(2, "Bo", 1310, 1297, provisional=False, left=False)
    gone = RatingChange(None, "", 1000, 1000, provisional=True, left=True)
    rules = rules_of("42")
    table = table_of(rules)

    def said(*args):
        return rated_line(Scene.of(replace(table, rated=RatingOutcome(*args)), CONTEXT))

    assert said(None, (won, lost)) == "Ratings: A\\*na 1043 (+43, provisional) · Bo 1297 (−13)"
    left = replace(lost, left=True)
    assert said(UnratedReason.LEFT, (left,)) == (
        "Not rated: somebody left, and that counts as a loss.\nBo 1297 (−13)"
    )
    assert "Former player 1000 (0, provisional)" in said(UnratedReason.LEFT, (gone,))
    assert said(UnratedReason.HINT) == "Not rated: somebody asked for a hint."
    assert said(UnratedReason.COMPUTERS) == "Not rated: computers had a seat."
    assert said(UnratedReason.BEFORE) == rated_line(Scene.of(table, CONTEXT)) == ""


def test_badges_have_a_date_and_open_their_hand():
    badges = tuple(Badge(kind, 1e9, "k3f9q2", 4) for kind in BadgeKind)
    found = ProfileView(1, "Ana", ANA, None, ANA, Details(badges=badges))
    message = pages_of(profile, found, "Ana", CONTEXT)[-1]
    assert "Set an 84 · <t:1000000000:d>\n" in text_of(message)
    ids = [button.component_id for button in buttons_of(message)][: len(badges)]
    assert {(each.verb, each.table_id, each.seq) for each in ids} == {(Verb.REPLAY, "k3f9q2", 4)}
    assert {parse_replay_place(each.arg) for each in ids} == {ReplayPlace()}
    check(message)
