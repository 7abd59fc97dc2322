"""A lay-down that the leader's view proves is played out automatically."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.words.render_context import RenderContext
from bot.tables.errors import NothingToClaim, NotProven, NotSeated, NotYourTurn
from bot.tables.loaded import LoadedTable
from bot.tables.model import Status
from bot.tables.views import Note
from tests.support.house import ANA, EVE, FOUR, SLEEPLESS, House
from tests.support.inner_tables import changes
from tests.support.matrix import long
from tests.tables.hidden import redeal_hidden
from texas42.ai.solver.claims import lay_down
from texas42.engine import Goal, NameContract, Phase, format_action
from texas42.records.record import parse_record
from texas42.records.referee import judge

from .claiming import is_led, play_until_lead

pytestmark = pytest.mark.slow


async def test_proved_claim_gives_the_leader_every_trick_left(house: House) -> None:
    table = await house.start_game()
    user = await play_until_lead(house, table, sure=True)
    before = await house.tables.panel(table, user)
    assert before.view is not None
    panel = (await house.tables.claim(table, user, before.table.seq)).panel
    view = panel.view
    assert view is not None
    assert panel.table.status in (Status.BETWEEN, Status.FINISHED)
    assert panel.table.claimed == before.seat
    rest = view.tricks[len(before.view.tricks) :]
    assert rest
    assert {trick.winner for trick in rest} == {before.seat}
    assert [ended.claimed for ended in house.publisher.ended][-1] == before.seat


async def test_played_out_claim_is_saved_and_passes_the_referee(
    house: House, tmp_path: Path
) -> None:
    table = await house.start_game()
    user = await play_until_lead(house, table, sure=True)
    panel = (await house.tables.claim(table, user)).panel
    seqs = await house.acts(table)
    assert seqs[-1] == panel.table.seq - 1
    assert seqs == list(range(seqs[0], seqs[-1] + 1))
    _, text = await house.tables.archive.record(table)
    judge(parse_record(text))
    other = House(house.store, house.clock, SLEEPLESS, "t")
    again = await other.tables.view(table)
    assert again.claimed == panel.table.claimed
    assert again.view == panel.table.view


async def test_hand_played_to_its_end_is_not_claimed(house: House) -> None:
    table = await house.start_game()
    await house.play_hand(table)
    other = House(house.store, house.clock, SLEEPLESS, "t")
    assert (await other.tables.view(table)).claimed is None


async def test_new_hand_is_not_claimed(house: House) -> None:
    table = await house.start_game()
    user = await play_until_lead(house, table, sure=True)
    await house.tables.claim(table, user)
    for each in FOUR:
        await house.tables.ready(table, each)
    assert (await house.tables.view(table)).claimed is None


async def test_only_the_claimer_sees_that_a_claim_is_unproved(house: House) -> None:
    table = await house.start_game()
    user = await play_until_lead(house, table, sure=False)
    before = await house.tables.panel(table, user)
    published = len(house.publisher.published)
    progress = await house.tables.claim(table, user)
    assert before.view is not None
    assert progress.unproved is not None
    seat = FOUR.index(user)
    assert set(progress.unproved.opponents) == {(seat + 1) % 4, (seat + 3) % 4}
    assert await house.tables.panel(table, user) == before
    assert replace(progress.panel, unproved=None) == before
    assert len(house.publisher.published) == published


async def test_objection_does_not_depend_on_hidden_tiles(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.start_game()
    doubts = set()
    named = 0
    for _ in range(6):
        user = await play_until_lead(house, table, sure=False)
        live = await house.live(table)
        told = (await house.tables.claim(table, user)).panel
        for seed in range(8):
            other = redeal_hidden(live, FOUR.index(user), seed)
            assert other.game != live.game

            async def read(_: str, other: LoadedTable = other) -> LoadedTable:
                return other

            with monkeypatch.context() as patched:
                patched.setattr(changes(house.tables), "read", read)
                again = (await house.tables.claim(table, user)).panel
            assert hand_panel(again, RenderContext()) == hand_panel(told, RenderContext())
        assert told.unproved is not None
        doubts.add(told.unproved.objection)
        named += told.unproved.objection is not None
        await house.act(table, user)
    assert named
    assert len(doubts) > 1


async def test_only_the_leader_can_claim(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    with pytest.raises(NotSeated):
        await house.tables.claim(table, EVE)
    with pytest.raises(NotProven) as refused:
        await house.tables.claim(table, ANA)
    assert not refused.value.leads
    await house.act(table, ANA)
    with pytest.raises(NotYourTurn):
        await house.tables.claim(table, ANA)


async def test_stale_button_claims_nothing(house: House) -> None:
    table = await house.start_game()
    user = await play_until_lead(house, table, sure=True)
    before = await house.tables.view(table)
    for anyway in (False, True):
        panel = (await house.tables.claim(table, user, before.seq - 1, anyway=anyway)).panel
        assert panel.note is Note.STALE
        assert await house.tables.view(table) == before


async def test_double_press_lays_down_once(house: House) -> None:
    table = await house.start_game()
    user = await play_until_lead(house, table, sure=False)
    presses = (house.tables.claim(table, user, anyway=True) for _ in range(2))
    first, second = await asyncio.gather(*presses)
    assert first.after == second.after
    assert len(first.after.laid_down) == 1


async def test_provable_claim_is_granted_without_asking(house: House) -> None:
    table = await house.start_game()
    user = await play_until_lead(house, table, sure=True)
    panel = (await house.tables.claim(table, user, anyway=True)).panel
    assert panel.table.claimed == FOUR.index(user)


@pytest.mark.parametrize(
    ("game", "rules"),
    [("moon", {}), ("42", {"renege": "forfeit"}), *map(long, [("84x6", {}), ("84x8", {})])],
)
async def test_every_opponent_is_asked_in_every_game(
    house: House, game: str, rules: dict[str, object]
) -> None:
    table = await house.open(FOUR[0], game=game, **rules)
    people = [FOUR[0]]
    for number in range(1, len((await house.tables.view(table)).seats)):
        people.append(1000 + number)
        await house.sit(table, people[-1])
    await house.tables.begin(table, FOUR[0])
    asked: set[int] = set()
    while not asked:
        for user in people:
            await house.tables.ready(table, user)
        user = await house.in_turn(table)
        assert user is not None
        panel = await house.tables.panel(table, user)
        assert panel.view is not None
        if is_led(panel.view) and lay_down(panel.view) is None:
            view = (await house.tables.claim(table, user, anyway=True)).after
            assert view.claim is not None
            asked = set(view.claim.waiting)
        else:
            await house.act(table, user)
    sides = panel.view.rules.game.sides
    seat = people.index(user)
    alone = sides == len(people)
    if alone and panel.view.bidder != seat:
        assert asked == {panel.view.bidder}
    else:
        assert asked == {n for n in range(len(people)) if n % sides != seat % sides}
    *early, last = asked
    for other in early:
        await house.tables.claims.answer(table, people[other], grants=True)
    view = (await house.tables.claims.answer(table, people[last], grants=False)).after
    assert view.claim is not None
    assert view.claim.refused
    assert [laid.seat for laid in view.laid_down] == [seat]


async def test_nobody_can_lay_down_in_nello(house: House) -> None:
    table = await house.start_game(*FOUR, preset="house")
    before = await _nello(house, table)
    with pytest.raises(NothingToClaim):
        await house.tables.claim(table, before, anyway=True)


async def _nello(house: House, table: str) -> int:
    """Play until a user leads in nel-o; return them."""
    while True:
        if (await house.tables.view(table)).status is not Status.PLAYING:
            for user in FOUR:
                await house.tables.ready(table, user)
        user = await house.in_turn(table)
        assert user is not None
        panel = await house.tables.panel(table, user)
        assert panel.view is not None
        if is_led(panel.view):
            assert panel.view.contract is not None
            if panel.view.contract.overlay.goal is Goal.NONE:
                return user
        wanted = [
            format_action(action, panel.view.rules)
            for action in panel.view.legal
            if isinstance(action, NameContract) and action.contract.overlay.goal is Goal.NONE
        ]
        if wanted:
            await house.tables.act(table, user, wanted[0], phase=panel.view.phase)
        elif panel.view.phase is Phase.CALL and "1m" in (
            calls := [format_action(each, panel.view.rules) for each in panel.view.legal]
        ):
            await house.tables.act(table, user, calls[calls.index("1m")], phase=Phase.CALL)
        else:
            await house.act(table, user)
