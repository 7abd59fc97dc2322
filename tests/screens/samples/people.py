"""Samples of what people see about themselves and others: results, settings, their data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.presenter.people.blocks import blocked_screen, blocks_screen, said_unblocked
from bot.presenter.people.history import GAMES_ON_PAGE, game_hands, history_screen
from bot.presenter.people.leaderboard import leaderboard, leaderboard_lists
from bot.presenter.people.privacy import (
    board_forgotten,
    confirm_deletion,
    data_files,
    deleted,
    privacy_screen,
)
from bot.presenter.people.profile import only_own_profile, profile
from bot.presenter.people.reports import report_saved, reports_to_host, reports_used_up
from bot.presenter.people.server_settings import POSTS, SETUP, TABLES, server_settings_screen
from bot.presenter.people.settings import (
    COLORS,
    CONFIRM,
    DMS,
    FORCED,
    INVITATIONS,
    LEADERBOARDS,
    NOTICES,
    OFF,
    ON,
    OPPONENTS,
    PACE,
    PICTURES,
    PINGS,
    PLAY,
    QUIET_FROM,
    QUIET_UNTIL,
    ZONE,
    settings_screen,
    unknown_zone,
    zone_saved,
)
from bot.stats.service import LINES_PER_PAGE
from bot.stats.views import LeaderboardQuery, LeaderboardView, Order, ProfileView, Span
from bot.upkeep.views import DataSummary, Host, Report
from bot.values.pace import Pace
from bot.values.server_settings import EventHosts, ServerSettings
from bot.values.undelivered import UndeliveredKind
from tests.presenter.tabling import pages_of
from tests.screens.registry import Look, Named, samples_of
from tests.screens.samples.rules import HOSTED, undelivered
from tests.screens.samples.table import numbered
from tests.screens.states.past import GAME, HAND
from tests.screens.states.presets import FULL, SAVED
from tests.screens.states.presets import offered as presets_offered
from tests.screens.states.standings import (
    BIG,
    FIRST,
    MOST,
    NOBODY,
    details,
    most_details,
    standing,
)
from texas42.library import games, presets

SETTINGS = {
    DMS: ON,
    PICTURES: ON,
    COLORS: OFF,
    CONFIRM: OFF,
    FORCED: OFF,
    PACE: OFF,
    OPPONENTS: OFF,
    PINGS: "late",
    QUIET_FROM: "22",
    QUIET_UNTIL: "7",
    ZONE: "America/Chicago",
    INVITATIONS: OFF,
    LEADERBOARDS: ON,
}
HOSTS = {
    "none": Host(),
    "user": Host("1234"),
    "address": Host("ana@example.org", days=1),
    "pages": HOSTED,
    "most": Host("x" * 400, "https://e.xample/" + "p" * 480, "https://e.xample/" + "t" * 480, 9999),
}


@samples_of(leaderboard)
def leaderboards(look: Look) -> Iterator[Named]:
    for order in Order:
        yield str(order), leaderboard(_ranked(look, order), look.context)
    empty = LeaderboardView(LeaderboardQuery(), 1, 1, (), None, None)
    for order in (Order.WINS, Order.RATING, Order.RUN):
        nobody = replace(empty, asked=LeaderboardQuery(order))
        yield f"empty-{order}", leaderboard(nobody, look.context)
    wins = _ranked(look, Order.WINS)
    for span in Span:
        asked = replace(wins, asked=replace(wins.asked, span=span, everywhere=True))
        yield f"span-{span}", leaderboard(asked, look.context)
    for game_id in (*(spec.id for spec in games()), "gone"):
        asked = replace(wins, asked=replace(wins.asked, game=game_id))
        yield f"game-{game_id}", leaderboard(asked, look.context, server=False)
    for page in (1, 2, 3):
        yield f"page-{page}", leaderboard(replace(wins, page=page, pages=3), look.context)
    yield "unlisted", leaderboard(replace(wins, me=None, my_page=None), look.context)


@samples_of(leaderboard_lists)
def lists_of_leaderboards(look: Look) -> Iterator[Named]:
    for order in Order:
        yield str(order), leaderboard_lists(LeaderboardQuery(order), 2, look.context)
    everywhere = LeaderboardQuery(everywhere=True)
    yield "everywhere", leaderboard_lists(everywhere, 1, look.context, server=False)


@samples_of(leaderboard)
def most_of_leaderboards(look: Look) -> Iterator[Named]:
    """Yield leaderboards with the largest figures."""
    for order in Order:
        lines = range(LINES_PER_PAGE)
        rows = tuple((BIG + n, replace(MOST, user_id=n, name=look.names[n])) for n in lines)
        if order is Order.PARTNERS:
            rows = tuple(
                (n, replace(who, partner=9**20, partner_name=look.names[0])) for n, who in rows
            )
        mine = (10**7, replace(rows[0][1], user_id=9**19))
        asked = LeaderboardQuery(order, Span.SEASON, "big-game", everywhere=True)
        view = LeaderboardView(asked, 999_999, 10**7, rows, mine, BIG)
        yield f"most-{order}", leaderboard(view, look.context)


def _ranked(look: Look, order: Order) -> LeaderboardView:
    rows = tuple((n + 1, standing(look, n, order)) for n in range(LINES_PER_PAGE))
    pages = LeaderboardView(LeaderboardQuery(order), 1, 9, rows, rows[1], 1)
    if order is Order.FASTEST:
        return replace(pages, pages=1, rows=rows[:3])
    if order is Order.PARTNERS:
        elsewhere = replace(rows[1][1], partner=FIRST + len(look.names))
        return replace(pages, me=(23, elsewhere), my_page=3)
    return pages


@samples_of(profile)
def profiles(look: Look) -> Iterator[Named]:
    for name, view in _profiles(look):
        pages = pages_of(
            lambda page, view=view: profile(view, look.names[0], look.context, page=page)
        )
        yield from numbered(name, pages)


def _profiles(look: Look) -> Iterator[tuple[str, ProfileView]]:
    me = standing(look, 0, Order.WINS)
    listed = replace(me, games=76, wins=51)
    found = details(look)
    usual = ProfileView(FIRST, look.names[0], me, None, listed, found, on_leaderboards=True)
    yield "own", usual
    yield "hidden", replace(usual, on_leaderboards=False)
    yield "of-other", replace(usual, on_leaderboards=None)
    yield "everywhere", replace(usual, overall=replace(me, games=120))
    yield "only-elsewhere", replace(usual, here=NOBODY, overall=me, listed=NOBODY)
    yield "all-listed", replace(usual, listed=me)
    yield "none-listed", replace(usual, listed=NOBODY)
    yield "one-listed", replace(usual, listed=replace(NOBODY, games=1))
    yield "empty", ProfileView(1, look.names[0], NOBODY, NOBODY, NOBODY, on_leaderboards=True)
    yield "empty-of-other", ProfileView(1, look.names[0], NOBODY, None, NOBODY)
    yield "no-bids", replace(usual, here=replace(me, bids=0, games=1, hands=1, sets=1))
    for name, changes in {
        "unrated": {"rating": None, "ratings": (), "rated": 0},
        "provisional": {"rated": 9, "ratings": (1000, 1020)},
        "few-bids": {"ratings": (), "bids": found.bids[:1]},
        "no-people": {"partner": None, "rivals": (), "form": (True,), "alone": None},
        "all-bids": {"bids": most_details(look).bids},
    }.items():
        yield name, replace(usual, details=replace(found, **changes))
    alone = replace(me, best_run=1, fastest=7, shutouts=1, games=3)
    yield "alone", replace(usual, details=replace(found, alone=alone))
    most = replace(MOST, name=look.names[0])
    yield "most", ProfileView(1, look.names[0], most, most, most, most_details(look), True)


@samples_of(only_own_profile)
def own_only(look: Look) -> Iterator[Named]:
    yield "told", only_own_profile(look.context)


@samples_of(history_screen)
def histories(look: Look) -> Iterator[Named]:
    won = replace(GAME, names=look.names[:4])
    lost = replace(won, total=(7, 3), winner=0, game_no=3)
    yield "two", history_screen([lost, won], 1, None, look.context)
    yield "partner", history_screen([replace(won, seat=2)], 1, None, look.context)
    former = replace(won, names=("", "", look.names[2], ""))
    yield "former-players", history_screen([former], 1, "42", look.context)
    for game_id in (None, "42", "88"):
        yield f"empty-{game_id}".lower(), history_screen([], 1, game_id, look.context)
    past = [replace(won, game_no=number) for number in range(GAMES_ON_PAGE + 1)]
    for page in (1, 2):
        for count in (GAMES_ON_PAGE, GAMES_ON_PAGE + 1):
            shown = history_screen(past[:count], page, None, look.context)
            yield f"page-{page}-{count}", shown
    for spec in games():
        total = (-BIG,) * spec.sides
        names = look.names[: spec.seats]
        most = replace(won, game=spec.id, total=total, names=names, winner=0, game_no=BIG, at=1e10)
        many = [replace(most, game_no=BIG - number) for number in range(GAMES_ON_PAGE)]
        yield f"most-{spec.id}", history_screen(many, BIG, spec.id, look.context)


@samples_of(game_hands)
def past_hands(look: Look) -> Iterator[Named]:
    hands = [replace(HAND, hand_no=number, made=number % 3 > 0) for number in range(1, 9)]
    yield from numbered("eight", pages_of(game_hands, hands, look.context))
    many = [replace(HAND, hand_no=number) for number in range(1, 31)]
    yield from numbered("thirty", pages_of(game_hands, many, look.context))
    for ended in ("renege", "passed-out", "made", "set", "claimed"):
        for made in (True, False):
            hand = replace(HAND, ended=ended, made=made)
            yield f"{ended}-{made}".lower(), game_hands([hand], look.context)
    yield "passed", game_hands([replace(HAND, bid=None, made=None)], look.context)
    lesson = replace(HAND, game_no=0, number=1)
    yield "lesson", game_hands([lesson], look.context)
    yield "marks", game_hands([replace(HAND, bid="3m")], look.context)
    yield "with-others", game_hands(hands, look.context, may_repeat=True)
    yield "thirty-with-others", game_hands(many, look.context, 2, may_repeat=True)


@samples_of(blocks_screen)
def blocks(look: Look) -> Iterator[Named]:
    some = [(FIRST + number, name) for number, name in enumerate(look.names[:3])]
    yield "nobody", blocks_screen([], look.context)
    yield "some", blocks_screen([*some, (FIRST + 9, "")], look.context)
    many = [(FIRST + number, look.names[number % 8]) for number in range(45)]
    for page in (1, 2, 3, 99):
        yield f"page-{page}", blocks_screen(many, look.context, page)
    said = said_unblocked(look.context)
    yield "unblocked", blocks_screen(some, look.context, said=said)
    yield "unblocked-last", blocks_screen([], look.context, said=said)


@samples_of(blocked_screen)
def new_blocks(look: Look) -> Iterator[Named]:
    yield "blocked", blocked_screen(FIRST, look.names[0], look.context)


@samples_of(privacy_screen)
def privacy(look: Look) -> Iterator[Named]:
    kept = DataSummary(known=True, hands=712, games=94, acts=410, messages=12)
    one = DataSummary(known=True, hands=1, games=1, acts=1, messages=1)
    for name, host in HOSTS.items():
        yield from numbered(name, pages_of(privacy_screen, kept, host, look.context))
    yield "one-of-each", privacy_screen(one, Host(), look.context)
    nothing = DataSummary(known=False)
    yield from numbered("unknown", pages_of(privacy_screen, nothing, Host(), look.context))


@samples_of(confirm_deletion)
def deletions(look: Look) -> Iterator[Named]:
    yield "asked", confirm_deletion(look.context)


@samples_of(deleted)
def deleted_data(look: Look) -> Iterator[Named]:
    for name, host in HOSTS.items():
        yield name, deleted(host, look.context)


@samples_of(data_files)
def copies(look: Look) -> Iterator[Named]:
    yield "one", data_files(["{}"], look.context)
    yield "two", data_files(["{}", "[]"], look.context)


@samples_of(board_forgotten)
def forgotten(look: Look) -> Iterator[Named]:
    yield "told", board_forgotten(look.context)


@samples_of(report_saved)
def kept_reports(look: Look) -> Iterator[Named]:
    for name, host in HOSTS.items():
        yield name, report_saved(host, look.context)


@samples_of(reports_used_up)
def used_up(look: Look) -> Iterator[Named]:
    yield "told", reports_used_up(look.context)


@samples_of(reports_to_host)
def reports(look: Look) -> Iterator[Named]:
    texts = ("The bot hung.", "**Bold** <@!12> https://e.example @everyone", "x" * 900)
    found = [
        Report(number, 11, look.names[number % 8], 7 * (number % 2), 70, text, 1_000.0)
        for number, text in enumerate(texts * 3)
    ]
    for count in (1, 2, 5, 6, 9):
        yield f"{count}", reports_to_host(found[:count], look.context)


@samples_of(settings_screen)
def settings(look: Look) -> Iterator[Named]:
    for page in (PLAY, NOTICES):
        yield f"page-{page}", settings_screen(SETTINGS, look.context, page)
    said = zone_saved("America/Chicago", look.context)
    yield "zone-saved", settings_screen(SETTINGS, look.context, NOTICES, said=said)
    yield "no-quiet-hours", settings_screen(SETTINGS | {QUIET_FROM: OFF}, look.context, NOTICES)
    other = {DMS: OFF, PICTURES: OFF, COLORS: ON, CONFIRM: ON, FORCED: ON, LEADERBOARDS: OFF}
    other |= {INVITATIONS: ON}
    for pings in ("always", "never"):
        changed = SETTINGS | other | {PINGS: pings, OPPONENTS: "steady", PACE: Pace.FAST.value}
        for page in (PLAY, NOTICES):
            yield f"pings-{pings}-{page}", settings_screen(changed, look.context, page)
    for zone in ("Europe/Prague", "UTC", "Antarctica/Troll"):
        yield (
            f"zone-{zone.rpartition('/')[2]}",
            settings_screen(SETTINGS | {ZONE: zone}, look.context, NOTICES),
        )


@samples_of(unknown_zone)
def zones(look: Look) -> Iterator[Named]:
    yield "typed", unknown_zone("名", look.context)


@samples_of(server_settings_screen)
def server_settings(look: Look) -> Iterator[Named]:
    offered = presets("42")
    usual = ServerSettings(1)
    chosen = ServerSettings(
        1,
        (5, 6),
        threads=True,
        preset=offered[1].name,
        host_role=7,
        leaderboards=False,
        pictures=False,
        event_hosts=EventHosts.ROLE,
        event_role=8,
        daily_channel=5,
        welcome_channel=6,
        time_zone="Europe/Prague",
    )
    refused = [
        replace(each, kind=kind, channel_id=channel)
        for each in undelivered()
        for kind, channel in ((UndeliveredKind.DAILY_BOARD, 5), (UndeliveredKind.WELCOME, 6))
    ]
    for page in (TABLES, POSTS, SETUP):
        for name, now in {"usual": usual, "chosen": chosen}.items():
            shown = server_settings_screen(now, offered, (), look.context, page)
            yield f"{page}-{name}", shown
        told = server_settings_screen(chosen, offered, refused[:1], look.context, page)
        yield f"{page}-refused", told
    for name, saved in {"saved": SAVED, "full": FULL}.items():
        at = replace(usual, preset=saved[0].key)
        own = presets_offered(saved, "42")
        shown = server_settings_screen(at, own, (), look.context, TABLES, saved)
        yield f"presets-{name}", shown
    players = replace(usual, players_role=7)
    yield "players-heard", server_settings_screen(players, offered, (), look.context, POSTS)
    unheard = server_settings_screen(
        players, offered, refused[:1], look.context, POSTS, role_is_heard=False
    )
    yield "players-unheard", unheard
    set_up = replace(chosen, players_role=7)
    yield (
        "setup-players-unheard",
        server_settings_screen(set_up, offered, (), look.context, SETUP, role_is_heard=False),
    )
    gone = replace(usual, preset="@gone")
    yield "preset-gone", server_settings_screen(gone, offered, (), look.context)
    for number, each in enumerate(refused):
        told = server_settings_screen(chosen, offered, [each], look.context, POSTS)
        yield f"refused-{number}", told
    elsewhere = replace(refused[0], channel_id=9)
    told = server_settings_screen(chosen, offered, [elsewhere, *refused[:2]], look.context, POSTS)
    yield "refused-elsewhere", told
    for hosts in EventHosts:
        now = replace(usual, event_hosts=hosts)
        yield f"events-{hosts}", server_settings_screen(now, offered, (), look.context)
    other = replace(usual, game="88")
    yield "game-88", server_settings_screen(other, presets("88"), (), look.context)
