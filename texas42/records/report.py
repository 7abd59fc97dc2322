"""The referee in plain words: calls, tricks, score and the first fault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from texas42.engine import (
    FOLLOW_ME,
    Contract,
    ContractKind,
    Deal,
    DealResult,
    Ended,
    Game,
    MakeCall,
    MakeExchange,
    NameContract,
    PlayTile,
    Rules,
    Shake,
    Showing,
    Trick,
    format_call,
    format_contract,
    new_game,
)
from texas42.engine.tiles import all_of, list_tiles
from texas42.records.errors import Code, RecordError
from texas42.records.record import Record
from texas42.records.replay import Turn, deal_of, record_rules, walk

_FAULTS = {
    Code.BAD_RECORD: "not a record",
    Code.UNKNOWN_RULE: "an unknown rule",
    Code.BAD_DEAL: "a wrong deal",
    Code.WRONG_SEAT: "a wrong seat",
    Code.ILLEGAL_CALL: "an illegal call",
    Code.ILLEGAL_CONTRACT: "an illegal contract",
    Code.ILLEGAL_EXCHANGE: "an illegal exchange",
    Code.ILLEGAL_PLAY: "an illegal play",
}
_INDEXED = {Code.ILLEGAL_PLAY: "play"}


@dataclass(frozen=True, slots=True)
class RefereeReport:
    """The referee's lines on a record, and its fault, if any."""

    lines: tuple[str, ...]
    error: RecordError | None


def human(record: Record) -> RefereeReport:
    """Describe a record in plain words, up to its end or its first fault."""
    lines: list[str] = []
    try:
        _tell(record, lines)
    except RecordError as error:
        lines.append(fault_line(error))
        return RefereeReport(tuple(lines), error)
    return RefereeReport(tuple(lines), None)


def fault_line(error: RecordError) -> str:
    """Describe a fault and its location in one line."""
    place = f"Hand {error.hand}" if error.hand else "The record"
    if error.index:
        place += f", {_INDEXED.get(error.code, 'call')} {error.index}"
    return f"{place}: {_FAULTS[error.code]}. {error.message}"


def _tell(record: Record, lines: list[str]) -> None:
    game = new_game(record_rules(record))
    teller = _Teller(game.rules, record.players)
    lines.append(teller.heading())
    # Turn by turn, so that a fault keeps the lines before it.
    for turn in walk(record, game):
        game = turn.after
        lines.extend(teller.turn(turn))
    lines.extend(teller.ending(game))


class _Teller:
    """Describes turns with the names of one table's players."""

    def __init__(self, rules: Rules, players: Sequence[str] | None) -> None:
        self.rules = rules
        seats = range(rules.game.seats)
        self.names = tuple(players) if players else tuple(f"Seat {seat}" for seat in seats)

    def heading(self) -> str:
        unit = "marks" if self.rules.by_marks else "points"
        return f"{self.rules.game.name} ({self.rules.preset}), to {self.rules.target} {unit}."

    def turn(self, turn: Turn) -> Iterator[str]:
        deal = deal_of(turn.after)
        match turn.action:
            case Shake(shaker=shaker):
                yield f"Hand {turn.hand}: {self.names[shaker]} shakes."
            case MakeCall():
                yield from self._call(turn.action, deal)
            case NameContract(seat=seat, contract=contract):
                yield f"  {self.names[seat]} names {_contract_words(contract, self.rules)}."
            case Showing(what=what, seat=seat, tiles=tiles):
                yield f"  {self.names[seat]} shows the {what}: {list_tiles(tiles)}."
            case MakeExchange(seat=seat):
                yield self._exchange(seat, deal)
            case PlayTile():
                if len(deal.tricks) > len(deal_of(turn.before).tricks):
                    yield self._trick(len(deal.tricks), deal.tricks[-1])
        if deal.result is not None:
            yield from self._result(deal, deal.result, turn.after)

    def ending(self, game: Game) -> Iterator[str]:
        deal = game.deal
        if deal is None:
            yield "No hand has been shaken."
        elif deal.to_act is not None:
            if deal.trick is not None and deal.trick.plays:
                yield f"  Trick {len(deal.tricks) + 1} so far: {self._plays(deal.trick)}."
            yield f"  {self.names[deal.to_act]} is to act ({deal.phase.value})."

    def _call(self, action: MakeCall, deal: Deal) -> Iterator[str]:
        name = self.names[action.seat]
        if not action.call.is_bid:
            yield f"  {name} passes."
        else:
            yield f"  {name} bids {format_call(action.call, self.rules)}."
        if deal.bidder is not None and deal.bid is not None:
            yield f"  {self.names[deal.bidder]} has it for {format_call(deal.bid, self.rules)}."

    def _exchange(self, seat: int, deal: Deal) -> str:
        if deal.exchange is None or not deal.exchange.take:
            return f"  {self.names[seat]} exchanges nothing."
        take = list_tiles(deal.exchange.take)
        give = list_tiles(deal.exchange.give)
        return f"  {self.names[seat]} takes {take} and puts back {give}."

    def _trick(self, number: int, trick: Trick) -> str:
        taker = "nobody" if trick.winner is None else self.names[trick.winner]
        return f"  Trick {number}: {self._plays(trick)}. To {taker}, {_points(trick.points)}."

    def _plays(self, trick: Trick) -> str:
        return ", ".join(self._play(play) for play in trick.plays)

    def _play(self, play: PlayTile) -> str:
        called = "" if play.declared is None else f" called as {all_of(play.declared)}"
        return f"{self.names[play.seat]} {play.tile}{called}"

    def _result(self, deal: Deal, result: DealResult, game: Game) -> Iterator[str]:
        if result.ended is Ended.PASSED_OUT:
            yield "  The hand is thrown in."
        else:
            if result.ended is Ended.RENEGE and deal.trick is not None:
                play = deal.trick.plays[-1]
                yield f"  {self._play(play)} is a renege: the hand ends."
            yield f"  Points taken: {self._scores(result.points)}."
            yield f"  The bid is {'made' if result.made else 'set'}."
            yield f"  Scored: {self._scores(result.score)}."
        yield f"  The game: {self._scores(game.total)}."
        if game.winner is not None:
            yield f"{self.side(game.winner)} won the game."

    def _scores(self, scores: Sequence[int]) -> str:
        return ", ".join(f"{self.side(side)} {score}" for side, score in enumerate(scores))

    def side(self, side: int) -> str:
        spec = self.rules.game
        names = [name for seat, name in enumerate(self.names) if spec.side_of(seat) == side]
        return " and ".join(names)


def _contract_words(contract: Contract, rules: Rules) -> str:
    suit = contract.trump
    if contract.kind.partner_names and suit is not None:
        what = "no trump" if suit is FOLLOW_ME else f"{all_of(suit)} as trump"
        return f"{what} ({format_contract(contract, rules)})"
    if contract.kind is ContractKind.SUIT and suit is not None:
        return f"{all_of(suit)} as trump"
    return format_contract(contract, rules)


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"
