"""Which games are rated, and who loses a game by leaving it."""

from __future__ import annotations

from pathlib import Path

import pytest
from openskill.models import PlackettLuce

from bot.stats.ratings import Rating
from bot.tables.model import Status
from bot.tables.rated import RETURN_SECONDS, UnratedReason, judge_game
from bot.tables.stored import SeatChange, SeatEvent
from bot.tables.views import TableView
from tests.support.house import ANA, BO, CY, DI, EVE, FOUR, GUILD, SLEEPLESS, House

START = 100.0
END = 5000.0
SHORT = RETURN_SECONDS - 1
LONG = RETURN_SECONDS
SAT = SeatEvent.SAT
LEFT = SeatEvent.LEFT
AWAY = SeatEvent.AWAY
BACK = SeatEvent.BACK
HINT = SeatEvent.HINT


def verdict(*later, finished=True, people=FOUR, sides=2, contested=True):
    log = [SeatChange(SAT, seat, user, 1, 1.0) for seat, user in enumerate(people) if user]
    log += [SeatChange(event, people.index(user), user, 1, at) for event, user, at in later]
    return judge_game(
        log,
        seats=len(people),
        sides=sides,
        started=START,
        ended=END,
        finished=finished,
        first_hand=1,
        contested=contested,
    )


def test_game_is_rated_if_nobody_leaves_for_long():
    assert verdict() == verdict((AWAY, BO, 200.0), (BACK, BO, 200.0 + SHORT))
    assert verdict().unrated is None
    assert verdict().lineup == FOUR


def test_game_with_a_computer_at_the_start_is_unrated():
    assert verdict(people=(ANA, BO, CY, None)).unrated is UnratedReason.COMPUTERS
    assert verdict((AWAY, BO, 50.0)).unrated is UnratedReason.COMPUTERS
    assert verdict((AWAY, BO, 50.0), (BACK, BO, 60.0)).unrated is None


def test_only_a_hint_during_the_game_makes_it_unrated():
    assert verdict((HINT, ANA, 200.0)).unrated is UnratedReason.HINT
    before = [SeatChange(HINT, 0, ANA, 0, 50.0)]
    before += [SeatChange(SAT, seat, user, 1, 60.0) for seat, user in enumerate(FOUR)]
    found = judge_game(
        before, seats=4, sides=2, started=START, ended=END, finished=True, first_hand=1
    )
    assert found.unrated is None


def test_a_hint_before_the_games_first_call_makes_it_unrated():
    assert verdict((HINT, ANA, START - 1)).unrated is UnratedReason.HINT


def test_a_hint_among_computers_is_the_reason_where_people_played_each_other():
    some = (ANA, BO, CY, None)
    assert verdict((HINT, ANA, 200.0), people=some).unrated is UnratedReason.HINT
    unopposed = verdict((HINT, ANA, 200.0), people=(ANA, None, CY, None), contested=False)
    assert unopposed.unrated is UnratedReason.COMPUTERS


@pytest.mark.parametrize("event", [LEFT, AWAY])
@pytest.mark.parametrize("at", [200.0, END - 1])
def test_player_absent_at_the_end_has_left(event, at):
    found = verdict((event, BO, at))
    assert (found.unrated, found.left) == (UnratedReason.LEFT, {BO})


def test_player_absent_for_ten_minutes_has_left():
    assert verdict((AWAY, BO, 200.0), (BACK, BO, 200.0 + LONG)).left == {BO}


def test_unfinished_game_is_lost_only_by_the_first_to_leave():
    left = (LEFT, BO, 200.0)
    assert verdict(left, finished=False).left == {BO}
    breaking_up = [(LEFT, user, 200.0 + 30 * n) for n, user in enumerate(FOUR)]
    assert not verdict(*breaking_up, finished=False).left
    assert not verdict((LEFT, BO, END - SHORT), finished=False).left
    late = [(LEFT, user, 200.0 + LONG + 1) for user in (ANA, CY, DI)]
    assert verdict(left, *late, finished=False).left == {BO}


def test_player_who_changes_sides_has_left():
    people = (ANA, BO, CY, DI)
    log = [SeatChange(SAT, seat, user, 1, 1.0) for seat, user in enumerate(people)]
    log += [SeatChange(SeatEvent.MOVED, 2, BO, 3, 300.0)]
    found = judge_game(log, seats=4, sides=2, started=START, ended=END, finished=True, first_hand=1)
    assert found.left == {BO}


# At a table --------------------------------------------------------------------------------


@pytest.fixture
async def quiet(file: Path):
    found = await House.build(file, timing=SLEEPLESS)
    yield found
    await found.stop()


async def begin(house: House, *people: int, **rules: object) -> str:
    table = await house.start_game(*(people or FOUR), target=1, **rules)
    house.clock.move(1)
    await house.act(table, await house.in_turn(table))
    house.clock.move(1)
    return table


def changes(view: TableView) -> dict[int, int]:
    assert view.rated is not None
    return {player.user_id: player.after - player.before for player in view.rated.players}


async def test_ratings_change_as_openskill_computes(quiet: House) -> None:
    table = await begin(quiet)
    end = await quiet.play_game(table)
    assert end.rated is not None
    assert end.rated.unrated is None
    won = {line.user_id for line in end.people if line.side == end.winner}
    model = PlackettLuce()
    (up, _), (down, _) = model.rate([[model.rating(), model.rating()] for _ in range(2)])
    for player in end.rated.players:
        expected = up if player.user_id in won else down
        assert player.after == round(expected.ordinal(alpha=20, target=1000))
        assert (player.before, player.provisional) == (Rating().shown, True)
    assert all((change > 0) == (user in won) for user, change in changes(end).items())
    stored = await quiet.store.results.rated(table, end.game_no)
    assert stored == end.rated
    again = await House.build(Path(quiet.store.database.file), quiet.clock, SLEEPLESS)
    assert (await again.tables.view(table)).rated == end.rated
    await again.stop()


async def test_game_with_a_hint_is_unrated(quiet: House) -> None:
    table = await begin(quiet)
    person = await quiet.in_turn(table)
    assert person is not None
    assert (await quiet.tables.adviser.hint(table, person)).advice is not None
    end = await quiet.play_game(table)
    assert end.rated is not None
    assert (end.rated.unrated, end.rated.players) == (UnratedReason.HINT, ())


async def test_only_the_leaver_loses_rating(quiet: House) -> None:
    table = await begin(quiet)
    view = await quiet.tables.view(table)
    await quiet.tables.leave(table, BO)
    quiet.clock.move(5)
    end = await quiet.play_game(table)
    assert end.rated is not None
    assert end.rated.unrated is UnratedReason.LEFT
    assert [player.user_id for player in end.rated.players] == [BO]
    assert all(player.left and player.after < player.before for player in end.rated.players)
    assert view.rated is None


async def test_closed_game_is_lost_by_a_player_who_left_long_ago(quiet: House) -> None:
    table = await begin(quiet)
    await quiet.tables.leave(table, BO)
    quiet.clock.move(RETURN_SECONDS + 1)
    await quiet.tables.close(table, ANA, manager=True)
    found = await quiet.store.database.read(
        lambda connection: connection.exec_driver_sql(
            f"SELECT user_id, games FROM ratings WHERE guild_id = {GUILD} AND game = ''"
        ).all()
    )
    assert [tuple(row) for row in found] == [(BO, 1)]


async def test_table_with_a_computer_is_not_rated(quiet: House) -> None:
    table = await quiet.start_game(ANA, BO, EVE, target=1)
    end = await quiet.play_game(table)
    assert end.rated is not None
    assert end.rated.unrated is UnratedReason.COMPUTERS
    assert end.status is Status.FINISHED
