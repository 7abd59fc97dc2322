"""What the computer players and the solver answer in fixed positions, to compare with a recording.

The positions are those of seeded hands played by the plain player, so that a change of the
stronger players moves none of them. `python -m tests.ai.recorded` prints a new recording: only
for a change that is meant to change choices.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from bot.ai.players.levels import make_player
from bot.ai.rules.player import RulesPlayer
from bot.ai.solver.loading import load_solver
from bot.engine import (
    Action,
    ContractKind,
    Deal,
    MakeCall,
    NameContract,
    Phase,
    SeatView,
    Shake,
    apply,
    format_action,
    new_game,
    view_for,
)
from bot.library import load_rules

RECORDING = Path(__file__).with_suffix(".json")
TABLES: dict[str, tuple[str, dict[str, object]]] = {
    "42": ("42", {}),
    "house": ("42", {"preset": "house"}),
    "puremco": ("42", {"preset": "puremco"}),
    "88": ("88", {}),
    "84x8": ("84x8", {}),
    "big-game": ("big-game", {}),
    "moon": ("moon", {}),
    "moon4": ("moon4", {}),
    **{
        kind: ("42", {"nello": "any", "plunge": True, "splash": True, "sevens": True})
        for kind in ("nello", "plunge", "splash", "sevens")
    },
}
DOUBLES = {"plunge": 4, "splash": 3}
"""How many doubles the first to call must hold for these contracts to be played."""
LONG = 3600.0
"""Seconds nobody needs: the clock decides nothing here."""
BUDGETS = (300, 20_000)
"""Node budgets: what a search knows when one runs out depends on every node before."""


def _shake(table: str, hand: int) -> Shake:
    game = load_rules(*TABLES[table]).game
    pool = list(game.tiles)
    size, shaker = game.hand_size, hand % game.seats
    first = (shaker + 1) % game.seats
    rng = Random(f"recorded {table} {hand}")
    while True:
        rng.shuffle(pool)
        hands = tuple(tuple(pool[seat * size : (seat + 1) * size]) for seat in range(game.seats))
        if sum(tile.is_double for tile in hands[first]) >= DOUBLES.get(table, 0):
            return Shake(shaker, hands, tuple(pool[game.seats * size :]))


def _special(table: str, view: SeatView) -> SeatView:
    """Leave only the choices that lead to the special contract that the table is named after."""
    kinds = [kind.value for kind in ContractKind]
    if table not in kinds or view.phase not in (Phase.CALL, Phase.CONTRACT):
        return view
    if view.phase is Phase.CONTRACT:
        fitting = [
            each
            for each in view.legal
            if isinstance(each, NameContract) and each.contract.kind.value == table
        ]
        return replace(view, legal=tuple(fitting))
    calls = [each for each in view.legal if isinstance(each, MakeCall)]
    if any(made.call.is_bid for made in view.calls):
        return replace(view, legal=tuple(each for each in calls if not each.call.is_bid))
    least = {"splash": 2, "plunge": 4}.get(table, 1)
    fitting = [each for each in calls if each.call.multiple >= least]
    return replace(view, legal=tuple(fitting[:1]))


def moments(table: str, hands: int, plain: Any) -> Iterator[tuple[str, SeatView, Deal]]:
    """Yield every choice of so many hands, as its name, the seat's view and the deal."""
    rules = load_rules(*TABLES[table])
    for hand in range(hands):
        state = apply(new_game(rules), _shake(table, hand)).game
        number = 0
        while state.deal is not None and state.deal.phase is not Phase.OVER:
            view = _special(table, view_for(state, state.deal.to_act))
            if len(view.legal) > 1:
                yield f"{table}/{hand}/{number}", view, state.deal
            action = plain.choose(view, LONG)
            state = apply(state, action).game
            number += 1


def _answer(view: SeatView, action: Action, reason: Any) -> list[object]:
    chance = None if reason.chance is None else round(reason.chance, 9)
    return [format_action(action, view.rules), reason.kind.value, chance]


def answers(make: Callable[[str], Any], solver: Any, plain: Any) -> dict[str, dict[str, object]]:
    """Return all answers by who gives them and by the position's name."""
    levels = {level: make(level) for level in ("easy", "steady", "expert")}
    found: dict[str, dict[str, object]] = {name: {} for name in ("rules", *levels, "solver")}
    for table in TABLES:
        for number, (name, view, deal) in enumerate(moments(table, 3, plain)):
            found["rules"][name] = _answer(view, *plain.choose_with_reason(view))
            for level in _asked(table, view, number):
                chosen = levels[level].choose_with_reason(view, LONG)
                found[level][name] = _answer(view, *chosen)
            if view.phase is Phase.PLAY and number % 3 == 0:
                found["solver"][name] = _solved(solver, deal)
    return found


def _asked(table: str, view: SeatView, number: int) -> Iterator[str]:
    """Yield the levels that are asked in a position: a fixed part of all, for the time it takes."""
    in_play = view.phase is Phase.PLAY
    if number % 3 == 0:
        yield "easy"
    if number % 5 == 0 or not in_play:
        yield "steady"
    if (not in_play and table != "88") or (table in ("42", "nello") and number % 16 == 0):
        yield "expert"


def _solved(solver: Any, deal: Deal) -> list[object]:
    return [
        {
            format_action(play, deal.rules): [each.low, each.high, each.made]
            for play, each in solver.solve(deal, budget).moves.items()
        }
        for budget in BUDGETS
    ]


def text_of(found: dict[str, dict[str, object]]) -> str:
    """Return answers as JSON with a line for each position."""
    parts = []
    for name, given in found.items():
        rows = (f"{json.dumps(at)}: {json.dumps(answer)}" for at, answer in given.items())
        parts.append(f"{json.dumps(name)}: {{\n" + ",\n".join(rows) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    sys.stdout.write(text_of(answers(make_player, load_solver(None), RulesPlayer())))


if __name__ == "__main__":
    main()
