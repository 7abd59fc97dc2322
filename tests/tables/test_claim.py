"""A lay-down: proved from the leader's own view, then played out by the program and saved."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.ai.solver.claims import lay_down
from bot.engine import Goal, NameContract, Phase, SeatView, format_action, view_for
from bot.presenter import RenderContext, hand_panel
from bot.records.record import parse_record
from bot.records.referee import judge
from bot.tables import claim_rules
from bot.tables.claim_rules import winning_line
from bot.tables.deadlines import Timing
from bot.tables.describe import panel_view
from bot.tables.errors import NotAsked, NothingToClaim, NotProven, NotSeated, NotYourTurn
from bot.tables.loaded import LoadedTable
from bot.tables.model import Claim, Status, TableClock
from bot.tables.views import LaidDown, Note

from .house import ANA, BO, EVE, FOUR, NAMES, SLEEPLESS, House
from .test_secrets import mixed


def _leads(view: SeatView) -> bool:
    return view.phase is Phase.PLAY and view.trick is not None and not view.trick.plays


async def _led(house: House, table: str, *, sure: bool) -> int:
    """Play until somebody leads whose hand is proved good, or is not; return that user."""
    while True:
        if (await house.tables.view(table)).status is not Status.PLAYING:
            for user in FOUR:
                await house.tables.ready(table, user)
        user = await house.in_turn(table)
        assert user is not None
        view = (await house.tables.panel(table, user)).view
        assert view is not None
        if _leads(view) and (lay_down(view) is not None) is sure and len(view.hand) > 1:
            return user
        await house.act(table, user)


async def test_a_proved_claim_is_played_out_and_every_trick_is_the_leaders(house: House) -> None:
    table = await house.begun()
    user = await _led(house, table, sure=True)
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
    assert [ended.claimed for ended in house.board.ended][-1] == before.seat


async def test_what_is_played_out_is_on_disk_and_passes_the_referee(
    house: House, tmp_path: Path
) -> None:
    table = await house.begun()
    user = await _led(house, table, sure=True)
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


async def test_a_hand_that_is_played_to_its_end_was_not_claimed(house: House) -> None:
    table = await house.begun()
    await house.play_hand(table)
    other = House(house.store, house.clock, SLEEPLESS, "t")
    assert (await other.tables.view(table)).claimed is None


async def test_a_new_hand_is_not_claimed(house: House) -> None:
    table = await house.begun()
    user = await _led(house, table, sure=True)
    await house.tables.claim(table, user)
    for each in FOUR:
        await house.tables.ready(table, each)
    assert (await house.tables.view(table)).claimed is None


async def test_what_is_not_proved_is_doubted_to_the_claimer_alone(house: House) -> None:
    table = await house.begun()
    user = await _led(house, table, sure=False)
    before = await house.tables.panel(table, user)
    published = len(house.board.published)
    progress = await house.tables.claim(table, user)
    assert before.view is not None
    assert progress.unproved is not None
    seat = FOUR.index(user)
    assert set(progress.unproved.opponents) == {(seat + 1) % 4, (seat + 3) % 4}
    assert await house.tables.panel(table, user) == before
    assert replace(progress.panel, unproved=None) == before
    assert len(house.board.published) == published


async def test_a_doubt_is_the_same_however_the_hidden_tiles_lie(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.begun()
    doubts, named = set(), 0
    for _ in range(6):
        user = await _led(house, table, sure=False)
        live = await house.tables._repository.read(table)
        told = (await house.tables.claim(table, user)).panel
        for seed in range(8):
            other = mixed(live, FOUR.index(user), seed)
            assert other.game != live.game

            async def read(_: str, other: LoadedTable = other) -> LoadedTable:
                return other

            with monkeypatch.context() as patched:
                patched.setattr(house.tables._repository, "read", read)
                again = (await house.tables.claim(table, user)).panel
            assert hand_panel(again, RenderContext()) == hand_panel(told, RenderContext())
        assert told.unproved is not None
        doubts.add(told.unproved.doubt)
        named += told.unproved.doubt is not None
        await house.act(table, user)
    assert named
    assert len(doubts) > 1


async def _asking(house: House, *, line: bool) -> tuple[str, int, tuple[int, int]]:
    """Lay down what is not proved, a line to it being there or not; return table and people."""
    table = await house.begun()
    while True:
        user = await _led(house, table, sure=False)
        live = await house.tables._repository.read(table)
        assert live.to_act is not None
        if (winning_line(live.game, live.to_act) is not None) is line:
            await house.tables.claim(table, user, anyway=True)
            seat = FOUR.index(user)
            return table, user, (FOUR[(seat + 1) % 4], FOUR[(seat + 3) % 4])
        await house.act(table, user)


async def test_who_lays_down_anyway_shows_the_tiles_and_asks_the_opponents(house: House) -> None:
    table, user, (left, right) = await _asking(house, line=True)
    view = await house.tables.view(table)
    held = (await house.tables.panel(table, user)).view
    assert held is not None
    assert view.laid_down == (LaidDown(FOUR.index(user), held.hand),)
    for reader in (*FOUR, EVE):
        panel = await house.tables.panel(table, reader)
        assert panel.view is not None
        assert panel.view.exposed[FOUR.index(user)] == held.hand
        assert panel.view.exposed.count(()) == 3
    assert view.claim is not None
    assert view.claim.seat == FOUR.index(user)
    assert set(view.claim.waiting) == {FOUR.index(left), FOUR.index(right)}
    assert (await house.tables.claim(table, user)).panel.table.claim == view.claim


async def test_what_all_opponents_grant_is_played_out_and_passes_the_referee(house: House) -> None:
    table, user, (left, right) = await _asking(house, line=True)
    before = await house.tables.panel(table, user)
    assert before.view is not None
    panel = (await house.tables.answer_claim(table, left, before.table.seq, grants=True)).panel
    assert panel.table.claim is not None
    assert panel.table.claim.waiting == (FOUR.index(right),)
    assert (await house.tables.answer_claim(table, left, grants=True)).panel.table == panel.table
    panel = (await house.tables.answer_claim(table, right, before.table.seq, grants=True)).panel
    assert panel.view is not None
    assert panel.table.claimed == before.seat
    assert panel.table.claim is None
    rest = panel.view.tricks[len(before.view.tricks) :]
    assert {trick.winner for trick in rest} == {before.seat}
    _, text = await house.tables.archive.record(table)
    judge(parse_record(text))


async def test_two_who_grant_a_claim_at_the_same_time_grant_it(house: House) -> None:
    table, user, both = await _asking(house, line=True)
    answers = (house.tables.answer_claim(table, one, grants=True) for one in both)
    await asyncio.gather(*answers)
    assert (await house.tables.view(table)).claimed == FOUR.index(user)


async def test_one_who_plays_on_refuses_and_the_claimer_has_lost_nothing(house: House) -> None:
    table, user, (left, right) = await _asking(house, line=True)
    before = await house.tables.panel(table, user)
    await house.tables.answer_claim(table, left, grants=True)
    await house.tables.answer_claim(table, right, grants=False)
    after = await house.tables.panel(table, user)
    assert after.view == before.view
    assert after.table.laid_down == before.table.laid_down
    assert after.table.claim is not None
    assert after.table.claim.refused
    with pytest.raises(NotAsked):
        await house.tables.answer_claim(table, left, grants=True)
    for anyway in (False, True):
        with pytest.raises(NotProven) as again:
            await house.tables.claim(table, user, anyway=anyway)
        assert again.value.leads
    await house.act(table, user)
    assert (await house.tables.view(table)).claim is None


async def test_tiles_stay_face_up_for_the_rest_of_the_hand_and_no_longer(house: House) -> None:
    table, user, (left, _) = await _asking(house, line=True)
    seat = FOUR.index(user)
    await house.tables.answer_claim(table, left, grants=False)
    while (view := await house.tables.view(table)).status is Status.PLAYING:
        held = (await house.tables.panel(table, user)).view
        assert held is not None
        assert view.laid_down == ((LaidDown(seat, held.hand),) if held.hand else ())
        await house.act(table, await house.in_turn(table) or 0)
    assert view.laid_down == ()
    for each in FOUR:
        await house.tables.ready(table, each)
    view = await house.tables.view(table)
    assert view.laid_down == ()
    assert view.view is not None
    assert view.view.exposed == ((),) * 4


async def test_tiles_stay_face_up_when_their_player_leaves_and_through_a_restart(
    house: House,
) -> None:
    table, user, (left, _) = await _asking(house, line=True)
    await house.tables.answer_claim(table, left, grants=False)
    before = (await house.tables.view(table)).laid_down
    await house.tables.leave(table, user)
    other = House(house.store, house.clock, SLEEPLESS, "t")
    assert (await other.tables.view(table)).laid_down == before
    assert (await other.tables.panel(table, left)).table.laid_down == before


async def test_everybody_may_use_what_lies_face_up_computers_too(house: House) -> None:
    table, _ = await _alone(house, line=True)
    house.computers.believe_by = lambda view: False
    await house.tables.claim(table, ANA, anyway=True)
    await house.tables.adviser.hint(table, ANA)
    house.computers.asked.clear()
    await house.act(table, ANA)
    await house.step(table)
    hand = (await house.tables.panel(table, ANA)).view
    assert hand is not None
    assert [view.exposed for view in house.computers.asked][:1] == [(hand.hand, (), (), ())]


async def test_a_proof_may_rest_on_what_lies_face_up(house: House) -> None:
    """Whoever claims next knows the tiles of those who laid down before."""
    table, user, (left, _) = await _asking(house, line=True)
    await house.tables.answer_claim(table, left, grants=False)
    house.computers.asked.clear()
    await house.act(table, user)
    while True:
        live = await house.tables._repository.read(table)
        assert live.to_act is not None
        if claim_rules.leads(live.game, live.to_act):
            break
        await house.step(table)
    await house.tables.claim(table, FOUR[live.to_act])
    assert house.computers.asked[0].exposed == live.view(None).exposed
    assert any(house.computers.asked[0].exposed)


async def test_the_claimer_may_claim_again_at_the_next_lead(house: House) -> None:
    table, user, (left, _) = await _asking(house, line=True)
    await house.tables.answer_claim(table, left, grants=False)
    await house.act(table, user)
    seat = FOUR.index(user)
    while True:
        live = await house.tables._repository.read(table)
        if claim_rules.leads(live.game, seat):
            break
        await house.step(table)
        for each in FOUR:
            await house.tables.ready(table, each)
    assert (await house.tables.view(table)).claim is None
    assert live.table.claim is None


async def test_what_no_order_of_play_gives_is_refused_in_the_same_way(house: House) -> None:
    """The answer must not tell the claimer what others hold."""
    table, user, (left, right) = await _asking(house, line=False)
    live = await house.tables._repository.read(table)
    await house.tables.answer_claim(table, left, grants=True)
    await house.tables.answer_claim(table, right, grants=True)
    granted = await house.tables._repository.read(table)
    before = claim_rules.accept(live, live.table.claim, FOUR.index(left)).live
    refused = claim_rules.refuse(before, house.clock.now())
    assert refused is not None
    timing = house.timing
    assert panel_view(granted, timing, user) == panel_view(refused.live, timing, user)


async def test_a_play_takes_the_claim_back(house: House) -> None:
    table, user, (left, _) = await _asking(house, line=True)
    seq = (await house.tables.view(table)).seq
    await house.act(table, user)
    assert (await house.tables.view(table)).claim is None
    with pytest.raises(NotAsked) as nobody:
        await house.tables.answer_claim(table, left, grants=True)
    assert nobody.value.claimer is None
    panel = (await house.tables.answer_claim(table, left, seq, grants=True)).panel
    assert panel.note is Note.STALE


async def test_only_the_opponents_are_asked(house: House) -> None:
    table, user, _ = await _asking(house, line=True)
    partner = FOUR[(FOUR.index(user) + 2) % 4]
    for other in (user, partner):
        with pytest.raises(NotAsked) as refused:
            await house.tables.answer_claim(table, other, grants=True)
        assert refused.value.claimer == NAMES[user]
    with pytest.raises(NotSeated):
        await house.tables.answer_claim(table, EVE, grants=False)


async def test_a_claim_nobody_answers_is_refused_by_the_clock(file: Path) -> None:
    house = await House.build(file, timing=Timing(TableClock(between=1e9)))
    table, user, _ = await _asking(house, line=True)
    await house.later(59)
    view = await house.tables.view(table)
    assert view.claim is not None
    assert not view.claim.refused
    assert not view.nudge
    await house.later(2)
    view = await house.tables.view(table)
    assert view.claim is not None
    assert view.claim.refused
    assert view.turn_since == house.clock.now() - 1
    await house.later(19)
    assert (await house.tables.view(table)).nudge
    assert await house.in_turn(table) == user
    await house.stop()


async def test_a_claim_waits_through_a_restart(house: House) -> None:
    table, user, (left, right) = await _asking(house, line=True)
    await house.tables.answer_claim(table, left, grants=True)
    view = await house.tables.view(table)
    other = House(house.store, house.clock, SLEEPLESS, "t")
    assert (await other.tables.view(table)).claim == view.claim
    panel = (await other.tables.answer_claim(table, right, grants=True)).panel
    assert panel.table.claimed == FOUR.index(user)


async def test_a_claim_of_somebody_who_leaves_is_void(house: House) -> None:
    table, user, (left, _) = await _asking(house, line=True)
    await house.tables.leave(table, user)
    assert (await house.tables.view(table)).claim is None
    with pytest.raises(NotAsked):
        await house.tables.answer_claim(table, left, grants=True)


async def _alone(house: House, *, line: bool) -> tuple[str, list[SeatView]]:
    """Bring Ana, who plays against computers, to a lead that is not proved.

    Returned with what they see once she has laid down.
    """
    table = await house.begun(ANA)
    while True:
        if (await house.tables.view(table)).status is not Status.PLAYING:
            await house.tables.ready(table, ANA)
        live = await house.tables._repository.read(table)
        view = (await house.tables.panel(table, ANA)).view
        assert view is not None
        unproved = live.to_act == 0 and _leads(view) and lay_down(view) is None
        if unproved and (winning_line(live.game, 0) is not None) is line:
            return table, [view_for(live.game, seat, {0}) for seat in (1, 3)]
        await house.step(table)


async def test_computers_answer_at_once_from_what_they_see(house: House) -> None:
    table, views = await _alone(house, line=True)
    house.computers.asked.clear()
    panel = (await house.tables.claim(table, ANA, anyway=True)).panel
    assert house.computers.asked[1:] == views
    assert panel.table.claimed == 0


async def test_who_is_refused_by_a_computer_plays_on_face_up(house: House) -> None:
    table, views = await _alone(house, line=True)
    before = await house.tables.panel(table, ANA)
    house.computers.believe_by = lambda view: view != views[1]
    panel = (await house.tables.claim(table, ANA, anyway=True)).panel
    assert before.view is not None
    assert panel.table.claim == Claim(0, (), refused=True)
    assert panel.table.laid_down == (LaidDown(0, before.view.hand),)
    assert panel.view == replace(before.view, exposed=(before.view.hand, (), (), ()))
    with pytest.raises(NotProven):
        await house.tables.claim(table, ANA, anyway=True)


async def test_computers_cannot_grant_what_no_order_of_play_gives(house: House) -> None:
    table, _ = await _alone(house, line=False)
    panel = (await house.tables.claim(table, ANA, anyway=True)).panel
    assert panel.table.claim == Claim(0, (), refused=True)
    assert panel.table.claimed is None


async def test_people_are_not_asked_what_a_computer_has_refused(house: House) -> None:
    table, _, _ = await _mixed_table(house)
    house.computers.believe_by = lambda view: False
    panel = (await house.tables.claim(table, ANA, anyway=True)).panel
    assert panel.table.claim is not None
    assert panel.table.claim.refused
    with pytest.raises(NotAsked):
        await house.tables.answer_claim(table, BO, grants=True)


async def _mixed_table(house: House) -> tuple[str, int, int]:
    """Bring Ana to an unproved lead, with Bo as one opponent and a computer as the other."""
    table = await house.begun(ANA, BO)
    while True:
        if (await house.tables.view(table)).status is not Status.PLAYING:
            for user in (ANA, BO):
                await house.tables.ready(table, user)
        view = (await house.tables.panel(table, ANA)).view
        assert view is not None
        if view.to_act == 0 and _leads(view) and lay_down(view) is None:
            return table, 1, 3
        await house.step(table)


async def test_only_the_leader_may_claim(house: House) -> None:
    table = await house.begun_with_turn_of(ANA)
    with pytest.raises(NotSeated):
        await house.tables.claim(table, EVE)
    with pytest.raises(NotProven) as refused:
        await house.tables.claim(table, ANA)
    assert not refused.value.leads
    await house.act(table, ANA)
    with pytest.raises(NotYourTurn):
        await house.tables.claim(table, ANA)


async def test_a_button_of_an_earlier_turn_claims_nothing(house: House) -> None:
    table = await house.begun()
    user = await _led(house, table, sure=True)
    before = await house.tables.view(table)
    for anyway in (False, True):
        panel = (await house.tables.claim(table, user, before.seq - 1, anyway=anyway)).panel
        assert panel.note is Note.STALE
        assert await house.tables.view(table) == before


async def test_two_presses_lay_down_once(house: House) -> None:
    table = await house.begun()
    user = await _led(house, table, sure=False)
    presses = (house.tables.claim(table, user, anyway=True) for _ in range(2))
    first, second = await asyncio.gather(*presses)
    assert first.after == second.after
    assert len(first.after.laid_down) == 1


async def test_who_can_prove_it_after_all_is_given_the_rest(house: House) -> None:
    table = await house.begun()
    user = await _led(house, table, sure=True)
    panel = (await house.tables.claim(table, user, anyway=True)).panel
    assert panel.table.claimed == FOUR.index(user)


@pytest.mark.parametrize(
    ("game", "rules"),
    [("moon", {}), ("84x6", {}), ("84x8", {}), ("42", {"renege": "forfeit"})],
)
async def test_every_opponent_must_agree_in_every_game(
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
        if _leads(panel.view) and lay_down(panel.view) is None:
            view = (await house.tables.claim(table, user, anyway=True)).after
            assert view.claim is not None
            asked = set(view.claim.waiting)
        else:
            await house.act(table, user)
    sides, seat = panel.view.rules.game.sides, people.index(user)
    alone = sides == len(people)
    if alone and panel.view.bidder != seat:
        assert asked == {panel.view.bidder}
    else:
        assert asked == {n for n in range(len(people)) if n % sides != seat % sides}
    *early, last = asked
    for other in early:
        await house.tables.answer_claim(table, people[other], grants=True)
    view = (await house.tables.answer_claim(table, people[last], grants=False)).after
    assert view.claim is not None
    assert view.claim.refused
    assert [laid.seat for laid in view.laid_down] == [seat]


async def test_nobody_lays_down_where_every_trick_is_a_loss(house: House) -> None:
    table = await house.begun(*FOUR, preset="house")
    before = await _nello(house, table)
    with pytest.raises(NothingToClaim):
        await house.tables.claim(table, before, anyway=True)


async def _nello(house: House, table: str) -> int:
    """Play until somebody leads in nel-o; return that user."""
    while True:
        if (await house.tables.view(table)).status is not Status.PLAYING:
            for user in FOUR:
                await house.tables.ready(table, user)
        user = await house.in_turn(table)
        assert user is not None
        panel = await house.tables.panel(table, user)
        assert panel.view is not None
        if _leads(panel.view):
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
