"""What plays are worth: the bidder's leads with the best lead after each.

The quick policy of roll-outs leads on by rule. That is where its bidder falls behind: with an
expert's leads it made 0.047 more of its bids, with an expert's replies 0.015 (3,000 contracts
after the highest trump). So each lead of the bidder is tried with every tile that may be led after
it, the same tile in all deals, and counts as the best of them. Where roll-outs by the policy alone
claimed more than 0.03 for an off lead over the highest trump (567 of 4,200 contracts) they claimed
0.069, and played out it was worth 0.011 +- 0.019; with the lead after it they claim 0.011. No
weights for the policy do that: fitted to its own results, with the trumps that are out, its losers
and what may still be lost among the facts, it makes 0.007 more.
"""

from collections.abc import Iterator, Sequence

from bot.ai.inference.knowledge import Knowledge
from bot.ai.rollouts.plays import Line, PlayResult, PlaySampler
from bot.ai.solver.problem import SearchGoal
from bot.engine import ContractKind, PlayTile

_POINTS_COUNT = 0.08
"""What all points of a hand are worth beside making or setting the bid, by marks."""
_SET_COSTS = 0.4
"""What setting a bid gains beyond the bid, as a share of all points, by points."""
_FEWEST_TILES, _LONGEST_HAND = 3, 7
"""With fewer in hand nothing is left to choose after a lead. In games of longer hands, or with
tiles aside, looking ahead gained nothing in duplicate games: 88 -2.6 +- 1.7 points a hand, 84 for
six -6.4 +- 3.3, 80 -0.4 +- 1.8, 79 +3.4 +- 3.0, the Big Game +2.1 +- 2.1, Moon -0.3 +- 0.2."""
_FEWEST_DEALS = 500
"""In fewer deals the best of many lines would be the luckiest: steady players do not look ahead."""


def worth(known: Knowledge, result: PlayResult) -> float:
    """Return what a result is worth: the chance and the points, in what the game counts by."""
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
    """Return the results of plays, as `PlaySampler.evaluate` does; of leads with the best next."""
    if not looks_ahead(known, goal, most_deals):
        lines = [Line(each) for each in plays]
        return sampler.evaluate(known, lines, goal, need, most_deals, until, by_calls=by_calls)
    lines = [line for each in plays for line in _continued(known, each)]
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
    """Return whether the results of plays are those of the best next lead after each.

    So it is where the bidder leads, in games in which all tiles are dealt and hands are short.
    """
    view, game = known.view, known.view.rules.game
    if known.led is not None or known.me != view.bidder or view.contract is None:
        return False
    low = goal is SearchGoal.NO_TRICK or view.contract.kind is ContractKind.SEVENS
    short = game.hand_size <= _LONGEST_HAND and game.seats * game.hand_size == len(game.tiles)
    return short and not low and len(view.hand) >= _FEWEST_TILES and most_deals >= _FEWEST_DEALS


def _continued(known: Knowledge, play: PlayTile) -> Iterator[Line]:
    """Yield a lead with each way to lead on."""
    yield Line(play)
    for tile in known.view.hand:
        if tile != play.tile:
            yield Line(play, tile)


def _promising(known: Knowledge, results: Sequence[PlayResult]) -> list[int]:
    """Return the numbers of the best third of the lines, and of the best line of each play."""
    ranked = _ranked(known, results)
    third = ranked[: -(-len(ranked) // 3)]
    return sorted({*third, *_best(known, results).values()})


def _best(known: Knowledge, results: Sequence[PlayResult]) -> dict[PlayTile, int]:
    """Return the number of the best line of each play."""
    return {results[number].play: number for number in reversed(_ranked(known, results))}


def _ranked(known: Knowledge, results: Sequence[PlayResult]) -> list[int]:
    """Return the numbers of lines, the best first."""
    worths = [worth(known, each) for each in results]
    return sorted(range(len(results)), key=worths.__getitem__, reverse=True)
