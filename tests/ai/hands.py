"""Play whole hands between players, for the player tests."""

from collections.abc import Sequence
from random import Random

from texas42.ai.players.levels import Player
from texas42.engine import Action, Game, Phase, Rules, SeatView, Shake, apply, new_game, view_for


class RandomPlayer:
    """Chooses a random legal action."""

    def __init__(self, seed: int) -> None:
        self._randomness = Random(seed)

    def choose(self, view: SeatView, seconds: float) -> Action:
        return self._randomness.choice(view.legal)


def play_hand(rules: Rules, shake: Shake, players: Sequence[Player]) -> Game:
    """Play one hand to its end, checking that every choice is legal."""
    state = apply(new_game(rules), shake).game
    while state.deal is not None and state.deal.phase is not Phase.OVER:
        seat = state.deal.to_act
        assert seat is not None
        view = view_for(state, seat)
        action = players[seat].choose(view, 1.0)
        assert action in view.legal
        state = apply(state, action).game
    return state
