"""The event that goes on after a closed table."""

from dataclasses import replace
from unittest.mock import AsyncMock, MagicMock

from bot.events.errors import NoSuchEvent
from bot.publisher.screens.endings import Endings
from bot.tables.model import Status
from bot.tables.views import TableView
from tests.presenter.tabling import sample, table_of


def ended() -> TableView:
    game = sample(5 + 28, target=1)
    return table_of(game.rules, game)


async def test_event_is_looked_up_only_for_a_closed_table_of_one() -> None:
    view = object()
    events = MagicMock(settled_view=AsyncMock(return_value=view), has_left=AsyncMock())
    endings = Endings(AsyncMock(), events)
    closed = replace(ended(), status=Status.CLOSED, event_id="ev3n7s")
    assert await endings.event_after(closed) is view
    for other in (replace(closed, event_id=None), replace(closed, status=Status.FINISHED)):
        assert await endings.event_after(other) is None
    events.settled_view.assert_awaited_once_with("ev3n7s")


async def test_closed_table_of_a_deleted_event_has_no_event() -> None:
    events = MagicMock(settled_view=AsyncMock(side_effect=NoSuchEvent))
    endings = Endings(AsyncMock(), events)
    assert await endings.event_after(replace(ended(), status=Status.CLOSED, event_id="x")) is None
