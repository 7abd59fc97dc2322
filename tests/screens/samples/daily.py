"""Samples of the daily hand: invitation, hand, end, boards and what is shared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

from bot.daily.hand import SEAT, daily_rules
from bot.daily.model import DayOutcome
from bot.daily.views import (
    Comparison,
    DailyView,
    DayBoard,
    DayLine,
    Stage,
    WeekBoard,
    WeekLine,
    WeekStanding,
)
from bot.presenter.daily.board import day_board, week_board
from bot.presenter.daily.end import end_screen
from bot.presenter.daily.screen import (
    about_day,
    daily_screen,
    no_dm,
    proof_of_day,
    reminder,
    reminder_refused,
    reminder_set,
    sent_by_dm,
)
from bot.presenter.daily.share import compared, posted, posted_before, share_preview, shared_day
from bot.tables.past import ShakeProof
from tests.screens.registry import Look, Named, samples_of
from tests.screens.states.daily import BASE, DAY, hands
from texas42.engine import Phase

YESTERDAY = DAY - timedelta(days=1)
ENDS = ("waiting", "over", "closed")


@cache
def _hands() -> tuple[DailyView, ...]:
    return tuple(hands())


def seated(look: Look, view: DailyView) -> DailyView:
    """Give the reader of a hand the name of a look."""
    if view.panel is None:
        return view
    seats = tuple(
        replace(line, name=look.names[0]) if line.seat == SEAT else line
        for line in view.panel.table.seats
    )
    return replace(view, panel=replace(view.panel, table=replace(view.panel.table, seats=seats)))


def ended(look: Look) -> dict[str, DailyView]:
    """Return the end of a hand at each time by its name."""
    found = (seated(look, view) for view in _hands()[-3:])
    return dict(zip(ENDS, found, strict=True))


def outcomes() -> Iterator[tuple[str, DayOutcome]]:
    """Yield how hands end: either side's bid, made or set, with tricks left or none taken."""
    view = _hands()[-1]
    assert view.ended is not None
    usual = view.ended.outcome
    for ours in (True, False):
        for made in (True, False):
            name = f"{'our' if ours else 'their'}-bid-{'made' if made else 'set'}"
            yield name, replace(usual, ours=ours, made=made, score=8 if ours is made else -8)
    yield "two-marks", replace(usual, bid="84", tricks="wwwwwww", score=42)
    yield "no-tricks", replace(usual, tricks="lllll--", score=-42)
    yield "one-trick", replace(usual, tricks="wlllll-", score=0)


@samples_of(daily_screen)
def stages(look: Look) -> Iterator[Named]:
    new = replace(BASE, before=YESTERDAY)
    yield "new", daily_screen(new, look.context)
    yield "new-first", daily_screen(replace(BASE, is_reminded=True), look.context)
    yield "new-refused", daily_screen(replace(new, reminder_refused=True), look.context)
    for stage in (Stage.WARMING, Stage.MISSING, Stage.VOID):
        yield stage.value, daily_screen(replace(BASE, stage=stage), look.context)
    yield "void-late", daily_screen(replace(BASE, stage=Stage.VOID, is_on=False), look.context)
    shown: set[str] = set()
    for view in _hands()[:-3]:
        seen = None if view.panel is None else view.panel.view
        assert seen is not None
        who = "turn" if seen.to_act == SEAT else "waiting"
        trick = len(seen.tricks) if seen.phase is Phase.PLAY else 0
        kind = f"{seen.phase.value}-{who}{'-later' if trick > 1 else ''}"
        if kind not in shown:
            shown.add(kind)
            yield kind, daily_screen(seated(look, view), look.context)
    yield "finished", daily_screen(ended(look)["over"], look.context, may_share=True)


@samples_of(end_screen)
def ends(look: Look) -> Iterator[Named]:
    for name, view in ended(look).items():
        yield name, end_screen(view, look.context, may_share=True)
        yield f"{name}-by-dm", end_screen(view, look.context, may_share=False)
    for name, view in _measured(look):
        yield name, end_screen(view, look.context, may_share=False)
    over = ended(look)["over"]
    assert over.ended is not None
    for name, outcome in outcomes():
        at = replace(over, ended=replace(over.ended, outcome=outcome))
        yield name, end_screen(at, look.context, may_share=True)
    yield "late", end_screen(replace(over, is_on=False), look.context, may_share=True)
    told = replace(over, is_reminded=True, reminder_refused=True)
    yield "reminded", end_screen(told, look.context, may_share=True)


def _measured(look: Look) -> Iterator[tuple[str, DailyView]]:
    """Yield ends beside par and the expert, and with each kind of standing."""
    over = ended(look)["over"]
    closed = ended(look)["closed"]
    assert over.ended is not None
    assert closed.ended is not None
    assert closed.ended.standing is not None
    score = over.ended.outcome.score
    for name, figures in {
        "level": (score, score),
        "ahead": (score - 3, score - 5),
        "behind": (score + 3, score + 5),
        "no-expert": (None, score),
        "no-par": (score, None),
        "nothing": (None, None),
    }.items():
        expert, par = figures
        outcome = replace(over.ended.outcome, par=par)
        end = replace(over.ended, outcome=outcome, expert=expert)
        yield f"compared-{name}", replace(over, ended=end)
        late = replace(end, par_due=False, expert_due=False)
        yield f"compared-{name}-for-good", replace(over, ended=late)
    standing = closed.ended.standing
    for name, changes in {
        "alone": {"standing": replace(standing, shared=False, others=0, leads=())},
        "one-other": {"standing": replace(standing, others=1), "streak": 1},
        "week-over": {"week": WeekStanding(-61, 5, 2, 14)},
        "no-week": {"week": None},
    }.items():
        yield f"standing-{name}", replace(closed, ended=replace(closed.ended, **changes))


@samples_of(shared_day)
def shared(look: Look) -> Iterator[Named]:
    for name, view in ended(look).items():
        yield name, shared_day(view, look.names[0], look.context)
    over = ended(look)["over"]
    assert over.ended is not None
    for name, outcome in outcomes():
        at = replace(over, ended=replace(over.ended, outcome=outcome))
        yield name, shared_day(at, look.names[0], look.context)


@samples_of(share_preview)
def previews(look: Look) -> Iterator[Named]:
    shown = shared_day(ended(look)["over"], look.names[0], look.context)
    yield "over", share_preview(shown, DAY, look.context)


@samples_of(compared)
def comparisons(look: Look) -> Iterator[Named]:
    first, *others = outcomes()
    for name, outcome in others:
        both = Comparison(DAY, first[1], outcome)
        yield name, compared(both, daily_rules(), look.names[:2], look.context)


@samples_of(posted)
def posts(look: Look) -> Iterator[Named]:
    yield "posted", posted(DAY, look.context)


@samples_of(posted_before)
def earlier_posts(look: Look) -> Iterator[Named]:
    yield "posted", posted_before(DAY, look.context)


@samples_of(about_day)
def explained(look: Look) -> Iterator[Named]:
    yield "about", about_day(BASE, look.context)


@samples_of(proof_of_day)
def proofs(look: Look) -> Iterator[Named]:
    proof = ShakeProof("day", 1, "{}")
    yield "proof", proof_of_day(DAY, proof, look.context)
    yield "from-fair", proof_of_day(DAY, proof, look.context, from_fair=True)


@samples_of(sent_by_dm)
def sent(look: Look) -> Iterator[Named]:
    yield "sent", sent_by_dm(look.context)


@samples_of(no_dm)
def unsent(look: Look) -> Iterator[Named]:
    yield "refused", no_dm(BASE, look.context)


@samples_of(reminder)
def reminders(look: Look) -> Iterator[Named]:
    for number in range(7):
        day = date(2026, 11, 23 + number)
        yield f"{day:%A}".lower(), reminder(day, look.context)


@samples_of(reminder_set)
def switched_reminders(look: Look) -> Iterator[Named]:
    yield "on", reminder_set(look.context, wanted=True)
    yield "off", reminder_set(look.context, wanted=False)


@samples_of(reminder_refused)
def refused_reminders(look: Look) -> Iterator[Named]:
    yield "refused", reminder_refused(DAY, look.context)


def _people(look: Look, count: int) -> list[tuple[int, str]]:
    """Return people, the first two with the same name."""
    names = [look.names[max(0, number - 1) % len(look.names)] for number in range(count)]
    return [(1000 + number, name) for number, name in enumerate(names)]


@samples_of(day_board)
def day_boards(look: Look) -> Iterator[Named]:
    board = DayBoard(5, DAY, 1e9, False, daily_rules(), ())
    yield "nobody", day_board(board, look.context)
    for count in (1, 2, 15, 16, 25):
        lines = tuple(DayLine(*each) for each in _people(look, count))
        yield f"open-{count}", day_board(replace(board, lines=lines), look.context)
    results = [outcome for _, outcome in outcomes()]
    for count in (1, 15, 16, 25):
        lines = tuple(
            DayLine(*each, place, results[place % len(results)])
            for place, each in enumerate(_people(look, count), 1)
        )
        closed = replace(board, is_closed=True, lines=lines)
        yield f"closed-{count}", day_board(closed, look.context)
        yield f"closed-{count}-apart", day_board(replace(closed, apart=lines[:2]), look.context)
    yield "closed-nobody", day_board(replace(board, is_closed=True), look.context)


@samples_of(week_board)
def week_boards(look: Look) -> Iterator[Named]:
    for count in (1, 15, 17, 25):
        lines = tuple(
            WeekLine(*each, place, 20 - place, 4 + place % 4)
            for place, each in enumerate(_people(look, count), 1)
        )
        yield f"week-{count}", week_board(WeekBoard(5, 1e9, lines), look.context)
