"""The pages that people open, which a phone shows whole, and the row that each ends in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from fnmatch import fnmatchcase

from bot.presenter.daily.screen import proof_of_day
from bot.presenter.events.screen import event_screen, event_status
from bot.presenter.hand.coach import game_lessons, habits_screen
from bot.presenter.hand.replay import replay_screen
from bot.presenter.hand.review import review_screen
from bot.presenter.panel.screen import hand_panel
from bot.presenter.people.history import game_hands, history_screen
from bot.presenter.people.leaderboard import leaderboard, leaderboard_lists
from bot.presenter.people.privacy import confirm_deletion, privacy_screen
from bot.presenter.people.profile import profile
from bot.presenter.people.server_settings import server_settings_screen
from bot.presenter.people.settings import settings_screen
from bot.presenter.rules.help import FIRST, HELP_TOPICS, help_screen
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.answers import draw_files, last_trick, proof_file, table_status
from bot.presenter.table.board import table_screen
from bot.presenter.table.more import more_of_hand, more_screen
from bot.presenter.table.shaking import fair_shake
from bot.presenter.words.spec import Message
from bot.stats.views import Order

from .registry import Look, Screen, full_name, samples


class Ends(Enum):
    """How the last row of a page begins, or ends."""

    BACK = auto()
    """Its first button leads back to where the reader came from."""
    DOORS = auto()
    """It ends in the three ways into a game."""
    ELSE = auto()


@dataclass(frozen=True, slots=True)
class Pages:
    """The samples of a screen whose names match; "{game}" is the game that is looked at."""

    screen: Screen
    names: str
    ends: Ends = Ends.ELSE
    in_words: bool = False


PAGES = (
    *(Pages(help_screen, f"{topic}*", Ends.BACK) for topic in sorted({*HELP_TOPICS} - {*FIRST})),
    Pages(confirm_deletion, "*", Ends.BACK),
    Pages(game_hands, "thirty-*", Ends.BACK),
    Pages(game_lessons, "nothing-at-table", Ends.BACK),
    Pages(habits_screen, "back-to-*", Ends.BACK),
    Pages(review_screen, "from-ending", Ends.BACK),
    Pages(replay_screen, "with-all-*"),
    Pages(leaderboard_lists, "*", Ends.BACK, in_words=True),
    Pages(proof_file, "*", Ends.BACK),
    Pages(draw_files, "*", Ends.BACK),
    Pages(proof_of_day, "*", Ends.BACK),
    Pages(last_trick, "*", Ends.BACK),
    Pages(fair_shake, "*", Ends.BACK),
    Pages(more_screen, "{game}-*-turn-*", Ends.BACK),
    Pages(more_of_hand, "played-out-[0-9]", Ends.BACK),
    Pages(more_of_hand, "88-usual-*", Ends.BACK),
    Pages(rules_screen, "{game}-rules-usual-*", Ends.BACK),
    Pages(help_screen, "*", Ends.DOORS),
    Pages(profile, "empty-[0-9]", Ends.DOORS),
    Pages(leaderboard, "empty-*", Ends.DOORS),
    Pages(history_screen, "empty-*", Ends.DOORS),
    Pages(table_status, "{game}-*-closed", Ends.DOORS),
    Pages(table_screen, "closed-*", Ends.DOORS, in_words=True),
    Pages(event_screen, "*-over", Ends.DOORS),
    *(Pages(leaderboard, str(order)) for order in Order),
    *(Pages(leaderboard, str(order), in_words=True) for order in Order),
    Pages(settings_screen, "page-*"),
    Pages(hand_panel, "{game}-*-turn", in_words=True),
    Pages(hand_panel, "{game}-*-guided", in_words=True),
    Pages(privacy_screen, "pages-*"),
    Pages(history_screen, "page-2-*"),
    Pages(server_settings_screen, "*-chosen"),
    Pages(event_screen, "*-open-full"),
    Pages(event_screen, "*-large"),
    Pages(event_status, "*-large-*"),
)
"""Whoever makes a page fit a phone adds its line here."""


def pages(look: Look, game: str, ends: Ends | None = None) -> Iterator[tuple[str, Message]]:
    """Yield every page by its full name, or those that end in one way."""
    shown: set[str] = set()
    words = replace(look, context=replace(look.context, pictures=False))
    for each in PAGES:
        if ends not in (None, each.ends):
            continue
        found = samples(each.screen, words if each.in_words else look, [game])
        for name, message in found.items():
            full = f"{full_name(each.screen)} {name}{' in words' if each.in_words else ''}"
            if fnmatchcase(name, each.names.format(game=game)) and full not in shown:
                shown.add(full)
                yield full, message
