"""Samples of the short messages beside a table's board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.presenter.table.notices import (
    back_again,
    board_deleted,
    cannot_dm,
    dm_comes_later,
    greeting,
    hands_dealt,
    nudge,
    out_of_reach,
    pictures_missing,
    seats_held,
    table_opened,
    takeover_asked,
    takeover_offer,
    welcome,
    words_for_pictures,
)
from bot.tables.errors import NoThread, ThreadRefusal
from tests.presenter.tabling import sample
from tests.render.samples import GAMES, hand_of
from tests.screens.registry import Look, Named, samples_of
from tests.screens.states.tables import everything, holding, lobby_at, table_at, with_computers

RIGHTS = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "connect",
    "attach_files",
    "read_message_history",
)


@samples_of(nudge)
def nudges(look: Look) -> Iterator[Named]:
    for steps in (0, 4, 5, 6, 9):
        yield f"after-{steps}", nudge(table_at(look, sample(steps)), look.context)
    table = table_at(look, sample(1))
    yield "computer", nudge(replace(table, seats=with_computers(table)), look.context)


@samples_of(seats_held)
def held(look: Look) -> Iterator[Named]:
    table = holding(look, sample(0), 1, 2, 3)
    yield "three", seats_held(table, [1001, 1002, 1003], look.context)
    yield "one", seats_held(holding(look, sample(0), 2), [1002], look.context)
    hostless = tuple(replace(line, host=False) for line in table.seats)
    yield "no-host", seats_held(replace(table, seats=hostless), [1001], look.context)
    eight = hand_of("84x8")[-1]
    people = range(1001, 1008)
    yield "seven", seats_held(holding(look, eight, *range(1, 8)), people, look.context)


@samples_of(nudge)
def nudges_with_others(look: Look) -> Iterator[Named]:
    table = table_at(look, sample(6))
    for asking in ((), (0,), (0, 1)):
        at = replace(table, nudge=True, asking=asking, asked=(0, 1, 3))
        yield f"asked-{len(asking)}", nudge(at, look.context)


@samples_of(takeover_asked)
def asks(look: Look) -> Iterator[Named]:
    table = table_at(look, sample(6))
    for asking in ((), (0,)):
        at = replace(table, nudge=True, asking=asking, asked=(0, 1))
        yield f"asked-{len(asking)}", takeover_asked(at, look.context)


@samples_of(takeover_offer)
def takeovers(look: Look) -> Iterator[Named]:
    yield "offered", takeover_offer(table_at(look, sample(6)), look.context)


@samples_of(hands_dealt)
def dealt(look: Look) -> Iterator[Named]:
    yield "one", hands_dealt(table_at(look, sample(0)), [1001], look.context)
    yield "two", hands_dealt(table_at(look, sample(0)), [1001, 1003], look.context)


@samples_of(dm_comes_later)
def later(look: Look) -> Iterator[Named]:
    table = table_at(look, sample(0))
    yield "one", dm_comes_later(table, [1001], look.context, (1001,))
    yield "two-silent", dm_comes_later(table, [1001, 1002], look.context, ())


@samples_of(cannot_dm)
def closed_dms(look: Look) -> Iterator[Named]:
    yield "told", cannot_dm(table_at(look, sample(0)), 1001, look.context)


@samples_of(out_of_reach)
def gone(look: Look) -> Iterator[Named]:
    yield "player", out_of_reach(table_at(look, sample(0)), 1001, look.context)
    yield "unknown", out_of_reach(table_at(look, sample(0)), 7, look.context)


@samples_of(board_deleted)
def deleted(look: Look) -> Iterator[Named]:
    yield "told", board_deleted(table_at(look, sample(0)), look.context)


@samples_of(back_again)
def back(look: Look) -> Iterator[Named]:
    yield "told", back_again(look.context)


@samples_of(welcome)
def welcomes(look: Look) -> Iterator[Named]:
    yield "told", welcome(look.context)


@samples_of(greeting)
def greetings(look: Look) -> Iterator[Named]:
    yield "told", greeting(look.context)


@samples_of(table_opened, GAMES)
def opened(look: Look, game: str) -> Iterator[Named]:
    last = hand_of(game)[-1]
    table = lobby_at(look, last)
    yield "opened", table_opened(table, look.context)
    yield "house-opened", table_opened(replace(table, rules=everything(last)), look.context)


@samples_of(table_opened)
def opened_elsewhere(look: Look) -> Iterator[Named]:
    table = lobby_at(look, sample(0))
    pictures = pictures_missing(look.context, limited=False)
    for why in ThreadRefusal:
        refused = NoThread("dominoes", why, RIGHTS)
        shown = table_opened(table, look.context, no_thread=refused, no_pictures=pictures)
        yield f"no-thread-{why}", shown
    yield "one-gone", table_opened(table, look.context, gone=["Bo"])
    yield "two-gone", table_opened(table, look.context, gone=["Bo", "Di"])
    unnamed = NoThread("", ThreadRefusal.OTHER)
    yield "no-thread-here", table_opened(table, look.context, no_thread=unnamed)


@samples_of(pictures_missing)
def no_pictures(look: Look) -> Iterator[Named]:
    yield "rights", pictures_missing(look.context, limited=False)
    yield "limited", pictures_missing(look.context, limited=True)


@samples_of(words_for_pictures)
def words(look: Look) -> Iterator[Named]:
    yield "told", words_for_pictures(look.context)
