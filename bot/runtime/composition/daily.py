"""Builds the daily hand."""

from __future__ import annotations

from dataclasses import dataclass

from bot.daily.boards import DailyBoards
from bot.daily.book import DayBook
from bot.daily.closing import ClosedDays
from bot.daily.figures import Background, Figures
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
    """Build the service of the daily hand, and then its screens, which ask it."""
    boards = _boards(base, play)
    service = _service(base, play, boards)
    panels = DailyPanels(play.publisher, base.store.people, base.clock, service)
    service.publish_to(panels)
    play.tables.publish_hands_to(service)
    play.publisher.show_hands_by(panels)
    return Daily(service, boards, panels)


def _boards(base: Foundation, play: Play) -> DailyBoards:
    store = base.store
    return DailyBoards(
        store.day_boards,
        DailyBoardMessages(play.publisher, play.background),
        play.day_hands.calendar,
        base.clock,
        base.is_first,
    )


def _service(base: Foundation, play: Play, boards: DailyBoards) -> DailyService:
    store = base.store
    clock = base.clock
    experts = base.experts
    # a separate seed, so that days don't change the tables' deals
    randomness = randomness_of(base.settings, ":daily")
    book = DayBook(
        play.tables,
        play.day_hands,
        store.days,
        store.day_scores,
        store.reminders,
        store.heartbeats,
        experts,
        clock,
        randomness,
    )
    background = Background(clock)
    return DailyService(
        play.tables,
        play.day_hands,
        store.days,
        store.reminders,
        store.people,
        book,
        Figures(store.days, store.day_scores, experts, background),
        background,
        experts,
        clock,
        boards,
        ClosedDays(store.closings, clock),
        base.is_first,
    )
