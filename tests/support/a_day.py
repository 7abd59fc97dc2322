"""Every screen of the daily hand, for pictures and for tests of limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from bot.daily.hand import SEAT, daily_rules, dealt, outcome_of, seat_in_turn, text_of
from bot.daily.model import DayOutcome, StoredDay, StoredHand
from bot.daily.table import panel_of, replay_of
from bot.daily.views import (
    BidCount,
    Comparison,
    DailyView,
    DayBoard,
    DayLine,
    DayStanding,
    EndView,
    LeadCount,
    Stage,
    WeekBoard,
    WeekLine,
    WeekStanding,
)
from bot.presenter.daily.board import day_board, week_board
from bot.presenter.daily.screen import (
    about_day,
    daily_screen,
    no_dm,
    reminder,
    reminder_set,
    sent_by_dm,
)
from bot.presenter.daily.share import (
    compared,
    posted,
    posted_before,
    share_preview,
    shared_day,
)
from bot.presenter.hand.replay import replay_screen
from bot.presenter.hand.replay_place import ReplayPlace
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from texas42 import RulesPlayer
from texas42.engine import Phase, apply, view_for

DAY = date(2026, 11, 25)  # a Wednesday, the longest name
STORED = StoredDay(DAY, "0" * 64, 0.0, secret=bytes(range(32)), key=None)
BASE = DailyView(1000, DAY, Stage.NEW, "0" * 64, 1e9, 1e9 + 3600, is_closed=False, is_on=True)


def hands(name: str = "Ana") -> Iterator[DailyView]:
    """Yield the hand at each moment, then at its end."""
    game = dealt(DAY, STORED.secret)
    hand = StoredHand(DAY, 1000, name, "one", 0.0)
    while (seat := seat_in_turn(game)) is not None:
        yield replace(BASE, stage=Stage.PLAYING, panel=panel_of(STORED, hand, game))
        action = RulesPlayer().choose(view_for(game, seat), 1.0)
        hand = replace(hand, acts=(*hand.acts, text_of(game, action)))
        game = apply(game, action).game
    outcome = outcome_of(game)
    hand = replace(hand, outcome=outcome)
    panel = panel_of(STORED, hand, game)
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


def replay_of_day(context: RenderContext) -> Message:
    """Build the replay of the finished hand."""
    game, acts = dealt(DAY, STORED.secret), list[str]()
    while (seat := seat_in_turn(game)) is not None:
        action = RulesPlayer().choose(view_for(game, seat), 1.0)
        acts.append(text_of(game, action))
        game = apply(game, action).game
    hand = StoredHand(DAY, 1000, "Ana", "one", 0.0, tuple(acts), 1.0, outcome_of(game))
    return replay_screen(replay_of(STORED, hand, game), ReplayPlace(9), context)


def daily_screens(context: RenderContext, name: str = "Ana") -> Iterator[tuple[str, Message]]:
    """Yield every screen of the daily hand with its name."""
    yield "daily-new", daily_screen(replace(BASE, before=date(2026, 11, 24)), context)
    for stage in (Stage.WARMING, Stage.MISSING, Stage.VOID):
        yield f"daily-{stage.value}", daily_screen(replace(BASE, stage=stage), context)
    found = list(hands(name))
    shown: set[str] = set()
    for view in found[:-3]:
        seen = None if view.panel is None else view.panel.view
        if seen is None:
            continue
        who = "turn" if seen.to_act == SEAT else "waiting"
        trick = len(seen.tricks) if seen.phase is Phase.PLAY else 0
        kind = f"daily-{seen.phase.value}-{who}{'-later' if trick > 1 else ''}"
        if kind not in shown:
            shown.add(kind)
            yield kind, daily_screen(view, context)
    for kind, view in zip(("waiting", "over", "closed"), found[-3:], strict=True):
        yield f"daily-end-{kind}", daily_screen(view, context, may_share=True)
    yield "daily-shared", shared_day(found[-2], name, context)
    yield "daily-shared-closed", shared_day(found[-1], name, context)
    yield "daily-preview", share_preview(shared_day(found[-2], name, context), DAY, context)
    yield "daily-about", about_day(BASE, context)
    yield "daily-sent", sent_by_dm(context)
    ends = [view.ended.outcome for view in found if view.ended is not None]
    both = compared(Comparison(DAY, *ends[:2]), daily_rules(), (name, name), context)
    yield "daily-compared", both
    yield "daily-no-dm", no_dm(BASE, context)
    yield "daily-reminder", reminder(DAY, context)
    yield "daily-reminder-on", reminder_set(context, wanted=True)
    yield "daily-reminder-off", reminder_set(context, wanted=False)
    yield "daily-posted", posted(DAY, context)
    yield "daily-posted-before", posted_before(DAY, context)
    yield "daily-replay", replay_of_day(context)
    yield from boards(name, ends[-1], context)


def boards(name: str, outcome: DayOutcome, context: RenderContext) -> Iterator[tuple[str, Message]]:
    """Yield a server's boards, with people of one name."""
    people = [(1000 + number, name if number < 2 else f"{name} {number}") for number in range(25)]
    open_lines = tuple(DayLine(*each) for each in people)
    lines = tuple(DayLine(*each, place, outcome) for place, each in enumerate(people, 1))
    board = DayBoard(5, DAY, 1e9, False, daily_rules(), open_lines[:1])
    yield "daily-board-first", day_board(board, context)
    yield "daily-board", day_board(replace(board, lines=open_lines), context)
    closed = replace(board, is_closed=True, lines=lines, apart=lines[:2])
    yield "daily-board-closed", day_board(closed, context)
    week = tuple(WeekLine(*each, place, 99 - place, 4) for place, each in enumerate(people, 1))
    yield "daily-week", week_board(WeekBoard(5, 1e9, week), context)
