"""Samples of refusals: each error with what it says and offers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.asked.choices import MOST
from bot.daily import errors as daily
from bot.presenter.refusals import discord_failed, explain, our_error
from bot.presenter.words.ids import ComponentId, Verb
from bot.presenter.words.spec import Message
from bot.tables.errors import AlreadySeated, ChannelBusy, DiscordError, NoThread, ThreadRefusal
from bot.tables.model import Status
from bot.tables.views import TableView
from tests.presenter.tabling import panel_of, sample
from tests.render.samples import hand_of
from tests.screens.registry import Look, Named, samples_of
from tests.screens.states.events import REFUSALS
from tests.screens.states.refusals import DATA, TABLE_ERRORS
from tests.screens.states.tables import PLAYED, deal_of, lobby_at, table_at
from texas42.ai.findings.bid_chances import BadQuestion, QuestionFault
from texas42.engine import IllegalAction, NotationError, NotInTurn, Rule
from texas42.library import UnknownGame, UnknownRule

AGAIN = ComponentId(Verb.OPEN)
DAILY = (
    daily.NoDailyHand(),
    daily.BetweenDays(1e9),
    daily.DateUnknown(),
    daily.ForgottenToday(1e9),
    daily.NotFinished(),
    daily.NotComparable(),
    daily.NoProofYet(1e9),
    daily.DayOver(),
)
UNKNOWN = (
    UnknownRule("trumps", ""),
    UnknownRule("nello_doubles", ""),
    UnknownRule("preset", "", ("house", "puremco")),
    UnknownRule("target", "", ("5", "7"), open_ended=True),
    UnknownRule("nello", "", ("off", "any")),
    UnknownGame("43"),
)
FAULTS = (
    *(BadQuestion(fault, "9-9") for fault in QuestionFault),
    BadQuestion(QuestionFault.TOO_MANY_CALLS, str(MOST)),
)


def _named(name: str, errors) -> Iterator[tuple[str, Exception]]:
    """Name errors by their type, numbered where there are several."""
    seen: dict[str, int] = {}
    for error in errors:
        kind = type(error).__name__
        seen[kind] = seen.get(kind, 0) + 1
        yield f"{name}{kind}-{seen[kind]}", error


def _told(look: Look, name: str, error: Exception, table: TableView | None) -> Iterator[Named]:
    """Yield a refusal, at a table too if that says something else."""
    alone = explain(error, look.context)
    yield name, alone
    for where, message in (
        ("at-table", explain(error, look.context, table)),
        ("again", explain(error, look.context, table, again=AGAIN)),
        ("abroad", explain(error, look.context, again=AGAIN, abroad=True)),
    ):
        if message != alone:
            yield f"{name}-{where}", message


@samples_of(explain)
def refusals(look: Look) -> Iterator[Named]:
    table = table_at(look, sample(9))
    busy = NoThread("dominoes", ThreadRefusal.NEWS_FULL)
    more = [AlreadySeated("k3f9q2", 2, 42, 7), ChannelBusy(3, busy)]
    for name, error in (
        *_named("", TABLE_ERRORS),
        *_named("more-", more),
        *_named("", REFUSALS),
        *_named("", DAILY),
        *_named("", UNKNOWN),
        *_named("", FAULTS),
    ):
        yield from _told(look, name, error, table)


@samples_of(explain)
def refused_in_each_status(look: Look) -> Iterator[Named]:
    wrong = next(error for error in TABLE_ERRORS if type(error).__name__ == "WrongStatus")
    for status in Status:
        table = replace(table_at(look, sample(PLAYED)), status=status)
        yield f"status-{status}", explain(wrong, look.context, table)
    gone = next(error for error in TABLE_ERRORS if type(error).__name__ == "NoSuchTable")
    yield "ended", explain(gone, look.context, table)
    yield "ended-lobby", explain(gone, look.context, lobby_at(look, sample(0)))


@samples_of(explain)
def illegal(look: Look) -> Iterator[Named]:
    """Yield each rule's refusal, to the player in turn, another and nobody."""
    data = {**DATA, "what": "plunge 4m"}
    for steps in (2, 4, 8):
        game = sample(steps)
        table = table_at(look, game)
        turn = deal_of(game).to_act
        yield from _in_view(look, str(steps), game, table, turn)
    for rule in Rule:
        yield f"{rule}", explain(IllegalAction(rule, "", data), look.context)
    moon = hand_of("moon")[0]
    yield from _in_view(look, "moon", moon, table_at(look, moon), deal_of(moon).to_act)


def _in_view(look: Look, name: str, game, table: TableView, seat: int | None) -> Iterator[Named]:
    data = {**DATA, "what": "plunge 4m"}
    for who in (seat, None):
        view = panel_of(table, game, who).view
        reader = "turn" if who is not None else "watching"
        for rule in Rule:
            error = IllegalAction(rule, "", data)
            yield f"{name}-{reader}-{rule}", explain(error, look.context, table, view)
        early = NotInTurn(Rule.NOT_IN_TURN, "", data)
        yield f"{name}-{reader}-early", explain(early, look.context, table, view)
        unread = explain(NotationError(""), look.context, table, view)
        yield f"{name}-{reader}-unreadable", unread


@samples_of(our_error)
def errors(look: Look) -> Iterator[Named]:
    yield "nothing-done", our_error("0000", look.context)
    yield "done", our_error("0000", look.context, done=True)


@samples_of(discord_failed)
def failed(look: Look) -> Iterator[Named]:
    found = [error for error in TABLE_ERRORS if isinstance(error, DiscordError)]
    for name, error in _named("", found):
        for done in (True, False):
            message: Message = discord_failed(error, look.context, done=done)
            yield f"{name}-{'done' if done else 'undone'}", message
