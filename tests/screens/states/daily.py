"""A daily hand at each moment, and its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from bot.daily.hand import dealt, outcome_of, seat_in_turn
from bot.daily.model import StoredDay, StoredHand
from bot.daily.table import stored_table
from bot.daily.views import (
    BidCount,
    DailyView,
    DayStanding,
    EndView,
    LeadCount,
    Stage,
    WeekStanding,
)
from bot.tables.clocks.deadlines import Timing
from bot.tables.describe import panel_view
from bot.tables.finished import record_of_hand
from bot.tables.loaded import LoadedTable, rebuild
from bot.tables.model import PlayChoice, TableClock
from bot.tables.past import Replay
from bot.tables.views import PanelView
from texas42 import RulesPlayer
from texas42.engine import apply, format_action, view_for
from texas42.records.moments import moments, trick_ends
from texas42.records.record import parse_record

DAY = date(2026, 11, 25)  # a Wednesday, the longest name
STORED = StoredDay(DAY, "0" * 64, 0.0, secret=bytes(range(32)), key=None)
BASE = DailyView(1000, DAY, Stage.NEW, "0" * 64, 1e9, 1e9 + 3600, is_closed=False, is_on=True)


def loaded(hand: StoredHand) -> LoadedTable:
    """Load the table of a hand."""
    return rebuild(stored_table(STORED, hand, PlayChoice(), TableClock()), None)


def panel_of(hand: StoredHand) -> PanelView:
    """Build the person's view of a hand."""
    return panel_view(loaded(hand), Timing(), hand.user_id)


def hands(name: str = "Ana") -> Iterator[DailyView]:
    """Yield the hand at each moment, then at its end."""
    game = dealt(DAY, STORED.secret)
    hand = StoredHand(DAY, 1000, name, "one", 0.0)
    while (seat := seat_in_turn(game)) is not None:
        yield replace(BASE, stage=Stage.PLAYING, panel=panel_of(hand))
        action = RulesPlayer().choose(view_for(game, seat), 1.0)
        hand = replace(hand, acts=(*hand.acts, format_action(action, game.rules)))
        game = apply(game, action).game
    outcome = outcome_of(game)
    hand = replace(hand, outcome=outcome, finished_at=1.0)
    panel = panel_of(hand)
    waiting = EndView(outcome, None, streak=8)
    yield replace(BASE, stage=Stage.FINISHED, panel=panel, ended=waiting)
    ended = EndView(replace(outcome, par=outcome.score + 8), outcome.score - 4, streak=8)
    over = replace(BASE, stage=Stage.FINISHED, panel=panel, ended=ended, before=date(2026, 11, 24))
    yield over
    yield replace(over, ended=replace(ended, **field_of(outcome)), is_closed=True, is_on=False)


def field_of(outcome) -> dict[str, object]:
    """Build a field of twenty people."""
    bids = [
        BidCount(outcome.bid, outcome.ours, 9, 6, own=True),
        BidCount("30", True, 5, 5, own=False),
        BidCount("31", not outcome.ours, 3, 1, own=False),
        BidCount("34", True, 2, 0, own=False),
        BidCount("84", True, 1, 1, own=False),
    ]
    leads = (LeadCount("55", 9, own=True), LeadCount("53", 4, own=False))
    return {
        "standing": DayStanding(3, 20, True, tuple(dict.fromkeys(bids)), leads, 2),
        "week": WeekStanding(61, 3),
        "best_of_week": 42,
        "best_of_month": 84,
    }


def finished_replay() -> Replay:
    """Build the replay of the finished hand, as the experts play it."""
    game = dealt(DAY, STORED.secret)
    acts: list[str] = []
    while (seat := seat_in_turn(game)) is not None:
        action = RulesPlayer().choose(view_for(game, seat), 1.0)
        acts.append(format_action(action, game.rules))
        game = apply(game, action).game
    hand = StoredHand(DAY, 1000, "Ana", "one", 0.0, tuple(acts), 1.0, outcome_of(game))
    live = loaded(hand)
    steps = moments(parse_record(record_of_hand(live)), 1)
    return Replay(panel_of(hand).table, steps, trick_ends(steps))
