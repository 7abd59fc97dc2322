"""The one judge of what a seat should do, and of what it did.

Guide, hint, coach, review, replay and the answers about a hand all ask it, so that they agree. An
answer depends on the seat's view and on fixed numbers of sampled deals, never on time or load.

A play in the last four tricks is judged over every possible deal, with best play by all. If there
are too many deals, or the play is earlier, sampled deals are rolled out instead.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from texas42.ai.findings.bid_chances import BidChances, BidQuestion
from texas42.ai.findings.judgments import Advice, JudgedCall, JudgedPlay, Reason, ReasonKind
from texas42.ai.findings.play_chances import NO_DIFFERENCE, PlayChances
from texas42.ai.inference.knowledge import Knowledge, know
from texas42.ai.rollouts.bid_chances import bid_chances
from texas42.ai.rollouts.contracts import choose_contract_by_sampling
from texas42.ai.rollouts.exchange import choose_exchange_by_sampling
from texas42.ai.rollouts.hands import HandSampler
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from texas42.ai.rollouts.next_leads import looks_ahead
from texas42.ai.rollouts.play_choice import (
    chances_of,
    choose_play_by_sampling,
    odd_leads,
    overclaim,
    search_goal,
)
from texas42.ai.rollouts.plays import PlaySampler
from texas42.ai.rollouts.weighed_calls import CLEAR, EVEN, WeighedCall, best_call, weigh_call
from texas42.ai.rules.explain import in_words
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.rules.strategies import STRATEGIES
from texas42.ai.solver.solver import Solver
from texas42.engine import (
    Deal,
    MakeCall,
    MakeExchange,
    NameContract,
    Phase,
    PlayTile,
    SeatView,
)

LAST_TRICKS = 4
"""With this many tiles in hand or fewer, try to list every possible deal."""
DEALS = 4096
"""Deals sampled to choose a play. Half as many are for bids, contracts and exchanges, and to tell
how often each play works."""
_FEWER = 4
"""How many times fewer deals to sample where dominoes come twice, as such deals take longer."""
_EXPERT = LEVEL_CONFIGS[Level.EXPERT]
_NODES = 300_000


@dataclass(frozen=True, slots=True)
class _WeighedPlays:
    """The best play of a seat, and how often each of its legal plays works.

    `alike`: the same over unweighted deals. `margin`: how much the chance of the best play may be
    overrated. `sure`: over every possible deal, not sampled ones. Without chances, the bid is
    decided, or such plays cannot be weighed.
    """

    play: PlayTile
    reason: Reason
    chances: Mapping[PlayTile, float]
    alike: Mapping[PlayTile, float]
    margin: float
    sure: bool


class Judge:
    """Advises and judges. Holds working memory: use one instance per thread."""

    def __init__(self, solver: Solver, deals: int = DEALS) -> None:
        """`deals`: how many deals to sample if not every possible one can be tried."""
        self._solver = solver
        self._deals = deals
        self._sampler = PlaySampler()
        self._hands = HandSampler()

    def advise(self, view: SeatView) -> Advice:
        """Return the best act of the seat in turn, and why."""
        plain, reason = RulesPlayer().choose_with_reason(view)
        action = plain
        if len(view.legal) > 1:
            deals = self._deals // 2
            match plain:
                case MakeCall():
                    action, reason = best_call(self._hands, view, deals)
                case NameContract():
                    action, reason = choose_contract_by_sampling(
                        self._hands, view, plain, deals, inf
                    )
                case MakeExchange():
                    action, reason = choose_exchange_by_sampling(
                        self._hands, view, plain, deals, inf
                    )
                case PlayTile():
                    found = self._weigh_plays(view)
                    action = found.play
                    reason = found.reason
        return Advice(action, in_words(view, action, reason))

    def bid_chances(self, question: BidQuestion) -> BidChances:
        """Estimate the chances of a hand's bids."""
        return bid_chances(self._hands, question)

    def play_chances(self, view: SeatView) -> PlayChances:
        """Estimate the chances of the legal plays. Raises ValueError outside of play."""
        if view.phase is not Phase.PLAY or not view.legal:
            raise ValueError("the seat is not about to play")
        found = self._weigh_plays(view)
        advice = Advice(found.play, in_words(view, found.play, found.reason))
        return PlayChances(view, found.chances, advice)

    def weigh_call(self, view: SeatView, made: MakeCall) -> WeighedCall | None:
        """Weigh a call of the view's seat; None if there was no choice."""
        return weigh_call(self._hands, view, made, self._deals // 2)

    def judge_call(self, view: SeatView, made: MakeCall) -> JudgedCall | None:
        """Judge a call of the view's seat; None if there was no choice."""
        found = self.weigh_call(view, made)
        if found is None or found.reason.contract is None:
            return None
        contract = found.reason.contract
        return JudgedCall(made.seat, made.call, found.best.call, contract, found.own, found.mistake)

    def judge_play(self, view: SeatView, play: PlayTile) -> JudgedPlay | None:
        """Judge a play of the view's seat; None if it was forced or cannot be judged."""
        renege = play not in view.legal
        if len(view.legal) < 2 and not renege:
            return None
        found = self._weigh_plays(view)
        trick = len(view.tricks) + 1
        best = found.play
        best_chance = found.chances.get(best, EVEN)
        if renege:  # it loses the hand whatever the others hold (ruling 8.19)
            return JudgedPlay(
                trick, play, best, 0.0, best_chance, found.sure, mistake=True, renege=True
            )
        if not found.chances:
            return None
        chance = found.chances[play]
        mistake = play != best and best_chance - found.margin - chance >= CLEAR
        mistake = mistake and found.alike[best] > found.alike[play]
        return JudgedPlay(trick, play, best, chance, best_chance, found.sure, mistake)

    def _weigh_plays(self, view: SeatView) -> _WeighedPlays:
        """Choose a play, and estimate how often each one works."""
        plain, why = RulesPlayer().choose_with_reason(view)
        if view.contract is None or not isinstance(plain, PlayTile):
            raise ValueError("the seat is not about to play")
        plays = tuple(each for each in view.legal if isinstance(each, PlayTile))
        known = know(view)
        goal, _ = search_goal(known)
        deals = self._deals // (_FEWER if view.rules.game.copies > 1 else 1)
        sampled = STRATEGIES[view.contract.kind].is_sampled and goal is not None
        chances, alike = self._over_every_deal(known, plays)
        sure = bool(chances)
        if not sure and sampled:
            made = chances_of(self._sampler, view, plays, inf, deals // 2)
            chances = dict(zip(plays, made, strict=True))
            alike = chances
        play = plain
        reason = why
        if sampled and len(plays) > 1:
            config = replace(_EXPERT, play_deals=deals)
            play, reason = choose_play_by_sampling(self._sampler, view, config, plain, why, inf)
        if not chances:
            return _WeighedPlays(play, reason, {}, {}, 0.0, sure=False)
        odd = odd_leads(known, plays, plain, why)
        likeliest = max((each for each in plays if each not in odd), key=chances.__getitem__)
        rival = reason.next_best
        if chances[likeliest] > chances[play] + NO_DIFFERENCE:
            # The choice left the calls out, but the chances that are told don't.
            rival = play
            play = likeliest
            reason = why if play == plain else Reason(ReasonKind.SAMPLED, play.tile, known.led)
        # Roll-outs overrate such a lead, so it is not told as better than the choice.
        told = {
            each: min(chance, chances[play]) if each in odd else chance
            for each, chance in chances.items()
        }
        if len(plays) > 1:
            if not isinstance(rival, PlayTile):
                rival = max((each for each in plays if each != play), key=told.__getitem__)
            reason = replace(
                reason,
                chance=told[play],
                tried=True,
                next_best=rival,
                next_chance=told[rival],
            )
        ahead = goal is not None and looks_ahead(known, goal, deals)
        margin = 0.0
        if not sure and play != plain:
            margin = overclaim(known, play, why, ahead=ahead)
        return _WeighedPlays(play, reason, told, alike, margin, sure)

    def _over_every_deal(
        self, known: Knowledge, plays: Sequence[PlayTile]
    ) -> tuple[dict[PlayTile, float], dict[PlayTile, float]]:
        """Compute the chances over every deal; empty if there are too many, or they are undecided.

        First with deals weighted by how well they fit the others' calls and plays, then unweighted:
        avoiding a mistake must not require reading the others as we do.
        """
        goal, need = search_goal(known)
        if goal is None or len(known.view.hand) > LAST_TRICKS:
            return {}, {}
        weights = dict.fromkeys(plays, 0)
        counts = dict.fromkeys(plays, 0)
        total = 0
        deals = 0
        for row in self._sampler.every_deal(known, goal, need):
            made = self._solver.outcomes_of_plays(_deal_of(known, row), plays, _NODES)
            total += row[-1]
            deals += 1
            for play, answer in zip(plays, made, strict=True):
                if answer is None:
                    return {}, {}
                works = answer is known.declaring
                weights[play] += row[-1] * works
                counts[play] += works
        if not total:
            return {}, {}
        return (
            {play: weight / total for play, weight in weights.items()},
            {play: count / deals for play, count in counts.items()},
        )


def _deal_of(known: Knowledge, row: Sequence[int]) -> Deal:
    """Build the deal that a seat sees, with the others' tiles as in a row of `every_deal`."""
    view = known.view
    hands = tuple(
        view.hand if seat == known.me else known.order.tiles(row[seat])
        for seat in range(view.rules.game.seats)
    )
    return Deal(
        rules=view.rules,
        shaker=view.shaker,
        dealt=(),
        undealt=(),
        hands=hands,
        kitty=(),
        phase=view.phase,
        to_act=view.to_act,
        points=view.points,
        calls=view.calls,
        bidder=view.bidder,
        bid=view.bid,
        contract=view.contract,
        tricks=view.tricks,
        trick=view.trick,
    )
