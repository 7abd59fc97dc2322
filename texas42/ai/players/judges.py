"""The judge, in any thread, and the kept advice that it may not contradict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING

from texas42.ai.findings.judgments import Advised
from texas42.ai.solver.loading import load_solver
from texas42.engine import Action, SeatView, format_action, view_for
from texas42.records.moments import moments
from texas42.records.record import parse_record

if TYPE_CHECKING:
    from texas42.ai.rollouts.judge import Judge


class Judges:
    """One judge for each thread, loaded on first use. `cache`: the folder for compiled code."""

    def __init__(self, cache: Path | None) -> None:
        self._cache = cache
        self._own = local()

    def mine(self) -> Judge:
        """Return this thread's judge; raises SolverMissing if numba cannot be loaded."""
        if not hasattr(self._own, "judge"):
            solver = load_solver(self._cache)
            self._own.judge = import_module("texas42.ai.rollouts.judge").Judge(solver)
        judge: Judge = self._own.judge
        return judge


@dataclass(frozen=True, slots=True)
class Act:
    """An act of a finished hand, and the view of its seat before it.

    `step`: its number in the hand, from 1. `advice`: what the guide or hints advised for it, in
    record notation.
    """

    step: int
    view: SeatView
    action: Action
    advice: frozenset[str]

    @property
    def followed_advice(self) -> bool:
        """True if it was advised."""
        return self._text(self.action) in self.advice

    def may_name(self, better: Action) -> bool:
        """Return True if another act may be called better: advice stands once it is given.

        A renege is never advised, and anything is better.
        """
        if not self.advice or self.action not in self.view.legal:
            return True
        return self._text(better) in self.advice and not self.followed_advice

    def _text(self, action: Action) -> str:
        return format_action(action, self.view.rules)


def acts_of(record: str, hand: int, advised: Sequence[Advised]) -> Iterator[Act]:
    """Yield the acts of a hand of a record, counted from 1; raises RecordError."""
    for step, (before, then) in enumerate(pairwise(moments(parse_record(record), hand)), 1):
        deal = before.game.deal
        if deal is None or deal.to_act is None:
            continue
        advice = frozenset(text for number, text in advised if number == step)
        yield Act(step, view_for(before.game, deal.to_act), then.action, advice)
