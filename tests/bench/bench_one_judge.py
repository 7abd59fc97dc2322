"""Check that guide, hint, coach, review, replay and `/bid-this` agree about each decision.

    python tests/bench/bench_one_judge.py [--hands 300] [--first 0] [--seconds 3600]

In hands where one decision in three is random, each is asked about every decision, through the
service of the running program. It prints each disagreement, and how long advice took; `--seconds`
limits its CPU time.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import cast

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.players import reviews, service
from bot.players.service import ThreadedPlayers, computer_players
from bot.presenter.hand.verdicts import mistakes
from bot.runtime.worker_threads import WorkerThreads
from bot.tables.past import Replay
from bot.tables.views import TableView
from tests.support.compiled import SHARED, compile_once
from texas42.ai.findings.bid_chances import BidQuestion
from texas42.ai.findings.judgments import Advice, Review
from texas42.ai.players.arena import shake_from_seed
from texas42.engine import (
    Action,
    MakeCall,
    PlayTile,
    SeatView,
    apply,
    format_action,
    new_game,
    view_for,
)
from texas42.library import load_rules
from texas42.records.build import record_of
from texas42.records.moments import Moment, moments, trick_ends
from texas42.records.record import format_record, parse_record

HANDS = 300
SECONDS = 3600.0
SHOWN = 5
PATIENT = 3600.0
SLIPS = 1 / 3
TABLES: tuple[Mapping[str, object], ...] = ({}, {"preset": "house"})


@dataclass
class Hand:
    """A played hand: its record and, by the number of each act, what was asked about it."""

    record: str
    steps: tuple[Moment, ...]
    views: dict[int, SeatView] = field(default_factory=dict)
    hints: dict[int, Advice] = field(default_factory=dict)
    guides: dict[int, Advice] = field(default_factory=dict)

    def named(self, step: int) -> str:
        """Name a decision in a line."""
        view = self.views[step]
        act = format_action(self.steps[step].action, view.rules)
        return f"act {step} of seat {view.seat} ({act})"


async def play(players: ThreadedPlayers, number: int, taken: list[float]) -> Hand:
    """Play a hand; ask the hint and then the guide about every real decision."""
    rules = load_rules("42", TABLES[number % len(TABLES)])
    rng = Random(number)
    shake = shake_from_seed(rules, number % rules.game.seats, 1, number)
    game = apply(new_game(rules), shake).game
    hand = Hand("", ())
    actions = list[Action]()
    while game.deal is not None and game.deal.to_act is not None:
        view = view_for(game, game.deal.to_act)
        began = time.process_time()
        hint = await players.advise(view, asked=True)
        guide = await players.advise(view, asked=False)  # it's plain while the threads are busy
        action = hint.action
        if len(view.legal) > 1:
            taken.append((time.process_time() - began) / 2)
            step = len(actions) + 1
            hand.views[step] = view
            hand.hints[step] = hint
            hand.guides[step] = guide
            if rng.random() < SLIPS and isinstance(action, (MakeCall, PlayTile)):
                action = rng.choice(view.legal[:6])
        actions.append(action)
        game = apply(game, action).game
    hand.record = format_record(record_of(rules, [(shake, actions)]))
    hand.steps = moments(parse_record(hand.record), 1)
    return hand


def judged_of(hand: Hand, review: Review) -> Iterator[tuple[int, Action, float | None, bool]]:
    """Yield the verdicts of a review: act, best act, its chance for plays, and if it was wrong."""
    calls = iter(review.calls)
    for step, (before, then) in enumerate(pairwise(hand.steps), 1):
        action = then.action
        if isinstance(action, MakeCall):
            call = next(calls)
            if call is not None:
                yield step, MakeCall(action.seat, call.best), None, call.mistake
        elif isinstance(action, PlayTile) and before.game.deal is not None:
            play = review.judged_of(len(before.game.deal.tricks) + 1, action.seat)
            if play is not None:
                yield step, play.best, play.best_chance, play.mistake


async def disagreements(players: ThreadedPlayers, hand: Hand) -> list[str]:
    """List the decisions about which two of them say different things."""
    found = []
    for step, hint in hand.hints.items():
        if hand.guides[step] != hint:
            found.append(f"guide: {hand.named(step)}: {hand.guides[step]}, hint {hint}")
    review = await players.review(hand.record, 1)
    if review is None:
        raise RuntimeError("there is no solver")
    wrong = set[int]()
    for step, best, chance, mistake in judged_of(hand, review):
        hint = hand.hints[step]
        if best != hint.action or chance not in (None, hint.reason.chance):
            found.append(f"review: {hand.named(step)}: {best} {chance}, hint {hint}")
        if mistake:
            wrong.add(step)
    found += await _of_coach(players, hand, wrong)
    replay = Replay(cast("TableView", None), hand.steps, trick_ends(hand.steps))
    if set(mistakes(replay, review)) != wrong:
        found.append(f"replay: {mistakes(replay, review)}, review {wrong}")
    found += await _of_questions(players, hand)
    return found


async def _of_coach(players: ThreadedPlayers, hand: Hand, wrong: set[int]) -> list[str]:
    found = []
    coached = set[int]()
    for seat in range(4):
        for each in await players.decisions(hand.record, 1, seat) or ():
            if each.mistake is None:
                continue
            coached.add(each.step)
            hint = hand.hints[each.step]
            better = each.mistake.advice
            same = (better.action, better.reason.chance) == (hint.action, hint.reason.chance)
            if not same or each.mistake.action == hint.action:
                found.append(f"coach: {hand.named(each.step)}: {better}, hint {hint}")
    if coached != wrong:
        found.append(f"coach: {coached}, review {wrong}")
    return found


async def _of_questions(players: ThreadedPlayers, hand: Hand) -> list[str]:
    """Ask `/bid-this` about the same decisions."""
    found = []
    for step, hint in hand.hints.items():
        view = hand.views[step]
        if isinstance(hint.action, MakeCall):
            if any(made.seat == view.seat for made in view.calls):
                continue  # a question has each seat call once
            calls = [made.call for made in view.calls]
            asked = await players.bid_chances(BidQuestion.of(view.rules, view.hand, calls))
            if asked is None or not isinstance(asked.advice.action, MakeCall):
                found.append(f"bid-this: {hand.named(step)}: no answer")
            elif asked.advice.action.call != hint.action.call or (
                hint.action.call.is_bid and asked.best != hint.reason.contract
            ):
                found.append(f"bid-this: {hand.named(step)}: {asked.advice}, hint {hint}")
        elif isinstance(hint.action, PlayTile):
            answer = await players.play_chances(view)
            if answer is None or answer.advice != hint:
                found.append(f"bid-this: {hand.named(step)}: {answer}, hint {hint}")
    return found


async def check(hands: range, seconds: float) -> tuple[int, list[float], list[str]]:
    """Check these hands, as many as the CPU time allows.

    Return their number, the seconds for each advice, and the disagreements.
    """
    taken = list[float]()
    found = list[str]()
    done = 0
    until = time.process_time() + seconds
    with WorkerThreads(2) as workers:
        players = computer_players(SHARED, workers, 1.0)
        if players.warm_up is not None:
            await players.warm_up.solver_state(seconds)
        for number in hands:
            hand = await play(players, number, taken)
            found += [f"hand {number}: {each}" for each in await disagreements(players, hand)]
            done += 1
            if done % SHOWN == 0:
                print(f"{done} hands, {len(found)} disagreements", flush=True)
            if time.process_time() >= until:
                break
        await players.close()
    return done, taken, found


def main(hands: range, seconds: float) -> None:
    """Print the result."""
    # A busy machine may take long for an answer, but never gives another one.
    reviews.PATIENCE_SECONDS = PATIENT
    service.PATIENCE_SECONDS = PATIENT
    service.ADVICE_SECONDS = PATIENT
    compile_once()
    done, taken, found = asyncio.run(check(hands, seconds))
    print(*found, sep="\n")
    cuts = quantiles([1000 * each for each in taken], n=100, method="inclusive")
    print(
        f"{done} hands, {len(taken)} decisions, {len(found)} disagreements; "
        f"advice in CPU time p50 {cuts[49]:.0f} ms, p90 {cuts[89]:.0f} ms, p99 {cuts[98]:.0f} ms"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--first", type=int, default=0, help="the number of the first hand")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    options = parser.parse_args()
    main(range(options.first, options.first + options.hands), options.seconds)
