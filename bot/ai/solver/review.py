"""What each play of a finished hand cost, measured by best play with all tiles in view."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.ai.solver.solver import Outcome, Solver
from bot.engine import Deal, PlayTile

_NODES = 3_000_000


@dataclass(frozen=True, slots=True)
class Cost:
    """What a play gave away.

    `points` are those its side could still have had, None in nel-o and sevens; `decisive` says
    that it turned a hand that was made into one that is set, or the other way; `best` is a play
    that would have kept all. `exact` is false where the node budget ended first.
    """

    play: PlayTile
    best: PlayTile
    points: int | None
    decisive: bool
    exact: bool


def review(solver: Solver, steps: Iterable[tuple[Deal, PlayTile]]) -> list[Cost]:
    """Return the cost of each play, in order; a step is the deal before the play and the play."""
    return [_cost(solver, deal, play) for deal, play in steps]


def _cost(solver: Solver, deal: Deal, play: PlayTile) -> Cost:
    solution = solver.solve(deal, _NODES)
    ours = deal.rules.game.side_of(play.seat) == deal.declaring
    sign = 1 if ours else -1

    def worth(outcome: Outcome) -> tuple[int, int]:
        return sign * bool(outcome.made), sign * (outcome.low or 0)

    best = max(solution.moves, key=lambda move: (worth(solution.moves[move]), move == play))
    had, has = solution.moves[best], solution.moves[play]
    lost = None
    if had.low is not None and has.low is not None:
        most = max(sign * (each.low or 0) for each in solution.moves.values())
        lost = most - sign * has.low
    return Cost(play, best, lost, had.made is not has.made, solution.exact)
