"""A table in memory: its row, its rules, and the game rebuilt from the stored acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from texas42.engine import (
    Action,
    Game,
    Happening,
    IllegalAction,
    Phase,
    Rules,
    SeatView,
    Shake,
    Step,
    apply,
    apply_out_of_turn,
    is_out_of_turn,
    new_game,
    parse_action,
    parse_out_of_turn,
    view_for,
)
from texas42.library import load_rules
from texas42.records.shake import commitment, public_text
from texas42.records.shake import shake as shake_tiles

from .deals.deals import Deals, shared_deal
from .model import Claim, Occupant, Seat, Status, Table, is_live_seat
from .rated import RatingOutcome
from .results import GameRow, HandRow
from .stored import (
    NOTHING_UNIQUE,
    Act,
    Change,
    SeatChange,
    SeatEvent,
    StoredDraw,
    StoredShake,
    StoredTable,
    UniqueResources,
)

NumberedSeat = tuple[int, Seat]


def changed_seats(before: Sequence[Seat], after: Sequence[Seat]) -> tuple[int, ...]:
    """List the seats of a table that differ from before."""
    return tuple(
        n for n, (old, new) in enumerate(zip_longest(before[: len(after)], after)) if old != new
    )


def seat_log(before: Sequence[Seat], after: Table, now: float) -> tuple[SeatChange, ...]:
    """Build the seat log of a change: what happened to each person's seat."""
    old = _seats_by_holder(before)
    new = _seats_by_holder(after.seats)
    changes = [
        SeatChange(event, (new.get(user_id) or old[user_id])[0], user_id, after.hand_no, now)
        for user_id in old.keys() | new.keys()
        if (event := _event(old.get(user_id), new.get(user_id))) is not None
    ]
    return tuple(
        sorted(changes, key=lambda change: (change.event is not SeatEvent.LEFT, change.seat))
    )


def people_in(seats: Sequence[Seat]) -> frozenset[int]:
    """List the seated people, including those replaced by a computer."""
    found = (seat.user_id for seat in seats if seat.occupant is Occupant.PERSON)
    return frozenset(user_id for user_id in found if user_id is not None)


def unique_resources(before: Table, after: Table, user_id: int | None) -> UniqueResources:
    """List the unique resources that a change takes.

    The seat is the asker's; if an event seats its people, all of theirs.
    """
    same_people = after.seats == before.seats and after.status is before.status
    channel_id = channel_of(after)
    stays = channel_id == channel_of(before)
    if same_people and stays:
        return NOTHING_UNIQUE
    if user_id is not None:
        asked = frozenset({user_id})
    else:
        asked = people_in(after.seats) if after.event_id is not None else frozenset[int]()
    sit = {each for each in asked if is_live_seat(after, each) and not is_live_seat(before, each)}
    return UniqueResources(
        frozenset(sit), None if stays or after.event_id is not None else channel_id
    )


def channel_of(table: Table) -> int | None:
    """Return the channel that only this table may have, if any."""
    return None if table.place is None else table.place.channel_id


def _seats_by_holder(seats: Sequence[Seat]) -> Mapping[int, NumberedSeat]:
    return {seat.holder: (n, seat) for n, seat in enumerate(seats) if seat.holder is not None}


def _event(old: NumberedSeat | None, new: NumberedSeat | None) -> SeatEvent | None:
    """Return the event behind the change of a person's seat."""
    if new is None:
        return SeatEvent.LEFT
    if new[1].occupant is not Occupant.PERSON:
        return None if old is not None and old[0] == new[0] else SeatEvent.RESERVED
    if old is None or old[1].occupant is not Occupant.PERSON:
        return SeatEvent.SAT
    if old[0] != new[0]:
        return SeatEvent.MOVED
    if old[1].away != new[1].away:
        return SeatEvent.AWAY if new[1].away else SeatEvent.BACK
    return None


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table's stored row, and the game rebuilt from its stored acts.

    `game.deal` is the current hand, or the finished one until the next is shaken; None in the
    lobby. `shake` is its shake; `coming` is the next hand's, committed but not dealt, None during a
    hand. `claimed`: the seat that laid the hand down. `rated`: the rating changes of the game that
    has just ended. `acted`: the seat and user id of each act of this hand in turn, None for a
    computer. `aside_seq`: the last act of this hand that was out of turn. `draw`: the draw of
    `Table.draw_game`, committed or drawn.
    """

    table: Table
    rules: Rules
    game: Game
    shake: StoredShake | None
    coming: StoredShake | None
    claimed: int | None = None
    rated: RatingOutcome | None = None
    acted: tuple[tuple[int, int | None], ...] = ()
    aside_seq: int | None = None
    draw: StoredDraw | None = None

    @property
    def draw_on_table(self) -> StoredDraw | None:
        """The draw whose dominoes lie face up: until the first bid of the game that it began."""
        draw = self.draw
        deal = self.game.deal
        if draw is None or not draw.drawn or deal is None or self.game.deals_played:
            return None
        return draw if deal.phase is Phase.CALL and not deal.calls else None

    @property
    def stood_in(self) -> tuple[int, ...]:
        """The acts of this hand, from 1, that a computer made in a person's seat."""
        seats = self.table.seats
        return tuple(
            number
            for number, (seat, user_id) in enumerate(self.acted, 1)
            if user_id is None and seats[seat].occupant is Occupant.PERSON
        )

    @property
    def to_act(self) -> int | None:
        """The seat in turn, or None."""
        deal = self.game.deal
        playing = self.table.status is Status.PLAYING
        return deal.to_act if deal is not None and playing else None

    def view(self, seat: int | None) -> SeatView:
        """Build a seat's view of the hand, hands that lie face up included.

        A seat of None is a watcher. Raises ValueError before the first shake.
        """
        return view_for(self.game, seat, self.table.laid_down)

    @property
    def pending(self) -> Claim | None:
        """The claim that awaits answers, unless a computer now plays the claimer's seat."""
        claim = self.table.claim
        if claim is None or claim.refused or self.to_act != claim.seat:
            return None
        return None if self.table.seats[claim.seat].played_by_computer else claim

    @property
    def forced(self) -> Action | None:
        """The forced play of the seat in turn, if its person has those played automatically."""
        seat = self.to_act
        deal = self.game.deal
        if seat is None or deal is None or deal.phase is not Phase.PLAY:
            return None
        held = self.table.seats[seat]
        if not (self.table.deals.forced_plays and held.plays_forced):
            return None
        if held.occupant is not Occupant.PERSON or held.away:
            return None
        legal = self.view(seat).legal
        return legal[0] if len(legal) == 1 else None

    def is_current(self, seq: int) -> bool:
        """Return True if a button with this `seq` is current; acts out of turn keep it current."""
        return seq == self.table.seq or seq == self.aside_seq == self.table.seq - 1

    def may_skip(self, user_id: int) -> bool:
        """Return True if only computers act before this user's turn."""
        seats = self.table.seats
        own = self.table.seat_of(user_id)
        to_act = self.to_act
        if to_act is None or own is None or seats[own].away or not self.table.deals.skips:
            return False
        before = range(to_act, to_act + (own - to_act) % len(seats))
        others = [seats[number % len(seats)] for number in before]
        return bool(others) and all(seat.played_by_computer for seat in others)


@dataclass(frozen=True, slots=True)
class PendingChange:
    """A change ready to be saved: the new table, and what is written with it.

    `hinted`: the seat whose person asked for a hint. `happenings`: those of the engine, for the
    screens; they are not written. `is_replaced`: as in `Change`.
    """

    live: LoadedTable
    acts: tuple[Act, ...] = ()
    shakes: tuple[StoredShake, ...] = ()
    draw: StoredDraw | None = None
    hand: HandRow | None = None
    game: GameRow | None = None
    hinted: int | None = None
    happenings: tuple[Happening, ...] = ()
    is_replaced: bool = False

    def change(self, before: Table, now: float) -> Change:
        """Build what the store writes over the previous table."""
        table = self.live.table
        log: tuple[SeatChange, ...] = ()
        seats: tuple[int, ...] = ()
        if table.seats != before.seats:
            log = seat_log(before.seats, table, now)
            seats = changed_seats(before.seats, table.seats)
        if self.hinted is not None:
            person = table.seats[self.hinted].user_id
            log += (SeatChange(SeatEvent.HINT, self.hinted, person, table.hand_no, now),)
        return Change(
            table,
            self.acts,
            self.shakes,
            self.draw,
            self.hand,
            self.game,
            seats=seats,
            resized=len(before.seats) != len(table.seats),
            seat_log=log,
            is_replaced=self.is_replaced,
        )


def shared_shake(deals: Deals, hand_no: int) -> StoredShake:
    """Build the shake of a deal that many tables share, as a table's hand."""
    deal = shared_deal(deals)
    secret = deal.secret
    return StoredShake(hand_no, public_text(deal.name), commitment(secret), secret, dealt=True)


def deal_shake(table: Table, rules: Rules, shake: StoredShake, shaker: int) -> Step:
    """Deal the hand of this shake to the players."""
    game = new_game(rules, total=table.total, next_shaker=shaker, deals_played=table.deals_played)
    dealt = shake_tiles(rules, shake.secret, shake.public)
    return apply(game, Shake(shaker, dealt.hands, dealt.kitty))


def with_match(rules: Rules, best_of: int | None) -> Rules:
    """Return the rules with a table's own number of games in a match, if it has one."""
    return rules if best_of is None else replace(rules, game=replace(rules.game, best_of=best_of))


def rebuild(
    stored: StoredTable, coming: StoredShake | None, rated: RatingOutcome | None = None
) -> LoadedTable:
    """Rebuild the table as it was after its last act.

    `coming` is the stored shake of the next hand, if any; `rated` the rating changes of the game
    that has just ended.
    """
    table = stored.table
    shake = stored.shake
    is_dealt = shake is not None and shake.dealt
    if table.deals.of is not None and not is_dealt:  # it is stored with no table
        shake = shared_shake(table.deals, table.hand_no)
    rules = with_match(load_rules(table.game, table.rules), table.best_of)
    if shake is None or not shake.dealt or table.shaker is None:
        return LoadedTable(table, rules, new_game(rules), None, shake, draw=stored.draw)
    game = deal_shake(table, rules, shake, table.shaker).game
    try:
        game = _after(stored.acts, game)
    except IllegalAction:  # begun before ruling 8.7 held in all contracts
        rules = replace(rules, doubles_follow_pip=False)
        game = _after(stored.acts, deal_shake(table, rules, shake, table.shaker).game)
    in_turn = [act for act in stored.acts if not is_out_of_turn(act.text)]
    claimed = claimed_by(in_turn, game)
    acted = tuple((act.seat, act.user_id) for act in in_turn)
    asides = [act.seq for act in stored.acts if is_out_of_turn(act.text)]
    aside_seq = asides[-1] if asides else None
    return LoadedTable(
        table, rules, game, shake, coming, claimed, rated, acted, aside_seq, stored.draw
    )


def _after(acts: Sequence[Act], game: Game) -> Game:
    """Apply the stored acts of a hand. Raises IllegalAction."""
    for act in acts:
        if is_out_of_turn(act.text):
            game = apply_out_of_turn(game, parse_out_of_turn(act.text, act.seat)).game
        else:
            action = parse_action(act.text, Phase(act.phase), act.seat, game.rules)
            game = apply(game, action).game
    return game


def claimed_by(acts: Sequence[Act], game: Game) -> int | None:
    """Return the seat that laid a finished hand down, or None if it was played to its end.

    Tiles that the program plays out are acts of the claimer.
    """
    deal = game.deal
    if deal is None or deal.phase is not Phase.OVER or not deal.tricks:
        return None
    last = deal.tricks[-1]
    people = {act.user_id for act in acts[-len(last.plays) :]}
    return last.leader if len(people) == 1 and None not in people else None


def with_seat(live: LoadedTable, number: int, **changes: object) -> LoadedTable:
    """Return the table with some fields of a seat replaced."""
    seats = list(live.table.seats)
    seats[number] = replace(seats[number], **changes)  # type: ignore[arg-type]
    return with_table(live, seats=tuple(seats))


def with_table(live: LoadedTable, **changes: object) -> LoadedTable:
    """Return the table with some fields of its row replaced."""
    return replace(live, table=replace(live.table, **changes))  # type: ignore[arg-type]
