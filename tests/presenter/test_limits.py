"""Every screen of every game keeps Discord's limits, even with the longest names."""

import random
from dataclasses import replace
from itertools import cycle, product

import pytest

from bot.presenter.hand.replay import share_done
from bot.presenter.panel.screen import hand_panel
from bot.presenter.people.history import GAMES_ON_PAGE, game_hands, history_screen
from bot.presenter.people.leaderboard import leaderboard
from bot.presenter.people.privacy import (
    confirm_deletion,
    deleted,
    privacy_screen,
)
from bot.presenter.people.profile import only_own_profile, profile
from bot.presenter.people.reports import report_kept, reports_used_up
from bot.presenter.rules.help import HELP_TOPICS, help_screen
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.answers import last_trick, table_list, table_status
from bot.presenter.table.board import table_screen
from bot.presenter.table.lobby import lobby
from bot.presenter.table.more import more_of_hand, more_screen
from bot.presenter.table.notices import welcome
from bot.presenter.table.shaking import shake_added, shake_form
from bot.presenter.words.ids import Verb, parse_id
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import MAX_ID, check
from bot.stats.service import LINES_PER_PAGE
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
from bot.tables.past import PastGame, PastHand
from bot.upkeep.views import DataSummary, Host
from tests.support.a_day import daily_screens
from tests.support.matrix import long, mostly_long, slow_except
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import Phase, Tile
from texas42.library import games, presets

from .tabling import (
    buttons_of,
    panel_of,
    rules_of,
    seat_lines,
    selects_of,
    states,
    table_of,
)

TILES = [Tile(high, low) for high in range(9) for low in range(high + 1)]
COUNTED = {(t, c): f"<:d{t.high}{t.low}n:{10**18}>" for t in TILES for c in (0, t.count)}
CONTEXT = RenderContext(tile_emoji=COUNTED)
IN_WORDS = RenderContext(tile_emoji=COUNTED, pictures=False)
LONG = tuple("*_`~|<>[]()#" * 2 + str(seat) for seat in range(8))
WIDEST = "*" * 32
BIG = 10**6
MOST = Standing(
    2**63,
    WIDEST,
    *(BIG,) * 12,
    fastest=BIG,
    rating=9999,
    rated=BIG,
)
MAX_TITLE = 45  # Discord's limit for a form's title and field label
PLACE = "https://discord.com/channels/1234567890123456789/1234567890123456789"
STEPS = {Verb.BIDS, Verb.SWAP, Verb.MISPLAY}
PRESETS = [(game.id, preset.name, {}) for game in games() for preset in presets(game.id)]
IN_EVERY_RUN = {(game.id, presets(game.id)[0].name) for game in games()}
IN_EVERY_RUN |= {("42", "straight-points"), ("42", "house")}
TABLES = [case if case[:2] in IN_EVERY_RUN else long(case) for case in PRESETS]
TABLES += [
    ("42", "house", {"nt_doubles": ["high", "low", "own", "own-reversed"], "renege": "forfeit"}),
    ("42", "house", {"small_end_first_lead": True, "open_max_marks": 60, "raise_marks": "plus2"}),
    ("42", "puremco", {"nello": "any", "plunge": True, "game_bid": True, "low_no": True}),
    ("88", "marks", {"renege": "forfeit"}),
    ("80", "standard", {"trump_in_bid": True}),
    ("84x8", "standard", {"trump_in_bid": True}),
    ("moon", "standard", {"moon_widow": "blind_swap", "moon_made": "tricks"}),
    ("moon4", "standard", {"bid_21": True}),
]


def steps_of(message):
    """Yield the arguments of a panel's multi-step buttons and selects."""
    for button in buttons_of(message):
        component = parse_id(button.custom_id)
        assert component is not None
        if component.verb in STEPS:
            yield component.arg
    for select in selects_of(message):
        component = parse_id(select.custom_id)
        assert component is not None
        if component.verb in STEPS:
            yield from (option.value for option in select.options)


def check_panel(panel, chosen=""):
    check(hand_panel(panel, IN_WORDS, chosen=chosen, place=PLACE))
    check(more_screen(panel, CONTEXT, PLACE))
    message = hand_panel(panel, CONTEXT, chosen=chosen, place=PLACE)
    check(message)
    for step in steps_of(message):
        assert step != chosen
        check_panel(panel, step)


@pytest.mark.parametrize("seed", mostly_long(range(3), 0))
@pytest.mark.parametrize(("game_id", "preset", "options"), slow_except(TABLES, "moon"), ids=str)
def test_table_screens_keep_the_limits(game_id, preset, options, seed):
    rules = rules_of(game_id, preset, **options)
    seats = seat_lines(rules, LONG)
    rng = random.Random(seed)
    for game in states(rules, seed, hands=2):
        if game.deal.phase is Phase.PLAY and rng.random() < 0.7:
            continue
        table = table_of(rules, game, seats=seats)
        for message in (
            table_screen(table, CONTEXT),
            last_trick(table, CONTEXT),
            table_status(table, CONTEXT),
            table_screen(table, IN_WORDS),
        ):
            check(message)
        if game.deal.phase is Phase.OVER:
            check(more_of_hand(table, CONTEXT))
        for seat in (None, *range(rules.game.seats)):
            check_panel(panel_of(table, game, seat))


@pytest.mark.parametrize("context", [CONTEXT, IN_WORDS], ids=["pictures", "words"])
def test_screens_of_the_daily_hand_keep_the_limits(context):
    names = []
    for name, message in daily_screens(context, LONG[0]):
        check(message)
        names.append(name)
    assert len(set(names)) == len(names) > 15


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_lobby_and_rules_keep_the_limits(game):
    rules = rules_of(game)
    table = table_of(rules, seats=seat_lines(rules, LONG))
    for message in (
        lobby(table, CONTEXT),
        rules_screen(table, CONTEXT),
        table_list([table] * 60, CONTEXT),
    ):
        check(message)


def test_help_and_welcome_keep_the_limits():
    for topic in HELP_TOPICS:
        check(help_screen(CONTEXT, topic))
    check(welcome(CONTEXT))


@pytest.mark.parametrize("game_id", slow_except([(game.id,) for game in games()], "42", "moon"))
def test_guided_panels_keep_the_limits(game_id):
    rules = rules_of(game_id)
    seats, reasons = seat_lines(rules, LONG), cycle(ReasonKind)
    seen = set()
    for game in states(rules, 3, hands=1):
        for seat in range(rules.game.seats):
            panel = panel_of(table_of(rules, game, seats=seats), game, seat)
            legal = panel.view.legal
            better = Advice(legal[-1], Reason(next(reasons))) if legal else None
            check_panel(replace(panel, guided=True, better=better))
            seen.add(panel.view.phase)
    assert {Phase.CALL, Phase.PLAY, Phase.OVER} <= seen


@pytest.mark.parametrize("order", Order)
def test_leaderboards_keep_the_limits(order):
    rows = tuple((10**6 + n, replace(MOST, user_id=n)) for n in range(LINES_PER_PAGE))
    if order is Order.PARTNERS:
        rows = tuple((n, replace(who, partner=9**20, partner_name=WIDEST)) for n, who in rows)
    mine = (10**7, replace(rows[0][1], user_id=9**19))
    spans = zip([spec.id for spec in games()], cycle(Span), strict=False)
    for (game, span), everywhere in product(spans, (False, True)):
        asked = LeaderboardQuery(order, span, game, everywhere)
        for shown, me in ((rows, mine), ((), None)):
            view = LeaderboardView(asked, 999_999, 10**7, shown, me, 10**6)
            for server in (True, False):
                check(leaderboard(view, CONTEXT, server=server))


@pytest.mark.parametrize("on_boards", [True, False, None])
def test_profiles_keep_the_limits(on_boards):
    bids = [BidSize(points, 0, 10**6, 10**6) for points in range(30, 43)]
    bids += [BidSize(42, marks, 10**6, 10**6) for marks in range(1, 61)]
    details = Details(
        rating=9999,
        rated=10**6,
        form=(True, False) * 5,
        partner=MOST,
        rivals=(MOST,) * 3,
        bids=tuple(bids),
        alone=MOST,
        badges=tuple(Badge(kind, 1e10, "z" * 12, 10**6 - 1) for kind in BadgeKind),
    )
    everywhere = replace(MOST, games=10**7)
    view = ProfileView(1, WIDEST, MOST, everywhere, MOST, details, on_boards)
    check(profile(view, WIDEST, CONTEXT))
    check(only_own_profile(CONTEXT))


@pytest.mark.parametrize("game_id", [game.id for game in games()])
def test_histories_keep_the_limits(game_id):
    rules = rules_of(game_id)
    total = (-(10**6),) * rules.game.sides
    names = (WIDEST,) * rules.game.seats
    for seat in (0, 1):
        past = PastGame("z" * 12, 10**6, 1, game_id, {}, 10**5, 0, total, seat, names, 1e10)
        found = [replace(past, game_no=number) for number in range(GAMES_ON_PAGE + 1)]
        for asked in (None, game_id):
            check(history_screen(found, 10**6, asked, CONTEXT))
            check(history_screen([], 10**6, asked, CONTEXT))
    bid = "60m" if rules.by_marks else None
    hand = PastHand("z" * 12, 10**6, 1, game_id, {}, 0, 10**5, bid, False, "renege", 1e10, 10**5)
    hands = [replace(hand, hand_no=10**6 - n) for n in range(150)]
    check(game_hands(hands, CONTEXT))


def test_privacy_screens_and_shake_form_keep_the_limits():
    host = Host("x" * 400, "https://e.xample/" + "p" * 480, "https://e.xample/" + "t" * 480, 9999)
    most = 10**9
    for kept in (DataSummary(known=False), DataSummary(True, most, most, most, most)):
        check(privacy_screen(kept, host, CONTEXT))
    for message in (
        confirm_deletion(CONTEXT),
        deleted(host, CONTEXT),
        report_kept(host, CONTEXT),
        reports_used_up(CONTEXT),
        shake_added(CONTEXT),
        share_done(CONTEXT),
    ):
        check(message)
    rules = rules_of("42")
    table = replace(table_of(rules), table_id="z" * 12, hand_no=10**6, seq=10**9 - 1)
    form = shake_form(table, CONTEXT)
    assert len(form.custom_id) <= MAX_ID
    assert max(len(form.title), len(form.label)) <= MAX_TITLE


def test_tile_buttons_are_short_with_at_most_four_in_a_row():
    from bot.presenter.words.spec import Row

    from .tabling import parts_of

    rules = rules_of("big-game")
    for game in states(rules, 2, hands=1):
        if game.deal.phase is not Phase.PLAY:
            continue
        message = hand_panel(panel_of(table_of(rules, game), game, game.deal.to_act), CONTEXT)
        for part in parts_of(message):
            if isinstance(part, Row) and any(
                ":play:" in getattr(i, "custom_id", "") for i in part.items
            ):
                assert len(part.items) <= 4
                assert all(len(getattr(i, "label", "")) <= 12 for i in part.items)
