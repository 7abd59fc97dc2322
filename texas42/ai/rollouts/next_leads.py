"""Value plays by roll-outs, the bidder's leads with the best lead after each.

The quick policy in roll-outs leads poorly for the bidder. So each lead of the bidder is tried with
every tile it may lead next, the same tile in all deals, and counts as its best line.
docs/strength.md has the measurements.
"""

from collections.abc import Iterator, Sequence

from texas42.ai.inference.knowledge import Knowledge
from texas42.ai.rollouts.plays import Candidate, PlayResult, PlaySampler
from texas42.ai.solver.problem import SearchGoal
from texas42.engine import ContractKind, PlayTile

_POINTS_COUNT = 0.08
"""The value of all points, relative to making or setting the bid, when scoring by marks."""
_SET_COSTS = 0.4
"""The gain of setting a bid beyond the bid itself, as a share of all points, scoring by points."""
_FEWEST_TILES = 3
_LONGEST_HAND = 7
"""With fewer tiles in hand, no choice is left after a lead. In games with longer hands or undealt
tiles, looking ahead gained nothing (docs/strength.md).
"""
_FEWEST_DEALS = 500
"""With fewer deals, the best of many lines would be the luckiest, so steady players do not look
ahead.
"""


def worth(known: Knowledge, result: PlayResult) -> float:
    """Value a result by its chance and points, in the units of the game's scoring."""
    view = known.view
    share = result.points / view.rules.game.total
    if view.rules.by_marks or view.needed is None:
        return result.chance + _POINTS_COUNT * share
    return result.chance * (view.needed / view.rules.game.total + _SET_COSTS) + share


def results_of(
    sampler: PlaySampler,
    known: Knowledge,
    plays: Sequence[PlayTile],
    goal: SearchGoal,
    need: int | None,
    most_deals: int,
    until: float,
    *,
    by_calls: bool = False,
) -> list[PlayResult]:
    """Return the results of plays; those of leads include their best next lead."""
    if not looks_ahead(known, goal, most_deals):
        lines = [Candidate(each) for each in plays]
        return sampler.evaluate(known, lines, goal, need, most_deals, until, by_calls=by_calls)
    lines = [line for each in plays for line in _continuations(known, each)]
    results = sampler.evaluate(
        known,
        lines,
        goal,
        need,
        most_deals,
        until,
        by_calls=by_calls,
        keep=lambda found: _promising(known, found),
    )
    best = _best(known, results)
    return [results[best[each]] for each in plays]


def looks_ahead(known: Knowledge, goal: SearchGoal, most_deals: int) -> bool:
    """Return True if results include the best next lead after each play.

    That needs a bidder on lead, in a game with short hands and no undealt tiles.
    """
    view = known.view
    game = known.view.rules.game
    if known.led is not None or known.me != view.bidder or view.contract is None:
        return False
    low = goal is SearchGoal.NO_TRICK or view.contract.kind is ContractKind.SEVENS
    short = game.hand_size <= _LONGEST_HAND and game.seats * game.hand_size == len(game.tiles)
    return short and not low and len(view.hand) >= _FEWEST_TILES and most_deals >= _FEWEST_DEALS


def _continuations(known: Knowledge, play: PlayTile) -> Iterator[Candidate]:
    """Yield a lead with each lead that may follow it."""
    yield Candidate(play)
    for tile in known.view.hand:
        if tile != play.tile:
            yield Candidate(play, tile)


def _promising(known: Knowledge, results: Sequence[PlayResult]) -> list[int]:
    """Return the indexes of the best third of the lines, and of the best line of each play."""
    ranked = _rank(known, results)
    third = ranked[: -(-len(ranked) // 3)]
    return sorted({*third, *_best(known, results).values()})


def _best(known: Knowledge, results: Sequence[PlayResult]) -> dict[PlayTile, int]:
    """Return the index of the best line of each play."""
    return {results[number].play: number for number in reversed(_rank(known, results))}


def _rank(known: Knowledge, results: Sequence[PlayResult]) -> list[int]:
    """Return the indexes of lines, best first."""
    worths = [worth(known, each) for each in results]
    return sorted(range(len(results)), key=worths.__getitem__, reverse=True)
