"""Builds the daily hand."""

from __future__ import annotations

from dataclasses import dataclass

from bot.daily.boards import DailyBoards
from bot.daily.book import DayBook
from bot.daily.days import Calendar
from bot.daily.expert_turns import ExpertPauses, ExpertTurns
from bot.daily.service import DailyService
from bot.publisher.daily_boards import DailyBoardMessages
from bot.publisher.screens.daily_panels import DailyPanels

from .foundation import Foundation, randomness_of
from .play import Play


@dataclass(frozen=True, slots=True)
class Daily:
    """The daily hand, with what shows it."""

    service: DailyService
    boards: DailyBoards
    panels: DailyPanels


def build_daily(base: Foundation, play: Play) -> Daily:
    """Build the screens of the daily hand, and its service."""
    store = base.store
    clock = base.clock
    experts = base.experts
    calendar = Calendar(base.settings.daily_hour_utc)
    messages = DailyBoardMessages(play.publisher, play.background)
    boards = DailyBoards(
        store.days,
        store.day_scores,
        store.servers,
        store.messages,
        messages,
        calendar,
        clock,
        base.is_first,
    )
    panels = DailyPanels(play.publisher, store.people, clock)
    # a separate seed, so that days don't change the tables' deals
    randomness = randomness_of(base.settings, ":daily")
    book = DayBook(
        store.days,
        store.day_scores,
        store.reminders,
        store.heartbeats,
        experts,
        calendar,
        clock,
        randomness,
    )
    pace = ExpertPauses.of(base.settings.pace_seconds)
    turns = ExpertTurns(store.days, store.day_scores, book, experts, panels, clock, pace, boards)
    service = DailyService(
        store.days,
        store.reminders,
        store.people,
        book,
        turns,
        experts,
        base.players,
        panels,
        clock,
        boards,
        base.is_first,
    )
    return Daily(service, boards, panels)
