"""The stronger players: they roll out their choices in sampled deals."""

from dataclasses import replace
from math import inf
from time import monotonic

from texas42.ai.findings.judgments import Reason
from texas42.ai.rollouts.bids import choose_call_by_sampling
from texas42.ai.rollouts.contracts import choose_contract_by_sampling
from texas42.ai.rollouts.exchange import choose_exchange_by_sampling
from texas42.ai.rollouts.hands import HandSampler
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level, LevelConfig
from texas42.ai.rollouts.play_choice import chances_of, choose_play_by_sampling
from texas42.ai.rollouts.plays import PlaySampler
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.valuation.book_estimate import estimate_by_book
from texas42.ai.valuation.strength import estimate_by_rule
from texas42.engine import Action, MakeCall, MakeExchange, NameContract, Phase, PlayTile, SeatView


class SampledPlayer:
    """Chooses by roll-outs; needs numba. Holds working memory: use one instance per thread."""

    def __init__(self, level: Level, config: LevelConfig | None = None) -> None:
        self._config = config or LEVEL_CONFIGS[level]
        estimator = estimate_by_book if self._config.by_book else estimate_by_rule
        self._plain = RulesPlayer(self._config.eagerness, estimator)
        self._play_sampler = PlaySampler()
        self._hand_sampler = HandSampler()

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Choose one of `view.legal`, within `seconds` of wall time."""
        return self._choose(view, monotonic() + seconds * 0.8)[0]

    def choose_fixed(self, view: SeatView) -> Action:
        """Choose one of `view.legal` by the numbers of sampled deals alone, without a clock."""
        return self._choose(view, inf)[0]

    def choose_with_reason(self, view: SeatView, seconds: float) -> tuple[Action, Reason]:
        """Choose an action; return it with its reason. Raises ValueError if not in turn."""
        now = monotonic()
        action, reason = self._choose(view, now + seconds * 0.6)
        if isinstance(action, PlayTile) and reason.tried:
            rivals = [reason.next_best] if isinstance(reason.next_best, PlayTile) else []
            plays = (action, *rivals)
            chance, *others = chances_of(self._play_sampler, view, plays, now + seconds * 0.8)
            reason = replace(reason, chance=chance, next_chance=next(iter(others), None))
        return action, reason

    def _choose(self, view: SeatView, until: float) -> tuple[Action, Reason]:
        """Choose by `until`; the chance in a play's reason is rough."""
        action, reason = self._plain.choose_with_reason(view)
        if len(view.legal) == 1:
            return action, reason
        if view.phase is not Phase.PLAY and self._config.bid_deals:
            return self._before_play(view, action, until)
        if view.phase is not Phase.PLAY or not isinstance(action, PlayTile):
            return action, reason
        return choose_play_by_sampling(
            self._play_sampler, view, self._config, action, reason, until
        )

    def _before_play(self, view: SeatView, plain: Action, until: float) -> tuple[Action, Reason]:
        """Choose a call, a contract or an exchange; `plain` is the plain player's choice."""
        deals = self._config.bid_deals
        eagerness = self._config.eagerness
        if isinstance(plain, MakeExchange):
            return choose_exchange_by_sampling(self._hand_sampler, view, plain, deals, until)
        if isinstance(plain, NameContract):
            return choose_contract_by_sampling(self._hand_sampler, view, plain, deals, until)
        calls = tuple(each for each in view.legal if isinstance(each, MakeCall))
        return choose_call_by_sampling(self._hand_sampler, view, calls, deals, until, eagerness)
