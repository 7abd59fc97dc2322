"""The end of a game: the deciding play is searched only once, in the background."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from bot.engine import Ended, PlayTile, parse_tile
from bot.events.errors import NoSuchEvent
from bot.publisher.screens.endings import Endings
from bot.tables.errors import ReviewNotReady
from bot.tables.model import Status
from bot.tables.views import TableView
from bot.values.findings import PlayCost
from tests.presenter.tabling import sample, table_of

PLAY = PlayTile(1, parse_tile("22"))
COST = PlayCost(4, PLAY, PLAY, 5, decisive=True)


def ended() -> TableView:
    game = sample(5 + 28, target=1)
    return table_of(game.rules, game)


class Watch:
    """Endings over a solver that answers with a mock; records which tables are drawn again."""

    def __init__(self, answer: object) -> None:
        self.solver = AsyncMock(side_effect=[answer])
        self.redrawn: list[str] = []
        tables = MagicMock(adviser=MagicMock(turning_point=self.solver))
        self.endings = Endings(AsyncMock(), lambda: tables, self.redrawn.append)

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


@pytest.fixture
async def watch(request: Any) -> AsyncIterator[Watch]:
    watch = Watch(request.param)
    yield watch
    await watch.endings.close()


@pytest.mark.parametrize("watch", [COST], indirect=True)
async def test_a_finished_game_is_drawn_again_when_the_solver_answers(watch: Watch) -> None:
    table = ended()
    assert watch.endings.with_turn(table).turned_by is None  # the answer waits for nothing
    assert watch.endings.with_turn(table).turned_by is None
    await watch.settle()
    assert watch.redrawn == [table.table_id]
    assert watch.endings.with_turn(table).turned_by == COST
    watch.solver.assert_awaited_once_with(table.table_id, table.hand_no)


@pytest.mark.parametrize(
    "watch", [None, ReviewNotReady(begun=False), RuntimeError("broken")], indirect=True
)
async def test_without_an_answer_a_game_keeps_its_end(watch: Watch) -> None:
    table = ended()
    watch.endings.with_turn(table)
    await watch.settle()
    assert watch.endings.with_turn(table).turned_by is None
    assert watch.redrawn == []
    assert watch.solver.await_count == 1


@pytest.mark.parametrize("watch", [COST], indirect=True)
async def test_no_deciding_play_is_searched_in_mid_game_or_after_a_lay_down_or_a_renege(
    watch: Watch,
) -> None:
    over = ended()
    assert over.view is not None
    assert over.view.result is not None
    reneged = replace(over.view, result=replace(over.view.result, ended=Ended.RENEGE))
    for table in (
        replace(over, winner=None),
        replace(over, claimed=0),
        replace(over, view=reneged),
    ):
        assert watch.endings.with_turn(table) is table
    await watch.settle()
    assert watch.solver.await_count == 0


async def test_event_is_looked_up_only_for_a_closed_table_of_one() -> None:
    view = object()
    events = MagicMock(settled_view=AsyncMock(return_value=view), has_left=AsyncMock())
    endings = Endings(AsyncMock(), MagicMock(), MagicMock())
    closed = replace(ended(), status=Status.CLOSED, event_id="ev3n7s")
    assert await endings.event_after(closed) is None  # no event service yet
    endings.watch_events(lambda: events)
    assert await endings.event_after(closed) is view
    for other in (replace(closed, event_id=None), replace(closed, status=Status.FINISHED)):
        assert await endings.event_after(other) is None
    events.settled_view.assert_awaited_once_with("ev3n7s")


async def test_closed_table_of_a_deleted_event_has_no_event() -> None:
    events = MagicMock(settled_view=AsyncMock(side_effect=NoSuchEvent))
    endings = Endings(AsyncMock(), MagicMock(), MagicMock())
    endings.watch_events(lambda: events)
    assert await endings.event_after(replace(ended(), status=Status.CLOSED, event_id="x")) is None
