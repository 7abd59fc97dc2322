"""The pages that people open: all pages of each, with the longest names, by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from bot.events.model import EventStatus, Partners
from bot.presenter.daily.screen import proof_of_day
from bot.presenter.events.screen import event_screen, event_status
from bot.presenter.hand.coach import back_from_habits, game_lessons, habits_screen
from bot.presenter.hand.review import review_screen
from bot.presenter.panel.screen import hand_panel
from bot.presenter.people.history import GAMES_ON_PAGE, game_hands, history_screen
from bot.presenter.people.leaderboard import leaderboard, leaderboard_lists
from bot.presenter.people.privacy import confirm_deletion, privacy_screen
from bot.presenter.people.profile import profile
from bot.presenter.people.server_settings import POSTS, TABLES, server_settings_screen
from bot.presenter.people.settings import NOTICES, PLAY, QUIET_FROM, settings_screen
from bot.presenter.rules.help import FIRST, HELP_TOPICS, help_screen
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.answers import draw_files, last_trick, proof_file, table_status
from bot.presenter.table.board import table_screen
from bot.presenter.table.more import more_of_hand, more_screen
from bot.presenter.table.shaking import fair_shake
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.stats.service import LINES_PER_PAGE
from bot.stats.views import (
    Details,
    LeaderboardQuery,
    LeaderboardView,
    Order,
    ProfileView,
    Standing,
)
from bot.tables.model import Status
from bot.tables.past import DrawProof, Habits, ShakeProof
from bot.upkeep.views import DataSummary, Host
from bot.values.server_settings import EventHosts, ServerSettings
from tests.render.samples import NAMES, moments
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import Phase

from .tabling import pages_of, panel_of, seat_lines, table_of
from .test_coach import game as lessons_game
from .test_coach import habit
from .test_events import event, with_round
from .test_history import GAME, HAND
from .test_replay import sample_replay
from .test_replay_review import make_review
from .test_settings import USUAL

Named = tuple[str, Message]
LONG = NAMES["long"]
NOBODY = Standing(1, LONG[0])


def numbered(name: str, pages: Sequence[Message]) -> Iterator[Named]:
    for number, page in enumerate(pages, 1):
        yield f"{name}-{number}", page


def back_pages(game_id: str, context: RenderContext) -> Iterator[Named]:
    """Yield the pages that lead back to where they came from."""
    for topic in set(HELP_TOPICS) - set(FIRST):
        yield from numbered(f"help-{topic}", pages_of(help_screen, context, topic))
    yield "privacy-sure", confirm_deletion(context)
    hands = [replace(HAND, hand_no=number) for number in range(1, 31)]
    yield from numbered("hands", pages_of(game_hands, hands, context))
    yield "coach", game_lessons(lessons_game(), context, at_table=True)
    back = back_from_habits("k3f9q2", 1, "table", context)
    yield "habits", habits_screen(Habits(50, 50, (habit(),)), context, back)
    replay = sample_replay()
    yield "review", review_screen(replay, make_review(), context, own_seat=0, from_ending=True)
    proof = ShakeProof("k3f9q2", 4, "{}", (0, 1), DrawProof(1, ("{}",)))
    yield "proof", proof_file(proof, "4", context)
    yield "proof-of-draw", draw_files("k3f9q2", DrawProof(1, ("{}",)), context)
    yield "proof-of-day", proof_of_day(date(2026, 11, 24), proof, context)
    for name, game in moments(game_id):
        assert game.deal is not None
        seats = seat_lines(game.rules, LONG)
        here = replace(table_of(game.rules, game, seats=seats), total=game.total)
        seat = game.deal.to_act or 0
        more = pages_of(_more, panel_of(here, game, seat), context)
        yield from numbered(f"{game_id}-{name}-more", more)
        yield f"{game_id}-{name}-last-trick", last_trick(here, context)
        yield f"{game_id}-{name}-fair-shake", fair_shake(here, context)
        if game.deal.phase is Phase.OVER:
            yield from numbered(f"{game_id}-hand", pages_of(more_of_hand, here, context))
            yield from numbered(f"{game_id}-rules", pages_of(rules_screen, here, context))


def _more(panel, context: RenderContext, page: int) -> Message:
    return more_screen(panel, context, page=page)


def front_doors(game_id: str, context: RenderContext) -> Iterator[Named]:
    """Yield the pages that end in the ways into a game."""
    for topic in HELP_TOPICS:
        yield from numbered(f"help-{topic}-door", pages_of(help_screen, context, topic))
    empty = ProfileView(1, LONG[0], NOBODY, NOBODY, NOBODY, Details(), on_boards=True)
    yield "profile-empty", profile(empty, LONG[0], context)
    shown = LeaderboardView(LeaderboardQuery(), 1, 1, (), None, None)
    yield "leaderboard-empty", leaderboard(shown, context)
    yield "history-empty", history_screen([], 1, None, context)
    for name, game in moments(game_id):
        here = table_of(game.rules, game, seats=seat_lines(game.rules, LONG))
        over = replace(here, status=Status.CLOSED)
        yield f"{game_id}-{name}-closed-status", table_status(over, context)
        for pictures in (False, True):
            closed = table_screen(over, replace(context, pictures=pictures))
            yield f"{game_id}-{name}-closed-{pictures}", closed
    ended = with_round(event(32, 0, LONG[0]), EventStatus.CLOSED)
    yield "event-closed", event_screen(ended, context)


def leaderboards(context: RenderContext) -> Iterator[Named]:
    """Yield full pages of leaderboards, with their reader on another page, and their lists."""
    words = replace(context, pictures=False)
    for order in Order:
        partner = 1 if order is Order.PARTNERS else None
        standing = replace(NOBODY, games=40, wins=20, partner=partner, partner_name=LONG[1])
        numbers = range(1, LINES_PER_PAGE + 1)
        rows = tuple((number, replace(standing, user_id=number + 1)) for number in numbers)
        me = 99, replace(standing, user_id=99)
        view = LeaderboardView(LeaderboardQuery(order), 2, 9, rows, me, 7)
        yield f"leaderboard-{order}", leaderboard(view, context)
        yield f"leaderboard-{order}-words", leaderboard(view, words)
    yield "leaderboard-lists", leaderboard_lists(LeaderboardQuery(), 2, words)


def panels_in_words(context: RenderContext) -> Iterator[Named]:
    """Yield panels in words of the games with most to say, plain and with a long hint."""
    words = replace(context, pictures=False)
    for game_id in ("79", "88", "big-game"):
        for name, game in moments(game_id):
            assert game.deal is not None
            table = table_of(game.rules, game, seats=seat_lines(game.rules, LONG))
            table = replace(table, total=game.total)
            panel = panel_of(table, game, game.deal.to_act or 0)
            yield f"{game_id}-{name}-words", hand_panel(panel, words)
            if game.deal.phase is Phase.OVER:
                yield f"{game_id}-card-words", table_screen(table, words)
            if panel.view is None or not panel.view.legal:
                continue
            best = panel.view.legal[0]
            reason = Reason(
                ReasonKind.FORCE_HIGH_TRUMP,
                chance=0.63,
                tried=True,
                next_best=best,
                next_chance=0.5,
            )
            hinted = replace(panel, advice=Advice(best, reason))
            yield f"{game_id}-{name}-words-hint", hand_panel(hinted, words)


def other_pages(context: RenderContext) -> Iterator[Named]:
    """Yield the other pages that a phone shows whole."""
    yield from leaderboards(context)
    yield from panels_in_words(context)
    kept = DataSummary(known=True, hands=712, games=94, acts=410, messages=12)
    host = Host(None, "https://a.example", "https://b.example")
    yield from numbered("privacy", pages_of(privacy_screen, kept, host, context))
    past = [replace(GAME, names=LONG[:4], game_no=no) for no in range(GAMES_ON_PAGE + 1)]
    yield "history", history_screen(past, 2, None, context)
    now = ServerSettings(1, event_hosts=EventHosts.ROLE)
    for page in (TABLES, POSTS):
        yield f"server-{page}", server_settings_screen(now, (), (), context, page)
    for page in (PLAY, NOTICES):
        yield f"settings-{page}", settings_screen(USUAL | {QUIET_FROM: "22"}, context, page)
    for partners in Partners:
        open_event = event(32, 16, LONG[0], partners=partners)
        yield f"event-open-{partners}", event_screen(open_event, context)
        for status in (EventStatus.PLAYING, EventStatus.BETWEEN):
            going = with_round(open_event, status, None)
            yield f"event-{status}-{partners}", event_screen(going, context)
        pages = pages_of(event_status, going, context)
        yield from numbered(f"event-status-{partners}", pages)
