"""A game: its totals, the current deal, the legal actions and their effects."""

from dataclasses import dataclass, replace

from texas42.engine.auction import first_bidder, legal_calls, next_caller, verify_call
from texas42.engine.contracts import Contract
from texas42.engine.deal import (
    Action,
    AuctionWon,
    CallMade,
    ContractNamed,
    Deal,
    DealEnded,
    DealResult,
    Ended,
    Exchanged,
    GameWon,
    Happening,
    MakeCall,
    MakeExchange,
    NameContract,
    PassedOut,
    Phase,
    Shake,
    Shaken,
    TilePlayed,
    TilesShown,
    TrickTaken,
)
from texas42.engine.errors import IllegalAction, NotInTurn, Rule
from texas42.engine.exchange import (
    is_exchange_possible,
    legal_exchanges,
    reveal_blind_tiles,
    swap_tiles,
    verify_exchange,
)
from texas42.engine.naming import contract_in_bid, legal_contracts, namer, verify_contract
from texas42.engine.rules import Rules
from texas42.engine.scoring import early_end, result_of, result_of_throw_in
from texas42.engine.showing import shown_doubles
from texas42.engine.tiles import PlayTile, Tile, Trick
from texas42.engine.tricks import (
    finish,
    first_leader,
    in_play,
    is_renege,
    led_by,
    legal_plays,
    next_to_play,
    refusal,
    trick_size,
    verify_held,
)

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
    """The seat that must shake next; None if any seat may."""
    deals_played: int = 0
    """Finished deals, thrown-in hands included."""
    winner: int | None = None
    """The side that has won the game."""

    @property
    def is_between_deals(self) -> bool:
        """True if the next action is a shake."""
        return self.winner is None and (self.deal is None or self.deal.result is not None)

    def legal_actions(self) -> tuple[Action, ...]:
        """List the legal actions of the seat in turn; empty between deals and after the game."""
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
        """Return True if an action is legal now; a renege never is."""
        return self.accepts(action) and not self.is_renege(action)

    def is_renege(self, action: Action) -> bool:
        """Return True if a forfeit table would accept this tile as a renege (ruling 8.19)."""
        if not isinstance(action, PlayTile) or not self.accepts(action):
            return False
        return is_renege(deal_in_turn(self, action), action)

    def accepts(self, action: Action) -> bool:
        """Return True if `apply` would accept an action, a renege at a forfeit table included."""
        try:
            self.verify(action)
        except IllegalAction:
            return False
        return True

    def verify(self, action: Action) -> None:
        """Raise IllegalAction for an action that `apply` would refuse.

        At a table with `renege=forfeit` a held tile that breaks the rules is accepted, and ends the
        hand (ruling 8.19).
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
    """Build a game before its first shake, or resumed from stored totals.

    Raises ValueError if the totals or the shaker don't fit the game.
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
    """Return the deal that awaits this action from this seat; raises IllegalAction if none does."""
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


@dataclass(frozen=True, slots=True)
class Step:
    """The game after an action, and what the action led to, in order."""

    game: Game
    happenings: tuple[Happening, ...]


def apply(game: Game, action: Action) -> Step:
    """Apply an action; return the game afterwards and what happened. Raises IllegalAction.

    Between deals only a shake is accepted; it also begins the first deal.
    """
    game.verify(action)
    if isinstance(action, Shake):
        return _shake(game, action)
    deal = deal_in_turn(game, action)
    match action:
        case MakeCall():
            return _call(game, deal, action)
        case NameContract():
            return _name(game, deal, action)
        case MakeExchange():
            return _exchange(game, deal, action)
        case PlayTile():
            return _play(game, deal, action)


def _shake(game: Game, action: Shake) -> Step:
    hands = tuple(tuple(sorted(hand)) for hand in action.hands)
    deal = Deal(
        rules=game.rules,
        shaker=action.shaker,
        dealt=action.hands,
        undealt=action.kitty,
        hands=hands,
        kitty=tuple(sorted(action.kitty)),
        phase=Phase.CALL,
        to_act=first_bidder(game.rules, action.shaker, hands),
        points=(0,) * game.rules.game.sides,
    )
    return Step(replace(game, deal=deal), (Shaken(action.shaker),))


def _call(game: Game, deal: Deal, action: MakeCall) -> Step:
    # A question for the doubles falls with the plunge that it was for.
    asked = deal.asked and not action.call.is_bid
    deal = replace(deal, calls=(*deal.calls, action), asked=asked)
    made = CallMade(action.seat, action.call)
    seat = next_caller(deal)
    if seat is not None:
        return Step(replace(game, deal=replace(deal, to_act=seat)), (made,))
    standing = deal.standing
    if standing is None:
        return _throw_in(game, deal, (made, PassedOut()))
    won = AuctionWon(standing.seat, standing.call)
    contract = contract_in_bid(standing.call)
    named = () if contract is None else (ContractNamed(standing.seat, contract),)
    deal = replace(deal, bidder=standing.seat, bid=standing.call, contract=contract)
    return _after_auction(game, deal, (made, won, *named))


def _name(game: Game, deal: Deal, action: NameContract) -> Step:
    deal = replace(deal, contract=action.contract)
    named: tuple[Happening, ...] = (ContractNamed(action.seat, action.contract),)
    showing = shown_doubles(deal) if deal.asked else None
    if showing is not None:
        deal = replace(deal, shown=(showing,))
        named = (*named, TilesShown(showing))
    return _after_auction(game, deal, named)


def _exchange(game: Game, deal: Deal, action: MakeExchange) -> Step:
    action = reveal_blind_tiles(deal, action)
    hand, kitty = swap_tiles(deal, action)
    deal = replace(deal, exchange=action, hands=_with(deal.hands, action.seat, hand), kitty=kitty)
    return _after_auction(game, deal, (Exchanged(action.seat, len(action.take)),))


def _with(
    hands: tuple[tuple[Tile, ...], ...], seat: int, hand: tuple[Tile, ...]
) -> tuple[tuple[Tile, ...], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _after_auction(game: Game, deal: Deal, happenings: tuple[Happening, ...]) -> Step:
    """Advance to the next phase: contract and exchange in the game's order, then play."""
    rules = deal.rules
    bidder = deal.bidder
    contract = deal.contract
    if bidder is None:
        raise ValueError("nobody has won the auction")
    unnamed = contract is None or contract.is_bare
    exchanges = rules.has_exchange and deal.exchange is None
    if exchanges and not (unnamed and rules.game.contract_before_exchange):
        if not is_exchange_possible(deal):
            return _throw_in(game, deal, happenings)
        deal = replace(deal, phase=Phase.EXCHANGE, to_act=bidder)
    elif contract is None or unnamed:
        deal = replace(deal, phase=Phase.CONTRACT, to_act=namer(deal))
    else:
        deal = _begin_play(deal, bidder, contract)
    return Step(replace(game, deal=deal), happenings)


def _begin_play(deal: Deal, bidder: int, contract: Contract) -> Deal:
    leader = first_leader(deal.rules, bidder, contract)
    return replace(deal, phase=Phase.PLAY, to_act=leader, trick=Trick(leader))


def _play(game: Game, deal: Deal, action: PlayTile) -> Step:
    contract, trick = in_play(deal)
    forbidden = is_renege(deal, action)
    hand = list(deal.hands[action.seat])
    hand.remove(action.tile)
    hands = _with(deal.hands, action.seat, tuple(hand))
    led = trick.led if trick.plays else led_by(contract, action)
    trick = Trick(trick.leader, (*trick.plays, action), led)
    happenings: tuple[Happening, ...] = (TilePlayed(action.seat, action.tile, action.declared),)
    if forbidden:
        return _end(game, replace(deal, hands=hands, trick=trick), happenings, Ended.RENEGE)
    if len(trick.plays) < trick_size(deal.rules, contract):
        seat = next_to_play(deal, action.seat)
        return Step(
            replace(game, deal=replace(deal, hands=hands, trick=trick, to_act=seat)), happenings
        )
    return _finish_trick(game, replace(deal, hands=hands), trick, happenings)


def _finish_trick(game: Game, deal: Deal, trick: Trick, happenings: tuple[Happening, ...]) -> Step:
    contract = deal.contract
    bidder = deal.bidder
    if contract is None or bidder is None:
        raise ValueError("no contract has been named")
    trick = finish(trick, contract, deal.rules, bidder)
    winner = trick.winner
    if winner is None:
        raise ValueError("a finished trick has a winner")
    points = list(deal.points)
    points[deal.rules.game.side_of(winner)] += trick.points
    tricks = (*deal.tricks, trick)
    deal = replace(deal, tricks=tricks, points=tuple(points), trick=Trick(winner), to_act=winner)
    happenings = (*happenings, TrickTaken(len(tricks), trick))
    if len(tricks) == deal.rules.game.hand_size:
        return _end(game, replace(deal, trick=None), happenings, Ended.PLAYED_OUT)
    ended = early_end(deal)
    if ended is not None:
        return _end(game, replace(deal, trick=None), happenings, ended)
    return Step(replace(game, deal=deal), happenings)


def _end(game: Game, deal: Deal, happenings: tuple[Happening, ...], ended: Ended) -> Step:
    """Finish a played deal; a renege is always its last tile."""
    offender = None
    if ended is Ended.RENEGE and deal.trick is not None:
        offender = deal.rules.game.side_of(deal.trick.plays[-1].seat)
    result, winner = result_of(deal, game.total, ended, offender)
    return _close(game, deal, result, winner, happenings)


def _throw_in(game: Game, deal: Deal, happenings: tuple[Happening, ...]) -> Step:
    return _close(game, deal, result_of_throw_in(deal), None, happenings)


def _close(
    game: Game,
    deal: Deal,
    result: DealResult,
    winner: int | None,
    happenings: tuple[Happening, ...],
) -> Step:
    after = Game(
        rules=game.rules,
        total=tuple(had + got for had, got in zip(game.total, result.score, strict=True)),
        deal=replace(deal, phase=Phase.OVER, to_act=None, result=result),
        next_shaker=result.next_shaker,
        deals_played=game.deals_played + 1,
        winner=winner,
    )
    won = () if winner is None else (GameWon(winner),)
    return Step(after, (*happenings, DealEnded(result), *won))
