"""Every refusal, with what it says."""

from __future__ import annotations

from bot.asked import errors as asked
from bot.plans import errors as plans
from bot.tables import errors
from bot.tables.company import errors as company_errors
from bot.tables.model import Place, Status
from bot.tables.views import Note
from tests.presenter.tabling import (
    rules_of,
    seat_lines,
)
from texas42.engine import (
    Call,
    CallKind,
    Suit,
    parse_tile,
)

TILE = parse_tile("55")
DATA = {
    "seat": 1,
    "to_act": 2,
    "phase": None,
    "seats": 4,
    "hand_size": 7,
    "kitty_size": 0,
    "shaker": 1,
    "expected": 2,
    "winner": 0,
    "call": Call(CallKind.POINTS, 30),
    "standing": Call(CallKind.POINTS, 31),
    "legal": Call(CallKind.POINTS, 30),
    "need": 4,
    "held": 2,
    "trump": Suit.FIVES,
    "what": "plunge 4m",
    "bid": Call(CallKind.MULTIPLE, 1),
    "tile": TILE,
    "tiles": (TILE,),
    "take": 1,
    "give": 2,
    "led": Suit.FIVES,
    "suit": Suit.FIVES,
    "declared": Suit.ONES,
}
TROUBLES = [
    note
    for note in Note
    if note.name
    not in ("STALE", "UNCONFIRMED", "WRONG", "ASKED", "SEAT_BACK", "ANSWER_LOST", "CHANGED")
]
TROUBLES.remove(Note.BOARD_SLOW)
TABLE_ERRORS = [
    errors.NoSuchTable(),
    errors.NoSuchTable(3),
    errors.StillBusy(),
    plans.NoSuchPlan(),
    plans.TooManyPlans(3, everyone=False),
    plans.TooManyPlans(10, everyone=True),
    plans.NotNamed(("Ana", "Bo")),
    plans.NotPlanner("Ana"),
    plans.NoSuchTime(),
    plans.TimeOver(30),
    plans.TooManyNamed(7),
    plans.NobodyNamed(),
    errors.TableElsewhere((Place(7, 42, 42),)),
    errors.TableElsewhere((Place(7, 42, 42), Place(None, 43, 43))),
    errors.NotSeated(3),
    errors.NeedsServer(),
    errors.InNextHand(3),
    errors.HandSeen(seat_lines(rules_of("42"))[1]),
    errors.NotHost("Ana"),
    errors.SeatTaken("Di"),
    errors.SeatTaken("Di", seat_lines(rules_of("42"))[1:3]),
    company_errors.NoInvitation(),
    *(
        company_errors.NoPrivateThread(
            errors.NoThread("dominoes", why, ("create_private_threads",))
        )
        for why in errors.ThreadRefusal
    ),
    company_errors.HandKept(),
    company_errors.HandNotShared(),
    company_errors.HandsStayKept(),
    company_errors.MeetsBlocked(("Ana",)),
    company_errors.MeetsBlocked(("Ana", "Bo")),
    company_errors.BlocksFull(100),
    company_errors.NotBlockable(),
    errors.NoSuchHand(),
    errors.NoSuchSeat(4),
    errors.TableFull(3),
    errors.AlreadySeated("k3f9q2", Place(None, 42, 42, 2)),
    errors.ChannelBusy(3),
    *(errors.WrongStatus(3, status) for status in Status),
    errors.SeatsOpen(2),
    errors.TooManyPeople(3, 4),
    errors.NotYourTurn("Cy"),
    errors.NotYourTurn(None),
    errors.NotProven(leads=True),
    errors.NotProven(leads=False),
    errors.NothingToClaim(),
    errors.NotAsked("Ana"),
    errors.NotAsked(None),
    errors.CannotPost("dominoes", ("view_channel", "send_messages")),
    errors.CannotPost("", ("send_messages",)),
    *(errors.NoThread("dominoes", why, ("connect",)) for why in errors.ThreadRefusal),
    errors.NotInThisChannel((5, 6)),
    errors.NoHost(7),
    errors.NoEventHost(7),
    errors.NoEventHost(None),
    errors.NotManager(),
    errors.NoLeaderboard(),
    errors.MaySayNothing(),
    errors.RuleTooHigh("max_marks", 50),
    errors.EventTable(),
    errors.HintsOff(fixed=False),
    errors.NoLongerKept(),
    errors.PlayedByOlderRules(),
    errors.NotInGame(),
    errors.NoGameTogether(),
    errors.SeatHeld(("Bo", "Cy"), 1_800_000_600.0),
    errors.SeatHeld(("Bo",), 1_800_000_600.0),
    errors.SeatHeld(("Bo",), 1_800_000_600.0, seat_lines(rules_of("42"))[1:2]),
    errors.SeatHeld(("Bo",), 1_800_000_600.0, seat_lines(rules_of("42"))[1:3]),
    errors.GameNotOver(),
    errors.GameGoesOn(3, match=True),
    errors.GameGoesOn(3, match=False),
    errors.ReviewNotReady(begun=True),
    errors.ReviewNotReady(begun=False),
    errors.NoShakeWords(),
    asked.HandInPlay(),
    asked.HandOfToday(),
    asked.UnplayedHandOfToday(),
    asked.VoteOver(),
    asked.NotYourVote(),
    asked.TooManyVotes(3),
    errors.DealtAsLesson(),
    errors.TooFast(7, everyone=False),
    errors.TooFast(7, everyone=True),
    errors.ShutOut(everyone=False),
    errors.ShutOut(everyone=True),
    errors.PresetsFull(20),
    errors.NoPresetName(),
    errors.NameTaken("星期五"),
    errors.NoSuchPreset(),
    errors.UnknownButton(),
    errors.OutdatedCommand(),
    errors.NoChat("dominoes"),
    errors.DiscordDown(),
    errors.DiscordBusy(1),
    errors.DiscordBusy(700),
    errors.DiscordRefused(None, 40333),
    *(errors.DiscordRefused(note, 50035) for note in TROUBLES),
    errors.TryAgain(),
]
