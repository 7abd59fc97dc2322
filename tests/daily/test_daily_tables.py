"""A hand of a day is a table of one person: what follows, and what does not."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select, update

from bot.daily.hand import SEAT
from bot.daily.table import day_id_of, table_id_of
from bot.daily.views import Stage
from bot.presenter.words.ids import ComponentId, Verb, format_id, parse_id
from bot.publisher.rights import OF_DAYS, OF_HANDS_OF_DAYS, Rights
from bot.store import schema
from bot.store.daily.schema_daily import daily_hands
from bot.tables.errors import NoSuchHand, UnknownButton
from bot.tables.model import Place
from bot.tables.sharing.homes import SHARD_SHIFT, home_of
from bot.tables.views import Note
from bot.values.experts import ExpertState
from cogs.replays import HAND
from tests.support.daily_house import ANA, BO, MONDAY, NAMES, DailyHouse
from tests.support.inner_tables import timers
from texas42 import RulesPlayer
from texas42.engine import Action, Phase, SeatView, format_action

pytestmark = pytest.mark.slow
ANAS = table_id_of(MONDAY, ANA)
SHARDS = 4


async def act(house: DailyHouse, *, confirmed: bool) -> Note | None:
    """Make Ana's next act; return what she is told."""
    view = await house.daily.look(ANA)
    assert view.panel is not None
    seen = view.panel.view
    assert seen is not None
    assert seen.to_act == SEAT
    text = format_action(RulesPlayer().choose(seen, 1.0), seen.rules)
    after = await house.act_on(ANA, MONDAY, text, phase=seen.phase, confirmed=confirmed)
    assert after.panel is not None
    return after.panel.note


def test_no_id_that_people_can_send_names_another_persons_hand() -> None:
    assert parse_id(format_id(ComponentId(Verb.HAND, ANAS))) is None
    assert HAND.fullmatch(f"{ANAS}/1") is None


@pytest.mark.parametrize("verb", sorted(set(Verb) - OF_DAYS - OF_HANDS_OF_DAYS))
async def test_a_days_hand_allows_no_help_and_nothing_of_a_table_with_others(verb: Verb) -> None:
    unused: Any = None
    pressed = ComponentId(verb, day_id_of(MONDAY))
    with pytest.raises(UnknownButton):
        await Rights(unused, unused, unused, unused).require(unused, pressed)


async def test_buttons_of_a_hand_name_its_day_and_no_person(house: DailyHouse) -> None:
    view = await house.begin(ANA)
    assert view.panel is not None
    assert view.panel.table.table_id == day_id_of(MONDAY)
    assert str(ANA) not in view.panel.table.table_id


async def test_a_hand_has_no_place_and_so_no_number_and_no_channel(house: DailyHouse) -> None:
    await house.begin(ANA)
    for table in (await house.tables.row(ANAS), await house.tables.view(ANAS)):
        assert (table.place, table.number, table.guild_id) == (None, None, None)
        with pytest.raises(ValueError, match="no place"):
            _ = table.known_place


async def test_hands_are_in_no_table_of_the_database(house: DailyHouse) -> None:
    await house.play_day(ANA)
    await house.begin(BO)
    for kept in (schema.tables, schema.seats, schema.acts, schema.hands, schema.shakes):
        counted = select(func.count()).select_from(kept)
        assert await house.store.database.read(lambda c, q=counted: c.scalar(q)) == 0


async def test_a_hand_takes_nobodys_one_seat(house: DailyHouse) -> None:
    await house.begin(ANA)
    assert await house.tables.tables_of(ANA) == []
    await house.tables.open(
        place=Place(1, 2, 2),
        user_id=ANA,
        name=NAMES[ANA],
        game="42",
        rules={},
    )
    assert await act(house, confirmed=True) is None


async def test_a_hand_has_no_timer_but_for_its_experts(house: DailyHouse) -> None:
    await house.begin(ANA)
    assert not timers(house.tables)
    await house.play_day(ANA)
    assert not timers(house.tables)


async def test_a_start_loads_no_hand_that_waits_for_its_person(house: DailyHouse) -> None:
    for user_id in NAMES:
        await house.begin(user_id)
    await house.restart()
    assert house.tables.in_memory == 0


async def test_person_in_turn_goes_on_without_experts_also_in_a_hand_of_an_older_version(
    house: DailyHouse,
) -> None:
    """The upgrade marks every hand under way as one in which an expert may be due."""
    await house.begin(ANA)
    waking = update(daily_hands).values(wake_at=1.0)
    await house.store.database.write(lambda connection: connection.execute(waking))
    house.experts.state = ExpertState.MISSING
    assert (await house.daily.look(ANA)).stage is Stage.PLAYING


async def test_person_who_asks_first_confirms_each_play_also_if_they_choose_that_during_the_hand(
    house: DailyHouse,
) -> None:
    await house.begin(ANA)
    assert await act(house, confirmed=False) is None
    await house.settle()
    await house.store.people.save_choices(ANA, asks_first=True)
    await house.tables.play_choices.follow(ANA)
    assert await act(house, confirmed=False) is Note.UNCONFIRMED
    assert await act(house, confirmed=True) is None


async def test_person_may_skip_the_experts_pauses(house: DailyHouse) -> None:
    house.pace = 1e6
    await house.restart()
    view = await house.daily.begin(ANA, NAMES[ANA])
    assert view.panel is not None
    if not view.panel.can_skip:
        await act(house, confirmed=True)
    progress = await house.tables.skip(ANAS, ANA)
    seen = progress.panel.view
    assert seen is not None
    assert seen.to_act == SEAT
    assert not progress.panel.can_skip


async def test_hand_in_memory_is_the_stored_one_whatever_is_bid(house: DailyHouse) -> None:
    randomness = Random(42)

    def choose(view: SeatView) -> Action:
        return randomness.choice(view.legal[-3:] if view.phase is Phase.CALL else view.legal)

    house.experts.choose_by = choose
    staked = set()
    for user_id in range(7100, 7112):
        await house.daily.begin(user_id, "Ana")
        view = await house.daily.look(user_id)
        while view.stage is Stage.PLAYING:
            await house.settle()
            view = await house.daily.look(user_id)
            assert view.panel is not None
            seen = view.panel.view
            assert seen is not None
            if seen.to_act == SEAT:
                text = format_action(choose(seen), seen.rules)
                view = await house.act_on(user_id, MONDAY, text, phase=seen.phase)
        await house.settle()
        ended = await house.daily.look(user_id)
        await house.tables.reload_hands_of(user_id)
        assert await house.daily.look(user_id) == ended
        assert ended.panel is not None
        assert ended.panel.view is not None
        assert ended.panel.view.bid is not None
        staked.add(ended.panel.view.bid.multiple)
    assert max(staked) > 5
    assert not timers(house.tables)


async def test_only_its_owner_sees_a_finished_hand_again(house: DailyHouse) -> None:
    await house.play_day(ANA)
    assert (await house.replay(ANA, MONDAY)).moments
    with pytest.raises(NoSuchHand):
        await house.tables.archive.replay(ANAS, 1, BO, None)


def test_tables_without_a_server_are_spread_over_all_processes() -> None:
    ids = (table_id_of(MONDAY, user_id) for user_id in range(1000))
    shards = Counter((home_of(each, None) >> SHARD_SHIFT) % SHARDS for each in ids)
    assert len(shards) == SHARDS
    assert min(shards.values()) > 1000 / SHARDS / 2


def test_a_server_holds_its_tables() -> None:
    assert home_of("k3f9q2", 7 << SHARD_SHIFT) == 7 << SHARD_SHIFT
