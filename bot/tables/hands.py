"""Pure transitions of a table's hands and games: shake, accept an act, end.

Acts go through the engine only here. Everything random comes from the port `Randomness`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from texas42.engine import (
    Action,
    DealEnded,
    GameWon,
    Phase,
    SeatView,
    Step,
    apply,
    format_action,
    parse_action,
)
from texas42.engine.exchange import require_unseen
from texas42.records.shake import commitment, hand_name, public_text

from .ahead.next_game import begun
from .deals.deals import LESSON, SHAKEN, Deals
from .deals.lesson import (
    SEAT,
    SHAKER,
    has_lesson,
    question_of,
    with_first_game,
)
from .draws.opening import commit_to_draw, no_wins, open_game
from .errors import NotSeated, WrongStatus
from .finished import game_row, hand_row
from .loaded import (
    LoadedTable,
    PendingChange,
    deal_shake,
    shared_shake,
    with_seat,
    with_table,
)
from .lobby import free_seat, require_full
from .model import Occupant, Seat, Status
from .out_of_turn.rules import with_computers_question
from .ports import Randomness
from .results import LESSON_GAME
from .stored import Act, StoredShake
from .turns import require_seated, require_turn, resume, with_owner_back
from .views import Note

HAND_IS_OVER = (Status.BETWEEN, Status.FINISHED)
ActText = str | Callable[[SeatView], str]
"""An act in record notation, or a function that reads it from the acting seat's view."""


def new_shake(table_id: str, hand_no: int, secret: bytes) -> StoredShake:
    """Build the shake of a table's next hand, without players' words yet."""
    public = public_text(hand_name(table_id, hand_no))
    return StoredShake(hand_no, public, commitment(secret), secret)


def start(
    live: LoadedTable, user_id: int, randomness: Randomness, now: float, *, newcomer: bool = False
) -> PendingChange | None:
    """Begin a table's first game: all draw a domino, and the highest shakes (000:37).

    A newcomer alone with computers gets the lesson hand first, if the game has one.
    """
    seat = require_seated(live, user_id)
    if live.table.status is not Status.LOBBY:
        if live.table.status in (Status.PLAYING, Status.BETWEEN):
            return None
        raise WrongStatus(live.table.number, live.table.status)
    require_full(live)
    if newcomer and seat == SEAT and live.table.alone and has_lesson(live.rules):
        taught = replace(live, coming=shared_shake(LESSON, live.table.hand_no))
        return _begin(taught, LESSON, LESSON_GAME, SHAKER, now)
    return begin(live, randomness, now)


def begin(live: LoadedTable, randomness: Randomness, now: float) -> PendingChange:
    """Begin the first game of a full table."""
    seated, shaker = open_game(live, randomness, first=True)
    plan = _begin(seated, SHAKEN, live.table.game_no, shaker, now)
    return _with_draw(plan, live)


def _with_draw(plan: PendingChange, before: LoadedTable) -> PendingChange:
    """Return the plan, with its draw if there was one."""
    return plan if plan.live.draw == before.draw else replace(plan, draw=plan.live.draw)


def _begin(live: LoadedTable, deals: Deals, game_no: int, shaker: int, now: float) -> PendingChange:
    fresh = with_table(
        live,
        game_no=game_no,
        total=(0,) * live.rules.game.sides,
        wins=no_wins(live.table, live.rules),
        shaker=shaker,
    )
    return _deal(fresh, deals, now)


def leave_lesson(
    live: LoadedTable, user_id: int, randomness: Randomness, now: float
) -> PendingChange | None:
    """Give up a lesson hand in play and begin the first game; no change in any other hand."""
    here = live.table.seat_of(user_id) is not None and live.table.status is Status.PLAYING
    if not here or live.table.deals.counts:
        return None
    seq = live.table.seq + 1  # makes the lesson's buttons stale
    return next_hand(with_table(live, seq=seq, claim=None), randomness, now)


def ready(
    live: LoadedTable, user_id: int, randomness: Randomness, now: float, *, seq: int | None = None
) -> PendingChange | Note | None:
    """Record that a person wants the next hand or a rematch; begin it when all do.

    Between hands this also resumes a paused table. People who wait for the next shake count too.
    With a `seq` from before the host changed the next game, nothing changes and a note says so.
    """
    seat = live.table.held_by(user_id)
    if seat is None:
        raise NotSeated(live.table.number)
    if live.table.next_game is not None and seq is not None and seq < live.table.seq:
        return Note.CHANGED
    if live.table.paused_from is Status.BETWEEN:
        live = resume(live, now)
    if live.table.status not in HAND_IS_OVER:
        return None
    after = with_seat(live, seat, ready=True, away=False, absences=0)
    if _all_ready(after):
        return next_hand(after, randomness, now)
    return None if after.table.seats == live.table.seats else PendingChange(after)


def seat_anew(
    live: LoadedTable, seats: tuple[Seat, ...], game_no: int, randomness: Randomness, now: float
) -> PendingChange | None:
    """Begin an event table's game with other people in the seats, who draw for the shake.

    No change if that game has begun.
    """
    if live.table.status is not Status.FINISHED or live.table.game_no >= game_no:
        return None
    fresh = with_table(live, seats=seats, wins=(0,) * live.rules.game.sides)
    return next_hand(fresh, randomness, now, anew=True)


def leave(
    live: LoadedTable, user_id: int, randomness: Randomness, now: float, *, level: str
) -> PendingChange | None:
    """Free a person's seat; if all others are ready, go on at once."""
    plan = free_seat(live, user_id, level, now)
    if plan is None or plan.live.table.status not in HAND_IS_OVER or not _all_ready(plan.live):
        return plan
    return next_hand(plan.live, randomness, now)


def next_hand(
    live: LoadedTable, randomness: Randomness, now: float, *, anew: bool = False
) -> PendingChange:
    """Shake the next hand, of this game, the next game or a rematch.

    Everyone draws for the shake after a hand that didn't count, or if `anew` because other people
    have sat down. A secret is drawn only if none has been committed.
    """
    live, moved = begun(live)
    table = live.table
    game = live.game
    new_game = table.winner is not None or not table.deals.counts
    new_match = table.status is Status.FINISHED and live.rules.game.best_of > 1
    hand_no = table.hand_no + 1
    coming = live.coming or new_shake(table.table_id, hand_no, randomness.secret())
    seated = replace(live, coming=coming)
    shaker = game.next_shaker
    if new_game:
        seated = with_first_game(seated)
        first = anew or moved or not table.deals.counts
        seated, shaker = open_game(seated, randomness, first=first)
    after = with_table(
        seated,
        hand_no=hand_no,
        game_no=table.game_no + new_game,
        total=(0,) * live.rules.game.sides if new_game else game.total,
        deals_played=0 if new_game else game.deals_played,
        wins=no_wins(table, live.rules) if new_match else seated.table.wins,
        shaker=shaker,
        winner=None,
    )
    return _with_draw(_deal(after, SHAKEN, now), live)


@dataclass(frozen=True, slots=True)
class Request:
    """A person's request to act, by a button or a command; see `TableService.act`."""

    user_id: int
    words: ActText
    phase: Phase
    seq: int | None
    confirmed: bool
    seat_held: bool


def act_as_asked(
    live: LoadedTable, asked: Request, randomness: Randomness, now: float
) -> PendingChange | Note:
    """Accept an act that a person asked for, or return the note that says why nothing changes."""
    seat = require_seated(live, asked.user_id)
    if asked.seq is not None and not live.is_current(asked.seq):
        return Note.STALE
    question = question_of(live.view(seat)) if live.table.deals.explained else None
    asks_first = live.to_act == seat and live.table.seats[seat].asks_first
    if asks_first and question is None and not asked.confirmed:
        return Note.UNCONFIRMED
    live = with_owner_back(live, seat, now, seat_held=asked.seat_held)
    require_turn(live, asked.user_id)
    text = asked.words if isinstance(asked.words, str) else asked.words(live.view(seat))
    action = parse_action(text, asked.phase, seat, live.rules)
    if live.game.deal is not None:
        require_unseen(live.game.deal, action)
    if question is not None and action not in question.right:
        return Note.WRONG
    return act(live, action, asked.user_id, randomness, now)


def act(
    live: LoadedTable, action: Action, user_id: int | None, randomness: Randomness, now: float
) -> PendingChange:
    """Accept an act of the seat in turn; `user_id` is None for a computer's.

    The last act of a hand also draws the secret of the next hand, to commit it before anyone asks
    for that hand. Raises the engine's IllegalAction, without any change.
    """
    table = live.table
    deal = live.game.deal
    seat = live.to_act
    if deal is None or seat is None:
        raise WrongStatus(table.number, table.status)
    step = apply(live.game, action)
    accepted = Act(
        table.seq,
        table.hand_no,
        seat,
        deal.phase.value,
        format_action(action, live.rules),
        user_id,
        now,
    )
    after = with_table(
        replace(live, game=step.game, acted=(*live.acted, (seat, user_id))),
        seq=table.seq + 1,
        turn_since=now,
        nudged=False,
        offered=False,
        claim=None,
    )
    if any(isinstance(happening, DealEnded) for happening in step.happenings):
        return _finish_hand(after, step, (accepted,), randomness, now)
    plan = PendingChange(after, acts=(accepted,), happenings=step.happenings)
    if deal.phase is Phase.PLAY:  # the doubles are asked for before the first lead
        return plan
    return with_computers_question(plan, now)


def _all_ready(live: LoadedTable) -> bool:
    """Return True if a person is present and all present people are ready.

    After a game at an event's table, the event decides when to go on.
    """
    if live.table.event_id is not None and live.table.status is Status.FINISHED:
        return False
    people = [seat for seat in live.table.seats if seat.attended]
    return bool(people) and all(seat.ready for seat in people)


def _deal(live: LoadedTable, deals: Deals, now: float) -> PendingChange:
    """Deal the tiles of the committed shake; people who waited for it take their seats.

    The secret of a deal that many tables share is not saved with the table.
    """
    table = live.table
    if live.coming is None or table.shaker is None:
        raise WrongStatus(table.number, table.status)
    dealt = replace(live.coming, dealt=True)
    step = deal_shake(table, live.rules, dealt, table.shaker)
    seats = tuple(_begin_seat(seat) for seat in table.seats)
    after = with_table(
        replace(live, game=step.game, shake=dealt, coming=None, claimed=None, acted=()),
        status=Status.PLAYING,
        deals=deals,
        seats=seats,
        turn_since=now,
        nudged=False,
        offered=False,
        laid_down=(),
        advised=(),
    )
    own = (dealt,) if deals.of is None else ()
    return PendingChange(replace(after, aside_seq=None), shakes=own, happenings=step.happenings)


def _begin_seat(seat: Seat) -> Seat:
    """Return a seat for a new hand; a person who reserved it takes it."""
    if seat.reserved_by is not None:
        seat = Seat(Occupant.PERSON, seat.reserved_by, seat.reserved_name)
    return replace(
        seat, ready=False, dealt_to=seat.holder, played=None, played_by=None, played_name=""
    )


def _finish_hand(
    live: LoadedTable, step: Step, acts: tuple[Act, ...], randomness: Randomness, now: float
) -> PendingChange:
    """Record the result of a finished hand, and of the game if it is won.

    In a match the table plays on until a side has won enough games.
    """
    table = live.table
    coming = None
    if not table.deals.one_hand:
        coming = new_shake(table.table_id, table.hand_no + 1, randomness.secret())
    status = Status.BETWEEN
    wins = table.wins
    won = (happening.side for happening in step.happenings if isinstance(happening, GameWon))
    winner = next(won, None) if table.deals.counts else None  # whatever was bid
    if winner is not None:
        sides = live.rules.game.sides  # wins may also be counted by seat
        wins = tuple(n + (at % sides == winner) for at, n in enumerate(wins))
        if live.rules.game.best_of == 1 or max(wins) >= live.rules.game.match_games:
            status = Status.FINISHED
    after = with_table(
        replace(live, coming=coming),
        status=status,
        winner=winner,
        wins=wins,
        seats=tuple(replace(seat, dealt_to=None) for seat in table.seats),  # nothing is hidden now
    )
    if winner is not None:
        after = replace(after, draw=commit_to_draw(after, randomness))
    return PendingChange(
        after,
        acts=acts,
        shakes=() if coming is None else (coming,),
        draw=after.draw if winner is not None else None,
        hand=hand_row(live, now),
        game=None if winner is None else game_row(live, step.game, winner, now),
        happenings=step.happenings,
    )
