"""Build the results of a finished hand and of a finished game."""

from __future__ import annotations

from texas42.engine import Game, format_call, format_contract
from texas42.library import rules_json
from texas42.records.build import deal_record, game_text
from texas42.records.record import hand_json

from .loaded import LoadedTable
from .model import Seat
from .results import GameRow, HandRow, bid_marks, bid_points, sweeper_of

AWAY = "away"  # level recorded for the computer that plays an absent person's seat


def hand_row(live: LoadedTable, now: float) -> HandRow:
    """Build the result of the hand that has just ended. Raises ValueError before its end."""
    deal = live.game.deal
    result = None if deal is None else deal.result
    if deal is None or result is None:
        raise ValueError("the hand is not over")
    return HandRow(
        hand_no=live.table.hand_no,
        game_no=live.table.game_no,
        bidder=deal.bidder,
        bid=None if deal.bid is None else format_call(deal.bid, live.rules),
        contract=None if deal.contract is None else format_contract(deal.contract, live.rules),
        made=result.made,
        ended=result.ended.value,
        points=result.points,
        score=result.score,
        players=tuple(_player(seat) for seat in live.table.seats),
        record=hand_json(deal_record(deal)),
        at=now,
        bid_points=None if deal.bid is None else bid_points(deal.bid, live.rules),
        bid_marks=0 if deal.bid is None else bid_marks(deal.bid, live.rules),
        swept_by=sweeper_of(deal),
        stood_in=live.stood_in,
        advised=live.table.advised,
    )


def record_of_hand(live: LoadedTable) -> str:
    """Write the record of a finished hand by itself, without names. Raises ValueError before it."""
    names = ("",) * len(live.table.seats)
    return game_text(live.table.game, rules_json(live.rules), names, [hand_row(live, 0.0).record])


def game_row(live: LoadedTable, game: Game, winner: int, now: float) -> GameRow:
    """Build the result of the game that the hand has ended, for the people and computers in it."""
    table = live.table
    by_marks = live.rules.scoring == "marks"
    marks = game.total if by_marks else tuple(int(s == winner) for s in range(len(game.total)))
    return GameRow(
        game_no=table.game_no,
        game=table.game,
        rules=table.rules,
        winner=winner,
        total=game.total,
        marks=marks,
        players=tuple(_player(seat) for seat in table.seats),
        names=tuple(seat.name for seat in table.seats),
        at=now,
        levels=tuple("" if _player(seat) else seat.level or AWAY for seat in table.seats),
        target=live.rules.target,
    )


def _player(seat: Seat) -> int | None:
    """Return the person credited with a seat's result; None while a computer plays it."""
    return None if seat.played_by_computer else seat.user_id
