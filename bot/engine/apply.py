"""The only way forward: apply an action to a game, get the next game and what happened."""

from dataclasses import dataclass, replace

from bot.engine.actions import (
    Action,
    MakeCall,
    MakeExchange,
    NameContract,
    Phase,
    Shake,
)
from bot.engine.auction import first_bidder, next_caller
from bot.engine.contracts import Contract
from bot.engine.deal import Deal, DealResult, Ended
from bot.engine.events import (
    AuctionWon,
    CallMade,
    ContractNamed,
    DealEnded,
    Event,
    Exchanged,
    GameWon,
    PassedOut,
    Shaken,
    TilePlayed,
    TrickTaken,
)
from bot.engine.exchange import exchanged, is_exchange_possible, seen_by_table
from bot.engine.game import Game, deal_in_turn
from bot.engine.naming import contract_in_bid, namer
from bot.engine.plays import PlayTile, Trick
from bot.engine.scoring import decided, result_of, thrown_in
from bot.engine.tiles import Tile
from bot.engine.tricks import (
    finish,
    first_leader,
    in_play,
    is_renege,
    led_by,
    next_to_play,
    trick_size,
)


@dataclass(frozen=True, slots=True)
class Step:
    """The game after an action, and the events of the action in order."""

    game: Game
    events: tuple[Event, ...]


def apply(game: Game, action: Action) -> Step:
    """Return the game after an action and its events; raises IllegalAction.

    Between deals only a shake is taken; it also begins the first deal.
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
    deal = replace(deal, calls=(*deal.calls, action))
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
    return _after_auction(game, deal, (ContractNamed(action.seat, action.contract),))


def _exchange(game: Game, deal: Deal, action: MakeExchange) -> Step:
    action = seen_by_table(deal, action)
    hand, kitty = exchanged(deal, action)
    deal = replace(deal, exchange=action, hands=_with(deal.hands, action.seat, hand), kitty=kitty)
    return _after_auction(game, deal, (Exchanged(action.seat, len(action.take)),))


def _with(
    hands: tuple[tuple[Tile, ...], ...], seat: int, hand: tuple[Tile, ...]
) -> tuple[tuple[Tile, ...], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _after_auction(game: Game, deal: Deal, events: tuple[Event, ...]) -> Step:
    """Go on to what the hand still lacks: contract and exchange in the game's order, then play."""
    rules, bidder, contract = deal.rules, deal.bidder, deal.contract
    if bidder is None:
        raise ValueError("nobody has won the auction")
    unnamed = contract is None or contract.is_bare
    exchanges = rules.has_exchange and deal.exchange is None
    if exchanges and not (unnamed and rules.game.contract_before_exchange):
        if not is_exchange_possible(deal):
            return _throw_in(game, deal, events)
        deal = replace(deal, phase=Phase.EXCHANGE, to_act=bidder)
    elif contract is None or unnamed:
        deal = replace(deal, phase=Phase.CONTRACT, to_act=namer(deal))
    else:
        deal = _begin_play(deal, bidder, contract)
    return Step(replace(game, deal=deal), events)


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
    events: tuple[Event, ...] = (TilePlayed(action.seat, action.tile, action.declared),)
    if forbidden:
        return _end(game, replace(deal, hands=hands, trick=trick), events, Ended.RENEGE)
    if len(trick.plays) < trick_size(deal.rules, contract):
        seat = next_to_play(deal, action.seat)
        return Step(
            replace(game, deal=replace(deal, hands=hands, trick=trick, to_act=seat)), events
        )
    return _finish_trick(game, replace(deal, hands=hands), trick, events)


def _finish_trick(game: Game, deal: Deal, trick: Trick, events: tuple[Event, ...]) -> Step:
    contract, bidder = deal.contract, deal.bidder
    if contract is None or bidder is None:
        raise ValueError("a trick is played in a contract")
    trick = finish(trick, contract, deal.rules, bidder)
    winner = trick.winner
    if winner is None:
        raise ValueError("a finished trick has a winner")
    points = list(deal.points)
    points[deal.rules.game.side_of(winner)] += trick.points
    tricks = (*deal.tricks, trick)
    deal = replace(deal, tricks=tricks, points=tuple(points), trick=Trick(winner), to_act=winner)
    events = (*events, TrickTaken(len(tricks), trick))
    if len(tricks) == deal.rules.game.hand_size:
        return _end(game, replace(deal, trick=None), events, Ended.PLAYED_OUT)
    ended = decided(deal)
    if ended is not None:
        return _end(game, replace(deal, trick=None), events, ended)
    return Step(replace(game, deal=deal), events)


def _end(game: Game, deal: Deal, events: tuple[Event, ...], ended: Ended) -> Step:
    """Close a deal that was played; a renege is always the last tile of it."""
    offender = None
    if ended is Ended.RENEGE and deal.trick is not None:
        offender = deal.rules.game.side_of(deal.trick.plays[-1].seat)
    result, winner = result_of(deal, game.total, ended, offender)
    return _close(game, deal, result, winner, events)


def _throw_in(game: Game, deal: Deal, events: tuple[Event, ...]) -> Step:
    return _close(game, deal, thrown_in(deal), None, events)


def _close(
    game: Game, deal: Deal, result: DealResult, winner: int | None, events: tuple[Event, ...]
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
    return Step(after, (*events, DealEnded(result), *won))
