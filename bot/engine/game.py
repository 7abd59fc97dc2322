"""A game: the totals, the deal in play, and what may be done next."""

from dataclasses import dataclass

from bot.engine.actions import (
    Action,
    MakeCall,
    MakeExchange,
    NameContract,
    Phase,
    Shake,
)
from bot.engine.auction import legal_calls, verify_call
from bot.engine.deal import Deal
from bot.engine.errors import IllegalAction, NotInTurn, Rule
from bot.engine.exchange import legal_exchanges, verify_exchange
from bot.engine.naming import legal_contracts, verify_contract
from bot.engine.plays import PlayTile
from bot.engine.rules import Rules
from bot.engine.tricks import is_renege, legal_plays, refusal, verify_held

_PHASE_OF = {
    MakeCall: Phase.CALL,
    NameContract: Phase.CONTRACT,
    MakeExchange: Phase.EXCHANGE,
    PlayTile: Phase.PLAY,
}


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two actions; `deal` stays in view until the next shake."""

    rules: Rules
    total: tuple[int, ...]
    """Each side's score so far, without the deal in play."""
    deal: Deal | None = None
    next_shaker: int | None = None
    """Who must shake next; None where anybody may."""
    deals_played: int = 0
    """Finished deals, thrown-in hands included."""
    winner: int | None = None
    """The side that has won the game."""

    @property
    def is_between_deals(self) -> bool:
        """Whether the next action is a shake."""
        return self.winner is None and (self.deal is None or self.deal.result is not None)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the seat in turn may do; empty between deals and when the game is won."""
        deal = self.deal
        if deal is None or deal.to_act is None:
            return ()
        match deal.phase:
            case Phase.CALL:
                return legal_calls(deal, deal.to_act)
            case Phase.CONTRACT:
                seat = deal.to_act
                return tuple(NameContract(seat, contract) for contract in legal_contracts(deal))
            case Phase.EXCHANGE:
                return legal_exchanges(deal)
            case Phase.PLAY:
                return legal_plays(deal)
            case Phase.OVER:
                return ()

    def is_legal(self, action: Action) -> bool:
        """Return whether the rules allow an action now; a renege is never legal."""
        return self.accepts(action) and not self.is_renege(action)

    def is_renege(self, action: Action) -> bool:
        """Return whether a forfeit table would take this tile as a renege (ruling 8.19)."""
        if not isinstance(action, PlayTile) or not self.accepts(action):
            return False
        return is_renege(deal_in_turn(self, action), action)

    def accepts(self, action: Action) -> bool:
        """Return whether `apply` would take an action, a renege at a forfeit table included."""
        try:
            self.verify(action)
        except IllegalAction:
            return False
        return True

    def verify(self, action: Action) -> None:
        """Refuse an action that `apply` would not take; raises IllegalAction.

        At a table with `renege=forfeit` a held tile that the rules forbid is taken, and ends
        the hand (ruling 8.19).
        """
        if isinstance(action, Shake):
            _verify_shake(self, action)
            return
        deal = deal_in_turn(self, action)
        match action:
            case MakeCall():
                verify_call(deal, action)
            case NameContract():
                verify_contract(deal, action)
            case MakeExchange():
                verify_exchange(deal, action)
            case PlayTile():
                verify_held(deal, action)
                if deal.rules.renege == "reject" and is_renege(deal, action):
                    raise refusal(deal, action)


def new_game(
    rules: Rules,
    *,
    total: tuple[int, ...] | None = None,
    next_shaker: int | None = None,
    deals_played: int = 0,
) -> Game:
    """Return a game before its first shake, or one resumed from stored totals.

    Raises ValueError where the totals or the shaker do not fit the game.
    """
    total = (0,) * rules.game.sides if total is None else tuple(total)
    if len(total) != rules.game.sides:
        raise ValueError(f"{rules.game.name} has {rules.game.sides} sides, not {len(total)}")
    if next_shaker is not None and next_shaker not in range(rules.game.seats):
        raise ValueError(f"no such seat: {next_shaker}")
    return Game(rules, total, next_shaker=next_shaker, deals_played=deals_played)


def _verify_shake(game: Game, action: Shake) -> None:
    spec = game.rules.game
    if game.winner is not None:
        raise IllegalAction(Rule.GAME_OVER, "The game is over.", {"winner": game.winner})
    if not game.is_between_deals:
        phase = None if game.deal is None else game.deal.phase
        raise IllegalAction(Rule.WRONG_PHASE, "The hand is not over yet.", {"phase": phase})
    expected = game.next_shaker
    if action.shaker not in range(spec.seats) or expected not in {None, action.shaker}:
        raise IllegalAction(
            Rule.WRONG_SHAKER,
            f"Seat {action.shaker} does not shake now.",
            {"shaker": action.shaker, "expected": expected},
        )
    sizes = [len(hand) for hand in action.hands]
    dealt = sorted(tile for part in (*action.hands, action.kitty) for tile in part)
    if sizes != [spec.hand_size] * spec.seats or tuple(dealt) != spec.tiles:
        raise IllegalAction(
            Rule.BAD_DEAL,
            f"{spec.name} is dealt {spec.hand_size} dominoes to each of {spec.seats} seats "
            f"and {spec.kitty_size} are left over.",
            {"seats": spec.seats, "hand_size": spec.hand_size, "kitty_size": spec.kitty_size},
        )


def deal_in_turn(game: Game, action: MakeCall | NameContract | MakeExchange | PlayTile) -> Deal:
    """Return the deal in which this action is due from this seat; raises IllegalAction if not."""
    deal = game.deal
    if deal is None or deal.to_act is None:
        raise IllegalAction(Rule.WRONG_PHASE, "No hand is being played.", {"phase": None})
    if deal.to_act != action.seat:
        raise NotInTurn(
            Rule.NOT_IN_TURN,
            "It is not your turn.",
            {"seat": action.seat, "to_act": deal.to_act},
        )
    if _PHASE_OF[type(action)] is not deal.phase:
        raise IllegalAction(
            Rule.WRONG_PHASE, "That is not what is asked for now.", {"phase": deal.phase}
        )
    return deal
