"""Judge calls and plays of a finished hand by what their player could know.

A play in the last four tricks is judged over every possible deal, with best play by all. If there
are too many deals, or the play is earlier, sampled deals are rolled out instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic

from bot.ai.inference.knowledge import Knowledge, know
from bot.ai.rollouts.bids import choose_call_by_sampling
from bot.ai.rollouts.hands import HandSampler
from bot.ai.rollouts.next_leads import looks_ahead, results_of
from bot.ai.rollouts.play_choice import overclaim, search_goal
from bot.ai.rollouts.plays import PlaySampler
from bot.ai.rules.player import RulesPlayer, choose_tile
from bot.ai.rules.strategies import STRATEGIES, special_contracts
from bot.ai.solver.solver import Solver
from bot.ai.valuation.win_probability import points_needed_for
from bot.engine import Call, Contract, Deal, Game, MakeCall, PlayTile, Rules, SeatView, view_for
from bot.values.findings import JudgedCall, JudgedPlay, Reason

LAST_TRICKS = 4
"""With this many tiles in hand or fewer, try to list every possible deal."""
CLEAR = 0.15
"""How much likelier a play must be to count as better: five standard errors over sampled deals. At
a table nobody would notice less. Over every deal, this holds for weighted and unweighted deals.
"""
GOOD_BID, POOR_BID = 0.6, 0.4
"""Above the first chance nobody should pass a bid; below the second, nobody should make it."""
CLEARLY_LESS = 0.2
"""How much less often than the best lower bid a bid must make, to be a mistake."""
EVEN = 0.5
"""The chance of either side to win a hand about which a pass says nothing."""
DEALS = 600
_SECONDS = 2.0
_NODES = 300_000


@dataclass(frozen=True, slots=True)
class WeighedCall:
    """A call, with the best call for comparison.

    `bid`: the hand's best bid, which is `best` unless that is a pass. `reason`: its contract and
    chance, and the effect of a pass. `raised`: how often the actual bid succeeds, if it needs more
    than `bid`; else None.
    """

    rules: Rules
    made: MakeCall
    best: MakeCall
    bid: MakeCall
    reason: Reason
    raised: float | None

    @property
    def chance(self) -> float:
        """How often the best bid is made."""
        return self.reason.chance or 0.0

    @property
    def own(self) -> float:
        """How often the bid in question is made: the actual one, or the one passed up."""
        return self.chance if self.raised is None else self.raised

    @property
    def is_good_hand(self) -> bool:
        """True if passing this hand would be a mistake."""
        return self.best.call.is_bid and self.chance >= GOOD_BID

    @property
    def lost(self) -> float:
        """How much less often its side wins the hand than by the best call."""
        if self.made.call.is_bid and self.best.call.is_bid:
            return max(0.0, self.chance - self.own)
        reason, bid, passed = self.reason, self.own, EVEN
        if reason.left_to is not None and reason.left_chance is not None:
            side_of = self.rules.game.side_of
            ours = side_of(reason.left_to) == side_of(self.made.seat)
            passed = reason.left_chance if ours else 1 - reason.left_chance
        return max(0.0, bid - passed if self.best.call.is_bid else passed - bid)

    @property
    def mistake(self) -> bool:
        """True for a clear one; see `JudgedCall`."""
        wrong = self._is_too_much if self.made.call.is_bid else self.is_good_hand
        return wrong and self.lost >= CLEAR

    @property
    def _is_too_much(self) -> bool:
        """True if the player should have bid less or passed."""
        made, bid = self.made.call, self.bid.call
        less = points_needed_for(self.rules, made) < points_needed_for(self.rules, bid)
        if less or self.own > POOR_BID:
            return False
        return not self.best.call.is_bid or self.chance - self.own >= CLEARLY_LESS


def _asks_more(view: SeatView, made: Call, best: Call, contract: Contract) -> bool:
    """Return True if a bid is harder to make than the best one, which plans this contract."""
    if points_needed_for(view.rules, made) > points_needed_for(view.rules, best):
        return True
    special = contract in special_contracts(view, best)
    return special and contract not in special_contracts(view, made)


class Judge:
    """Judges calls and plays. Holds working memory: use one instance per thread."""

    def __init__(self, solver: Solver, deals: int = DEALS) -> None:
        """`deals`: how many deals to sample if not every possible one can be tried."""
        self._solver = solver
        self._deals = deals
        self._sampler = PlaySampler()
        self._hands = HandSampler()

    def judge_call(self, game: Game, made: MakeCall) -> JudgedCall | None:
        """Judge a call, given the game before it; None if there was no choice."""
        found = self.weigh_call(view_for(game, made.seat), made)
        if found is None or found.reason.contract is None:
            return None
        contract, best = found.reason.contract, found.best.call
        return JudgedCall(made.seat, made.call, best, contract, found.own, found.mistake)

    def weigh_call(self, view: SeatView, made: MakeCall) -> WeighedCall | None:
        """Weigh a call of the view's seat; None if there was no choice."""
        legal = tuple(each for each in view.legal if isinstance(each, MakeCall))
        if len(legal) < 2:
            return None
        until = monotonic() + _SECONDS
        choice, reason = choose_call_by_sampling(self._hands, view, legal, self._deals, until)
        bid = choice if choice.call.is_bid else reason.next_best
        if not isinstance(bid, MakeCall) or reason.contract is None or reason.chance is None:
            return None
        raised = self._chance_of_raise(view, made, bid, reason.contract)
        return WeighedCall(view.rules, made, choice, bid, reason, raised)

    def _chance_of_raise(
        self, view: SeatView, made: MakeCall, bid: MakeCall, contract: Contract
    ) -> float | None:
        """Return how often a bid is made that needs more than the hand's best one.

        Or one at which the best one's contract may not be named, as nel-o above one mark (8.5).
        """
        if not made.call.is_bid or not _asks_more(view, made.call, bid.call, contract):
            return None
        others = (each for each in view.legal if isinstance(each, MakeCall))
        legal = (made, *(each for each in others if not each.call.is_bid))
        until = monotonic() + _SECONDS
        return choose_call_by_sampling(self._hands, view, legal, self._deals, until)[1].chance

    def judge_play(self, game: Game, play: PlayTile) -> JudgedPlay | None:
        """Judge a play, given the game before it; None if it was forced or cannot be judged."""
        deal = game.deal
        if deal is None or deal.contract is None:
            raise ValueError("no contract has been named")
        view = view_for(game, play.seat)
        plays = tuple(each for each in view.legal if isinstance(each, PlayTile))
        known = know(view)
        if game.is_renege(play):
            return self._judge_renege(known, deal, plays, play)
        if len(plays) < 2 or play not in plays:
            return None
        chances, alike = self._over_every_deal(known, deal, plays)
        sure = bool(chances)
        if not sure:
            chances = alike = self._over_samples(known, plays)
        if not chances:
            return None
        number = plays.index(play)
        mine = chances[number]
        proved = chances if sure else self._with_margin(known, play, plays, chances)
        best = max(range(len(plays)), key=proved.__getitem__)
        mistake = proved[best] - mine >= CLEAR
        mistake = mistake and alike[best] > alike[number]
        trick = len(deal.tricks) + 1
        return JudgedPlay(trick, play, plays[best], mine, chances[best], sure, mistake)

    def _judge_renege(
        self, known: Knowledge, deal: Deal, plays: tuple[PlayTile, ...], made: PlayTile
    ) -> JudgedPlay:
        """Judge a renege, which loses the hand whatever the others hold (ruling 8.19)."""
        trick = len(deal.tricks) + 1
        chances, _ = self._over_every_deal(known, deal, plays)
        sure = bool(chances)
        chances = chances or self._over_samples(known, plays)
        if chances:
            best_chance = max(chances)
            best = plays[chances.index(best_chance)]
        else:
            best_chance = EVEN
            best, _ = choose_tile(known.view, plays)
        return JudgedPlay(trick, made, best, 0.0, best_chance, sure, mistake=True, renege=True)

    def _with_margin(
        self, known: Knowledge, made: PlayTile, plays: Sequence[PlayTile], chances: Sequence[float]
    ) -> list[float]:
        """Return chances, less the sampling error for plays other than the one made."""
        plain, why = RulesPlayer().choose_with_reason(known.view)
        goal, _ = search_goal(known)
        ahead = goal is not None and looks_ahead(known, goal, self._deals)
        return [
            chance - (0 if each in (made, plain) else overclaim(known, each, why, ahead=ahead))
            for each, chance in zip(plays, chances, strict=True)
        ]

    def _over_every_deal(
        self, known: Knowledge, deal: Deal, plays: Sequence[PlayTile]
    ) -> tuple[list[float], list[float]]:
        """Compute the chances over every deal; empty if there are too many, or they are undecided.

        First with deals weighted by how well they fit the others' calls and plays, then unweighted:
        avoiding a mistake must not require reading the others as we do.
        """
        goal, need = search_goal(known)
        if goal is None or len(known.view.hand) > LAST_TRICKS:
            return [], []
        weights, counts, total, deals = [0] * len(plays), [0] * len(plays), 0, 0
        for row in self._sampler.every_deal(known, goal, need):
            hands = tuple(
                hand if seat == known.me else known.order.tiles(row[seat])
                for seat, hand in enumerate(deal.hands)
            )
            made = self._solver.outcomes_of_plays(replace(deal, hands=hands), plays, _NODES)
            total, deals = total + row[-1], deals + 1
            for number, answer in enumerate(made):
                if answer is None:
                    return [], []
                works = answer is known.declaring
                weights[number] += row[-1] * works
                counts[number] += works
        if not total:
            return [], []
        return [weight / total for weight in weights], [count / deals for count in counts]

    def _over_samples(self, known: Knowledge, plays: Sequence[PlayTile]) -> list[float]:
        """Compute the chances over sampled deals; empty if the contract is never sampled."""
        contract = known.view.contract
        goal, need = search_goal(known)
        if contract is None or goal is None or not STRATEGIES[contract.kind].is_sampled:
            return []
        until = monotonic() + _SECONDS
        results = results_of(
            self._sampler, known, plays, goal, need, self._deals, until, by_calls=True
        )
        return [each.chance for each in results]
