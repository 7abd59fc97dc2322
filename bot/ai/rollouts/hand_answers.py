"""The chances of a hand, and the expert's choice, by roll-outs without a clock."""

from dataclasses import replace
from math import inf

from bot.ai.inference.knowledge import know
from bot.ai.rollouts.bid_chances import bid_chances
from bot.ai.rollouts.hands import HandSampler
from bot.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from bot.ai.rollouts.play_choice import (
    chances_of,
    choose_play_by_sampling,
    odd_leads,
    search_goal,
)
from bot.ai.rollouts.plays import PlaySampler
from bot.ai.rules.explain import in_words
from bot.ai.rules.player import RulesPlayer
from bot.ai.rules.strategies import STRATEGIES
from bot.engine import PlayTile, SeatView
from bot.values.bid_chances import BidChances, BidQuestion
from bot.values.findings import Advice, Reason, ReasonKind
from bot.values.play_chances import NO_DIFFERENCE, PlayChances

PLAY_DEALS = 1000
_CONFIG = replace(LEVEL_CONFIGS[Level.EXPERT], play_deals=PLAY_DEALS)


class RolledOutAnswers:
    """Answers by roll-outs; the same question has the same answer on every machine."""

    def bid_chances(self, question: BidQuestion) -> BidChances:
        """Estimate the chances of a hand's bids."""
        return bid_chances(HandSampler(), question)

    def play_chances(self, view: SeatView) -> PlayChances:
        """Estimate the chances of the legal plays. Raises ValueError outside of play."""
        plain, reason = RulesPlayer().choose_with_reason(view)
        if view.contract is None or not isinstance(plain, PlayTile):
            raise ValueError("the seat is not about to play")
        known = know(view)
        if not STRATEGIES[view.contract.kind].is_sampled or search_goal(known)[0] is None:
            return PlayChances(view, {}, Advice(plain, reason))
        sampler = PlaySampler()
        plays = tuple(each for each in view.legal if isinstance(each, PlayTile))
        play, why = plain, reason
        if len(plays) > 1:
            play, why = choose_play_by_sampling(sampler, view, _CONFIG, plain, reason, inf)
        chances = dict(zip(plays, chances_of(sampler, view, plays, inf), strict=True))
        odd = odd_leads(known, plays, plain, reason)
        best = max((each for each in plays if each not in odd), key=chances.__getitem__)
        if chances[best] > chances[play] + NO_DIFFERENCE:
            # The choice left the calls out, but the chances that are told don't.
            play = best
            why = Reason(ReasonKind.SAMPLED, best.tile, known.led)
        for each in odd:
            # Roll-outs overrate such a lead, so it is not told as better than the choice.
            chances[each] = min(chances[each], chances[play])
        return PlayChances(view, chances, Advice(play, in_words(view, play, why)))
