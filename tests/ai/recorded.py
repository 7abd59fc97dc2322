"""Recorded choices of the computer players and the solver in fixed positions.

The positions come from seeded hands of the plain player, so changes to the stronger players do not
move them. `python -m tests.ai.recorded` prints a new recording: use it only if a change is meant to
change choices.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from texas42.ai.players.levels import make_player
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.loading import load_solver
from texas42.engine import (
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
from texas42.library import load_rules

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
"""Doubles that the first bidder must hold to play these contracts."""
LONG = 3600.0
"""A time limit that never runs out, so that the clock decides nothing."""
HANDS = 3
BUDGETS = (300, 20_000)
"""Node budgets: a search that stops early reveals the order of all its nodes."""


def _shake(table: str, hand: int) -> Shake:
    game = load_rules(*TABLES[table]).game
    pool = list(game.tiles)
    size = game.hand_size
    shaker = hand % game.seats
    first = (shaker + 1) % game.seats
    rng = Random(f"recorded {table} {hand}")
    while True:
        rng.shuffle(pool)
        hands = tuple(tuple(pool[seat * size : (seat + 1) * size]) for seat in range(game.seats))
        if sum(tile.is_double for tile in hands[first]) >= DOUBLES.get(table, 0):
            return Shake(shaker, hands, tuple(pool[game.seats * size :]))


def _special(table: str, view: SeatView) -> SeatView:
    """Keep only the choices that lead to the special contract that the table is named for."""
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
    """Yield every choice of these hands as a name, the seat's view and the deal."""
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


def answers(
    make: Callable[[str], Any], solver: Any, plain: Any, hands: int = HANDS
) -> dict[str, dict[str, object]]:
    """Collect all answers in the first hands of each table, by player and position name."""
    levels = {level: make(level) for level in ("easy", "steady", "expert")}
    found: dict[str, dict[str, object]] = {name: {} for name in ("rules", *levels, "solver")}
    for table in TABLES:
        for number, (name, view, deal) in enumerate(moments(table, hands, plain)):
            found["rules"][name] = _answer(view, *plain.choose_with_reason(view))
            for level in _levels_to_ask(table, view, number):
                chosen = levels[level].choose_with_reason(view, LONG)
                found[level][name] = _answer(view, *chosen)
            if view.phase is Phase.PLAY and number % 3 == 0:
                found["solver"][name] = _solve(solver, deal)
    return found


def _levels_to_ask(table: str, view: SeatView, number: int) -> Iterator[str]:
    """Yield the levels to ask in a position: a fixed subset, to save time."""
    in_play = view.phase is Phase.PLAY
    if number % 3 == 0:
        yield "easy"
    if number % 5 == 0 or not in_play:
        yield "steady"
    if (not in_play and table != "88") or (table in ("42", "nello") and number % 16 == 0):
        yield "expert"


def _solve(solver: Any, deal: Deal) -> list[object]:
    return [
        {
            format_action(play, deal.rules): [each.low, each.high, each.made]
            for play, each in solver.solve(deal, budget).moves.items()
        }
        for budget in BUDGETS
    ]


def text_of(found: dict[str, dict[str, object]]) -> str:
    """Format answers as JSON with one line per position."""
    parts = []
    for name, given in found.items():
        rows = (f"{json.dumps(at)}: {json.dumps(answer)}" for at, answer in given.items())
        parts.append(f"{json.dumps(name)}: {{\n" + ",\n".join(rows) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    sys.stdout.write(text_of(answers(make_player, load_solver(None), RulesPlayer())))


if __name__ == "__main__":
    main()
