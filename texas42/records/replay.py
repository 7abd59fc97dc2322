"""Replay a record by the rules, action by action, up to its end or its first fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from texas42.engine import (
    Action,
    Contract,
    Deal,
    EngineError,
    Game,
    MakeCall,
    MakeExchange,
    NameContract,
    NotationError,
    Phase,
    Rules,
    Shake,
    Showing,
    Tile,
    apply,
    format_contract,
    new_game,
    parse_action,
    parse_call,
    parse_contract,
    parse_tile,
    show,
)
from texas42.library import UnknownRule
from texas42.records.errors import Code, RecordError
from texas42.records.limits import bounded_rules
from texas42.records.record import ExchangeRecord, HandRecord, Record, ShownRecord


@dataclass(frozen=True, slots=True)
class Turn:
    """One action of a replay: the hand's number from 1, the game before and after."""

    hand: int
    before: Game
    action: Action | Showing
    after: Game


def record_rules(record: Record) -> Rules:
    """Load the rules of a record's table; raises RecordError (`unknown_rule`)."""
    try:
        return bounded_rules(record.game, record.rules)
    except UnknownRule as error:
        raise RecordError(Code.UNKNOWN_RULE, str(error)) from None


def replay(record: Record) -> Game:
    """Return the game at the end of the record; raises RecordError."""
    game = new_game(record_rules(record))
    for turn in walk(record, game):
        game = turn.after
    return game


def deal_of(game: Game) -> Deal:
    """Return the deal of a game in which a hand has been shaken."""
    if game.deal is None:
        raise AssertionError("a hand has been shaken")
    return game.deal


def walk(record: Record, game: Game) -> Iterator[Turn]:
    """Replay the hands of a record from a fresh game; raises RecordError at the first fault."""
    for number, hand in enumerate(record.hands, start=1):
        if not game.is_between_deals:
            why = "the hand before it is not finished" if game.winner is None else "the game is won"
            raise RecordError(Code.BAD_RECORD, f"Hand {number} is too many: {why}.", hand=number)
        for turn in _HandReplay(game, hand, number).turns():
            yield turn
            game = turn.after


class _HandReplay:
    """Replays one hand; `game` advances with every turn."""

    def __init__(self, game: Game, hand: HandRecord, number: int) -> None:
        self.game = game
        self.rules = game.rules
        self.hand = hand
        self.number = number

    def turns(self) -> Iterator[Turn]:
        yield self._do(self._shake(), Code.BAD_DEAL)
        for index, (seat, text) in enumerate(self.hand.calls, start=1):
            yield self._do(self._call(seat, text, index), Code.ILLEGAL_CALL, index)
        yield from self._settle()
        for shown in self.hand.shown:
            yield self._show(shown)
        for index, text in enumerate(self.hand.plays, start=1):
            yield self._do(self._play(text, index), Code.ILLEGAL_PLAY, index)

    @property
    def deal(self) -> Deal:
        return deal_of(self.game)

    def _fault(self, code: Code, message: str, index: int = 0) -> RecordError:
        return RecordError(code, message, hand=self.number, index=index)

    def _do(self, action: Action, code: Code, index: int = 0) -> Turn:
        try:
            after = apply(self.game, action).game
        except EngineError as error:
            raise self._fault(code, str(error), index) from None
        turn = Turn(self.number, self.game, action, after)
        self.game = after
        return turn

    # The shake

    def _shake(self) -> Shake:
        spec = self.rules.game
        hand = self.hand
        hands = tuple(self._tiles(texts) for texts in hand.deal)
        kitty = self._tiles(hand.kitty)
        if len(hands) != spec.seats:
            raise self._fault(Code.BAD_DEAL, f"{len(hands)} hands for {spec.seats} seats.")
        for seat, tiles in enumerate(hands):
            if len(tiles) != spec.hand_size:
                message = f"Seat {seat} has {len(tiles)} dominoes instead of {spec.hand_size}."
                raise self._fault(Code.BAD_DEAL, message)
        if len(kitty) != spec.kitty_size:
            message = f"{len(kitty)} dominoes are left over instead of {spec.kitty_size}."
            raise self._fault(Code.BAD_DEAL, message)
        dealt = Counter(kitty)
        for tiles in hands:
            dealt.update(tiles)
        if dealt != Counter(spec.tiles):
            raise self._fault(Code.BAD_DEAL, "These are not exactly the dominoes of the game.")
        expected = self.game.next_shaker
        if hand.shaker not in range(spec.seats):
            raise self._fault(Code.WRONG_SEAT, f"There is no seat {hand.shaker} to shake.")
        if expected is not None and hand.shaker != expected:
            message = f"Seat {expected} shakes, not seat {hand.shaker}."
            raise self._fault(Code.WRONG_SEAT, message)
        return Shake(hand.shaker, hands, kitty)

    def _tiles(self, texts: tuple[str, ...]) -> tuple[Tile, ...]:
        try:
            return tuple(parse_tile(text) for text in texts)
        except NotationError as error:
            raise self._fault(Code.BAD_DEAL, str(error)) from None

    # The auction

    def _call(self, seat: int, text: str, index: int) -> MakeCall:
        deal = self.deal
        if deal.phase is not Phase.CALL:
            raise self._fault(Code.ILLEGAL_CALL, "The auction is over.", index)
        if seat != deal.to_act:
            message = f"Seat {deal.to_act} is in turn to call, not seat {seat}."
            raise self._fault(Code.WRONG_SEAT, message, index)
        try:
            return MakeCall(seat, parse_call(text, self.rules))
        except NotationError as error:
            raise self._fault(Code.ILLEGAL_CALL, str(error), index) from None

    # Contract and exchange, in the game's order

    def _settle(self) -> Iterator[Turn]:
        contract = self.hand.contract
        exchange = self._exchange_of_hand()
        if contract is not None and self.rules.trump_in_bid and self.deal.contract is not None:
            self._compare(contract, self.deal.contract)
            contract = None
        while True:
            if self.deal.phase is Phase.CONTRACT and contract is not None:
                yield from self._name(contract)
                contract = None
            elif self.deal.phase is Phase.EXCHANGE and exchange is not None:
                yield self._do(self._exchange(exchange), Code.ILLEGAL_EXCHANGE)
                exchange = None
            else:
                break
        self._refuse_the_rest(contract, exchange)

    def _exchange_of_hand(self) -> ExchangeRecord | None:
        exchange = self.hand.exchange
        if exchange is None or self.rules.has_exchange or exchange.take or exchange.give:
            return exchange
        # In a game without an exchange, an empty one means none.
        return None

    def _refuse_the_rest(self, contract: str | None, exchange: ExchangeRecord | None) -> None:
        """Reject a contract or an exchange that does not belong in the hand."""
        phase = self.deal.phase
        if phase is Phase.EXCHANGE and (contract is not None or self.hand.plays):
            raise self._fault(Code.ILLEGAL_EXCHANGE, "The exchange is missing.")
        early = [
            (contract, Code.ILLEGAL_CONTRACT, "No contract can be named at this point."),
            (exchange, Code.ILLEGAL_EXCHANGE, "Nothing can be exchanged at this point."),
        ]
        if self.rules.has_exchange and not self.rules.game.contract_before_exchange:
            early.reverse()
        for given, code, message in early:
            if given is not None:
                raise self._fault(code, message)
        if phase is Phase.CONTRACT and self.hand.contract is not None and self.hand.plays:
            # The parsed contract is only the bare word.
            raise self._fault(Code.ILLEGAL_CONTRACT, "The partner has not named the suit.")

    def _compare(self, text: str, expected: Contract) -> None:
        if self._contract(text) != expected:
            message = f"The bid was for {format_contract(expected, self.rules)}."
            raise self._fault(Code.ILLEGAL_CONTRACT, message)

    def _contract(self, text: str) -> Contract:
        try:
            return parse_contract(text, self.rules)
        except NotationError as error:
            raise self._fault(Code.ILLEGAL_CONTRACT, str(error)) from None

    def _name(self, text: str) -> Iterator[Turn]:
        contract = self._contract(text)
        if contract.kind.partner_names and not contract.is_bare and self._bidder_names():
            # The bidder said the bare word and the partner named the suit; a record joins them.
            yield self._do(self._name_contract(Contract(contract.kind)), Code.ILLEGAL_CONTRACT)
        yield self._do(self._name_contract(contract), Code.ILLEGAL_CONTRACT)

    def _bidder_names(self) -> bool:
        return self.deal.to_act == self.deal.bidder

    def _name_contract(self, contract: Contract) -> NameContract:
        return NameContract(self._in_turn(), contract)

    def _exchange(self, exchange: ExchangeRecord) -> MakeExchange:
        try:
            take = tuple(parse_tile(text) for text in exchange.take)
            give = tuple(parse_tile(text) for text in exchange.give)
        except NotationError as error:
            raise self._fault(Code.ILLEGAL_EXCHANGE, str(error)) from None
        return MakeExchange(self._in_turn(), take, give)

    # What is laid open before the first tile

    def _show(self, shown: ShownRecord) -> Turn:
        try:
            tiles = tuple(parse_tile(text) for text in shown.tiles)
            showing = Showing(shown.what, shown.seat, tiles, shown.when)
            after = show(self.game, showing).game
        except EngineError as error:
            raise self._fault(Code.ILLEGAL_PLAY, str(error)) from None
        turn = Turn(self.number, self.game, showing, after)
        self.game = after
        return turn

    # The play

    def _play(self, text: str, index: int) -> Action:
        if self.deal.phase is not Phase.PLAY:
            why = "The hand is over." if self.deal.phase is Phase.OVER else "There is no contract."
            raise self._fault(Code.ILLEGAL_PLAY, why, index)
        try:
            return parse_action(text, Phase.PLAY, self._in_turn(), self.rules)
        except NotationError as error:
            raise self._fault(Code.ILLEGAL_PLAY, str(error), index) from None

    def _in_turn(self) -> int:
        seat = self.deal.to_act
        if seat is None:
            raise AssertionError("somebody is in turn while the hand is open")
        return seat
