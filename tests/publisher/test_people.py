"""Whom a change at a table concerns: nobody else is looked at, or written to."""

from __future__ import annotations

from dataclasses import replace

from bot.presenter.position import is_trick_end
from bot.publisher.ports import Surfaces
from bot.publisher.private_messages import Person, shown_at
from bot.tables.model import Status
from bot.tables.views import Note, PanelView, TableView
from tests.presenter.tabling import rules_of, sample, table_of


class _NoSurfaces(Surfaces):
    """Remembers nothing."""


def _at(steps: int) -> TableView:
    game = sample(steps)
    return table_of(game.rules, game)


def _shown(table: TableView, seat: int, note: Note | None = None) -> Person:
    """A person who has been shown this."""
    person = Person("k3f9q2", 1000 + seat, _NoSurfaces())
    person.saw(PanelView(table, 1000 + seat, seat, table.view, note), version=1)
    person.up_to = shown_at(table)
    return person


def _next(table: TableView) -> int:
    assert table.view is not None
    assert table.view.to_act is not None
    return table.view.to_act


def test_a_play_concerns_the_user_who_played_and_the_one_who_is_next() -> None:
    before, after = _at(15), _at(16)
    assert before.view is not None
    assert not is_trick_end(before.view)
    concerned = {s for s in range(4) if _shown(before, s).is_concerned(after, s, None)}
    assert concerned == {_next(before), _next(after)}


def test_who_has_been_shown_a_table_is_not_shown_it_again() -> None:
    table = _at(16)
    assert not _shown(table, _next(table)).is_concerned(_at(16), _next(table), None)
    assert _shown(table, _next(table)).is_concerned(replace(table, nudge=True), _next(table), None)


def test_a_new_hand_another_status_and_another_channel_concern_everybody() -> None:
    table = _at(16)
    for change in ({"hand_no": 9}, {"status": Status.PAUSED}, {"channel_id": 9}):
        changed = replace(table, **change)
        assert all(_shown(table, seat).is_concerned(changed, seat, None) for seat in range(4))


def test_where_the_board_cannot_tell_everybody_is_kept_up_to_date() -> None:
    before, after, note = _at(15), _at(16), Note.PLACE_GONE
    for seat in range(4):
        assert _shown(before, seat).is_concerned(before, seat, note)
        assert _shown(before, seat, note).is_concerned(after, seat, note)
        assert not _shown(after, seat, note).is_concerned(after, seat, note)


def test_a_lobby_concerns_nobody() -> None:
    lobby = table_of(rules_of("42"))
    assert not Person("k3f9q2", 1000, _NoSurfaces()).is_concerned(lobby, 0, None)
