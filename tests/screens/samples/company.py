"""Samples of invitations, calls for players, and alerts of open seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.presenter.company.alerts import (
    NIGHT,
    alert_page,
    alert_refused,
    alert_saved,
    alert_set,
    alert_stopped,
    needs_one_more,
)
from bot.presenter.company.inviting import (
    Reached,
    dm_invitations_on,
    dm_invitations_refused,
    invitation,
    invitation_dm,
    invite_page,
    invited,
    players_call,
    players_called,
    sat_down,
)
from bot.values.seat_alerts import SeatAlert
from tests.presenter.tabling import sample
from tests.render.samples import GAMES, hand_of
from tests.screens.registry import Look, Named, samples_of
from tests.screens.states.tables import holding, lobby_at, table_at, with_computers

HOST = 1000
CHANNEL = 500
ROLE = 7


@samples_of(invite_page)
def pages(look: Look) -> Iterator[Named]:
    table = lobby_at(look, sample(0))
    yield "table", invite_page(table, look.context)
    yield "no-channel", invite_page(replace(table, place=None), look.context)


@samples_of(invitation, GAMES)
def mentions(look: Look, game: str) -> Iterator[Named]:
    table = lobby_at(look, hand_of(game)[-1])
    yield "one", invitation(table, HOST, [1001], look.context)
    yield "three", invitation(table, HOST, [1001, 1002, 1003], look.context)


@samples_of(invitation)
def mentions_by_newcomers(look: Look) -> Iterator[Named]:
    table = table_at(look, sample(6))
    host, other, *rest = with_computers(table)
    waits = replace(other, reserved_by=HOST + 9, reserved_name=look.names[1])
    table = replace(table, seats=(host, waits, *rest))
    yield "newcomer", invitation(table, HOST + 9, [1002], look.context)


@samples_of(invitation_dm)
def direct(look: Look) -> Iterator[Named]:
    table = lobby_at(look, sample(0))
    yield "table", invitation_dm(table, HOST, look.context)
    yield "no-channel", invitation_dm(replace(table, place=None), HOST, look.context)


@samples_of(invited)
def answers(look: Look) -> Iterator[Named]:
    table = lobby_at(look, sample(0))
    ana, bo, cy = look.names[:3]
    yield "mentioned", invited(table, Reached([ana, bo]), look.context)
    yield "written", invited(table, Reached(by_dm=[ana]), look.context)
    yield "not-reached", invited(table, Reached(not_reached=[ana]), look.context)
    code = "FHKLM"
    yield "code", invited(table, Reached(not_reached=[ana, bo]), look.context, code=code)
    everything = Reached([ana], [bo], [cy])
    yield "each", invited(table, everything, look.context)
    nowhere = replace(table, place=None)
    yield "no-channel", invited(nowhere, Reached([], [bo], [cy]), look.context, code=code)
    yield "no-code", invited(nowhere, Reached([], [], [cy]), look.context)


@samples_of(sat_down)
def seats(look: Look) -> Iterator[Named]:
    yield "sat", sat_down(lobby_at(look, sample(0)), look.context)


@samples_of(dm_invitations_on)
def switched_on(look: Look) -> Iterator[Named]:
    yield "on", dm_invitations_on(look.context)


@samples_of(dm_invitations_refused)
def switch_refused(look: Look) -> Iterator[Named]:
    yield "refused", dm_invitations_refused(look.context)


@samples_of(players_call, GAMES)
def calls(look: Look, game: str) -> Iterator[Named]:
    yield "many", players_call(holding(look, hand_of(game)[-1]), ROLE, look.context)
    yield "held", players_call(holding(look, hand_of(game)[-1], 1), ROLE, look.context)
    yield "one", players_call(lobby_at(look, hand_of(game)[-1]), ROLE, look.context)


@samples_of(players_called)
def called(look: Look) -> Iterator[Named]:
    yield "called", players_called(lobby_at(look, sample(0)), ROLE, look.context)


def _alerts(look: Look) -> Iterator[tuple[str, SeatAlert]]:
    yield "night", SeatAlert(HOST, CHANNEL, 1, look.now + 3600)
    yield "always", SeatAlert(HOST, CHANNEL, 1)


@samples_of(alert_page)
def alert_pages(look: Look) -> Iterator[Named]:
    yield "none", alert_page(CHANNEL, None, look.context)
    for name, alert in _alerts(look):
        yield name, alert_page(CHANNEL, alert, look.context)


@samples_of(alert_set)
def alerts_set(look: Look) -> Iterator[Named]:
    for name, alert in _alerts(look):
        yield name, alert_set(alert, look.context)


@samples_of(alert_saved)
def alerts_saved(look: Look) -> Iterator[Named]:
    for name, alert in _alerts(look):
        yield name, alert_saved(alert, look.context)


@samples_of(alert_stopped)
def alerts_stopped(look: Look) -> Iterator[Named]:
    yield "stopped", alert_stopped(CHANNEL, look.context)


@samples_of(alert_refused)
def alerts_refused(look: Look) -> Iterator[Named]:
    yield "refused", alert_refused(NIGHT, look.context)


@samples_of(needs_one_more, GAMES)
def open_seats(look: Look, game: str) -> Iterator[Named]:
    for name, alert in _alerts(look):
        yield name, needs_one_more(lobby_at(look, hand_of(game)[-1]), alert, look.context)
