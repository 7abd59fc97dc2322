"""Build the results of a finished hand and game, and the table as it stood after a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from texas42.engine import Game, Rules, format_call, format_contract
from texas42.library import rules_json
from texas42.records.build import deal_record, game_text
from texas42.records.record import hand_json

from .deals.deals import LESSON, SHAKEN
from .loaded import LoadedTable
from .model import Occupant, PublicTable, Seat, Status, Table, public_part
from .results import GameRow, HandRow, bid_marks, bid_points, sweeper_of
from .views import SeatLine, TableView

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


def past_table(
    table: Table,
    rules: Rules,
    hand: HandRow,
    names: Mapping[int, str],
    game: GameRow | None = None,
) -> TableView:
    """Build the table as it stood after a finished hand, without its view.

    `game`: its game, if finished; computers may have changed seats since.
    """
    then = replace(
        table,
        status=Status.BETWEEN,
        wins=(0,) * rules.game.sides,
        winner=None,
        game_no=hand.game_no,
        hand_no=hand.hand_no,
        seq=hand.hand_no,
        turn_since=hand.at,
        deals=LESSON if hand.is_lesson else SHAKEN,
    )
    return TableView(
        **public_part(PublicTable, then),
        rules=rules,
        seats=tuple(
            _past_seat(table, rules, seat, hand, names, game) for seat in range(len(hand.players))
        ),
        total=(0,) * rules.game.sides,
        view=None,
        commitment=None,
    )


def _past_seat(
    table: Table,
    rules: Rules,
    seat: int,
    hand: HandRow,
    names: Mapping[int, str],
    game: GameRow | None,
) -> SeatLine:
    """Build a seat with the player it had in a finished hand."""
    now = table.seats[seat]
    user_id = hand.players[seat]
    if now.played is not None and hand.hand_no == table.hand_no:
        now = Seat(now.played, now.played_by, now.played_name)
    if game is not None and game.levels[seat] not in ("", AWAY):
        now = Seat(Occupant.COMPUTER, None, game.names[seat], game.levels[seat])
    person = user_id is not None or seat in hand.forgotten
    stayed = not person and now.occupant is Occupant.COMPUTER
    known = names.get(user_id or 0, "") if person else ""
    return SeatLine(
        seat=seat,
        side=rules.game.side_of(seat),
        occupant=Occupant.PERSON if person else Occupant.COMPUTER,
        user_id=user_id,
        name=now.name if stayed else known,
        level=now.level if stayed else "",
    )
