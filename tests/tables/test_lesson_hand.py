"""The lesson hand of a newcomer: made by following the guide, and counted nowhere."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from bot.presenter.hand.replay import replay_screen
from bot.presenter.hand.replay_place import ReplayPlace
from bot.presenter.hand.review import review_screen
from bot.presenter.panel.screen import hand_panel
from bot.presenter.refusals import explain
from bot.presenter.table.answers import proof_file
from bot.presenter.table.board import table_screen
from bot.presenter.words.autocomplete import past_hand
from bot.presenter.words.render_context import RenderContext
from bot.stats.views import GameKind
from bot.tables.deals.lesson import GAME, SEAT, has_lesson
from bot.tables.errors import DealtAsLesson, NoLayingDown
from bot.tables.model import Status
from bot.tables.results import LESSON_GAME
from bot.tables.views import Note, PanelView, QuestionKind, TableView
from tests.presenter.tabling import text_of
from tests.support.house import ANA, BO, CHANNEL, GUILD, House
from tests.support.lesson_hand import (
    begin_hand,
    choose_plain,
    choose_scripted,
    dealt_lesson,
    every_answer,
    outbidding,
    play_to_end,
)
from texas42.ai.findings.judgments import Review
from texas42.engine import Action, Phase, Rules, SeatView, format_action
from texas42.library import load_rules, presets
from texas42.records.shakefile import parse_shake_file, verify

CONTEXT = RenderContext(pictures=False)
REVIEW = Review(None, None, made=True, costs=())
PRESETS = tuple(preset.name for preset in presets(GAME))
OPPONENTS = frozenset({1, 3})
PARTNER = 2


async def lesson(house: House, *, newcomer: bool = True, **rules: object) -> str:
    """Start a newcomer's game against computers."""
    table = await house.open(**rules)
    await house.tables.computers.fill(table, ANA)
    await house.tables.begin(table, ANA, newcomer=newcomer)
    return table


async def until_lead(house: House, table: str) -> PanelView:
    """Bid, name trump, and return the newcomer's panel at the first lead."""
    for words in ("30", "3"):
        await house.until_turn_of(table, ANA)
        view = (await house.tables.panel(table, ANA)).view
        assert view is not None
        await house.tables.act(table, ANA, words, phase=view.phase)
    return await house.tables.panel(table, ANA)


async def follow_the_guide(house: House, table: str) -> TableView:
    """Do what the guide recommends until the hand is over."""
    while (view := await house.tables.view(table)).status is Status.PLAYING:
        if await house.in_turn(table) == ANA:
            shown = await house.tables.panel(table, ANA)
            assert shown.view is not None
            action = shown.question.right[0] if shown.question else choose_scripted(shown.view)
            words = format_action(action, shown.view.rules)
            await house.tables.act(table, ANA, words, phase=shown.view.phase)
        else:
            await house.step(table)
    return view


# The deal ------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_newcomer_makes_it_by_the_guide_under_every_preset(preset: str) -> None:
    rules = load_rules(GAME, {"preset": preset})
    assert has_lesson(rules)
    dealt = begin_hand(rules, dealt_lesson(rules))
    for others in (choose_scripted, choose_plain):
        deal = play_to_end(dealt, choose_scripted, others)
        assert [made.seat for made in deal.calls if made.call.is_bid] == [SEAT]
        assert deal.result is not None
        assert deal.result.made is True


def test_lesson_has_all_that_it_teaches() -> None:
    rules = load_rules(GAME, {})
    deal = play_to_end(begin_hand(rules, dealt_lesson(rules)), choose_scripted, choose_scripted)
    led = [trick for trick in deal.tricks if trick.leader == SEAT]
    trumps = deal.contract.trump_suit if deal.contract is not None else None
    assert trumps is not None
    assert led[0].led is trumps
    assert led[0].plays[0].tile.is_double
    assert led[-1].winner == PARTNER  # partner catches the off
    threw = [trick.plays[2].tile.count for trick in led if trick.winner == SEAT]
    assert any(threw)
    gave = [play.tile.count for trick in deal.tricks[3:] for play in trick.plays[2:3]]
    assert gave == [5, 10]  # and the newcomer does the same for partner
    assert {trick.winner for trick in deal.tricks[2:]} == {PARTNER}


@pytest.mark.parametrize("seed", range(40))
def test_no_play_of_the_opponents_sets_it(seed: int) -> None:
    randomness = random.Random(seed)

    def anything(view: SeatView) -> Action:
        return randomness.choice(view.legal) if view.seat in OPPONENTS else choose_plain(view)

    rules = load_rules(GAME, {})
    result = play_to_end(
        outbidding(rules, dealt_lesson(rules), "34"), choose_plain, anything
    ).result
    assert result is not None
    assert result.made is True


@pytest.mark.long
def test_no_play_of_the_opponents_sets_it_in_any_order() -> None:
    rules = load_rules(GAME, {})
    game = outbidding(rules, dealt_lesson(rules), "34")
    ends = [end.result for end in every_answer(game, OPPONENTS)]
    assert len(ends) > 10_000
    assert all(result is not None and result.made for result in ends)


@pytest.mark.parametrize(
    "rules",
    [
        load_rules("moon", {}),
        load_rules(GAME, {"target": 1}),
        load_rules(GAME, {"trumps": ["doubles", "follow-me"]}),
    ],
)
def test_other_games_and_short_ones_have_no_lesson(rules: Rules) -> None:
    assert not has_lesson(rules)


# At the table --------------------------------------------------------------------------------


async def test_every_newcomer_gets_the_same_hand_and_makes_it(house: House) -> None:
    table = await lesson(house)
    panel = await house.tables.panel(table, ANA)
    assert panel.table.deals.explained
    assert panel.view is not None
    assert set(panel.view.hand) == set(dealt_lesson(load_rules(GAME, {})).hands[SEAT])
    end = await follow_the_guide(house, table)
    assert end.view is not None
    assert end.view.result is not None
    assert end.view.result.made is True
    assert end.view.bidder == SEAT


async def test_lesson_counts_for_nobody_and_the_game_starts_at_zero(house: House) -> None:
    table = await lesson(house)
    await follow_the_guide(house, table)
    assert (await house.store.profiles.standing(GUILD, ANA, GameKind.ALL)).hands == 0
    assert not await house.store.results.hands(table, 1)
    (row,) = await house.store.results.hands(table, LESSON_GAME)
    assert row.tally(SEAT).bids == 0
    after = (await house.tables.ready(table, ANA)).after
    assert (after.game_no, after.total, after.deals.explained) == (1, (0, 0), False)
    await house.play_hand(table)
    assert (await house.store.profiles.standing(GUILD, ANA, GameKind.ALL)).hands == 1


async def test_lesson_has_no_proof_but_the_next_hand_has(house: House) -> None:
    table = await lesson(house)
    assert (await house.tables.view(table)).commitment is None
    end = await follow_the_guide(house, table)
    with pytest.raises(DealtAsLesson):
        await house.tables.archive.proof(table, end.hand_no)
    committed = end.commitment
    assert committed is not None
    await house.tables.ready(table, ANA)
    after = await house.play_hand(table)
    file = parse_shake_file((await house.tables.archive.proof(table, after.hand_no)).content)
    assert file.commitment == committed
    assert verify(file) == ()


async def test_the_hand_after_the_lesson_is_hand_1_everywhere(house: House) -> None:
    table = await lesson(house)
    archive = house.tables.archive
    await follow_the_guide(house, table)
    await house.tables.ready(table, ANA)
    after = await house.play_hand(table)
    assert (after.hand_no, after.hand_of_game, after.deals.explained) == (2, 1, False)
    screens = (
        table_screen(after, CONTEXT),
        hand_panel(await house.tables.panel(table, ANA), CONTEXT),
        replay_screen(await archive.replay(table, 2, ANA, GUILD), ReplayPlace(), CONTEXT),
        proof_file(await archive.proof(table, 2), "4", CONTEXT),
        review_screen(await archive.replay(table, 2, ANA, GUILD), REVIEW, CONTEXT),
    )
    for screen in screens:
        said = text_of(screen) or screen.content or ""
        assert re.search(r"[Hh]and 1\b", said), said
        assert not re.search(r"[Hh]and 2\b", said), said
    listed = await archive.hands_of(ANA, GUILD, 9)
    places = sorted(past_hand(hand, CONTEXT).partition(":")[0] for hand in listed)
    number = after.number
    assert places == [f"Table {number}, hand 1", f"Table {number}, lesson hand"]
    (own,) = await archive.hands_in(table, 1, ANA, GUILD)
    assert own.number == 1
    record = json.loads((await archive.record(table, 1))[1])
    assert len(record["hands"]) == 1


async def test_player_who_knows_42_leaves_the_lesson_for_an_ordinary_hand(house: House) -> None:
    table = await lesson(house)
    await house.until_turn_of(table, ANA)
    before = await house.tables.panel(table, ANA)
    after = (await house.tables.leave_lesson(table, ANA)).panel
    assert before.view is not None
    assert after.view is not None
    assert not after.table.deals.explained
    assert after.table.seq > before.table.seq  # the buttons of the lesson are stale
    assert after.view.hand != before.view.hand
    again = (await house.tables.leave_lesson(table, ANA)).panel  # there is nothing more to leave
    assert again.view == after.view


async def test_restart_resumes_the_lesson(house: House, file: Path) -> None:
    table = await lesson(house)
    await house.until_turn_of(table, ANA)
    before = (await house.tables.panel(table, ANA)).view
    await house.tables.invalidate()
    again = await house.tables.panel(table, ANA)
    assert again.table.deals.explained
    assert again.view == before


# The questions -------------------------------------------------------------------------------

ANSWERS = {
    QuestionKind.TRUMP: ({"3"}, "5"),
    QuestionKind.FOLLOW: ({"50", "55"}, "31"),
    QuestionKind.GIVE: ({"55"}, "53"),
}
"""The right answers to each question, and a wrong one."""


async def test_wrong_answers_change_nothing_and_right_ones_are_played(house: House) -> None:
    table = await lesson(house)
    asked = []
    while (await house.tables.view(table)).status is Status.PLAYING:
        if await house.in_turn(table) != ANA:
            await house.step(table)
            continue
        panel = await house.tables.panel(table, ANA)
        assert panel.view is not None
        if panel.question is None:
            words = format_action(choose_scripted(panel.view), panel.view.rules)
            await house.tables.act(table, ANA, words, phase=panel.view.phase)
            continue
        asked.append(panel.question.kind)
        right, wrong = ANSWERS[panel.question.kind]
        assert {format_action(each, panel.view.rules) for each in panel.question.right} == right
        assert panel.better is None
        refused = await house.tables.act(table, ANA, wrong, phase=panel.view.phase)
        assert refused.note is Note.WRONG
        assert (await house.tables.panel(table, ANA)).view == panel.view
        accepted = min(right)
        done = await house.tables.act(table, ANA, accepted, phase=panel.view.phase)
        assert done.after.seq > panel.table.seq
    assert asked == list(ANSWERS)


async def test_forbidden_domino_at_a_question_is_not_a_renege(house: House) -> None:
    table = await lesson(house, renege="forfeit")
    for words in ("30", "3", "33", "63", "50"):  # the partner must catch the 5-0
        await house.until_turn_of(table, ANA)
        view = (await house.tables.panel(table, ANA)).view
        assert view is not None
        await house.tables.act(table, ANA, words, phase=view.phase)
    await house.until_turn_of(table, ANA)
    panel = await house.tables.panel(table, ANA)
    assert panel.question is not None
    assert panel.question.kind is QuestionKind.FOLLOW
    assert [format_action(each, panel.table.rules) for each in panel.question.right] == ["21"]
    for forbidden in ("31", "53", "55"):
        refused = await house.tables.act(table, ANA, forbidden, phase=Phase.PLAY)
        assert refused.note is Note.WRONG
    assert (await house.tables.view(table)).status is Status.PLAYING


@pytest.mark.parametrize("anyway", [False, True])
async def test_lesson_is_played_out_and_nobody_lays_down_in_it(
    house: House, *, anyway: bool
) -> None:
    table = await lesson(house)
    before = await until_lead(house, table)
    with pytest.raises(NoLayingDown) as refused:
        await house.tables.claim(table, ANA, anyway=anyway)
    assert "Play it to the end" in text_of(explain(refused.value, CONTEXT, before.table))
    after = await house.tables.panel(table, ANA)
    assert after.view == before.view
    assert (after.table.seq, after.table.laid_down) == (before.table.seq, ())
    end = await follow_the_guide(house, table)
    assert end.view is not None
    assert end.view.result is not None
    assert end.view.result.made is True


# The first game ------------------------------------------------------------------------------


async def test_first_game_is_short_and_the_next_one_is_as_usual(house: House) -> None:
    table = await lesson(house)
    await follow_the_guide(house, table)
    first = (await house.tables.ready(table, ANA)).after
    assert (first.rules.target, first.first_game) == (3, True)
    await house.tables.invalidate()
    while (view := await house.tables.view(table)).status is not Status.FINISHED:
        assert view.rules.target == 3
        await house.play_hand(table)
        if (await house.tables.view(table)).status is Status.BETWEEN:
            await house.tables.ready(table, ANA)
    rematch = (await house.tables.ready(table, ANA)).after
    assert (rematch.rules.target, rematch.first_game) == (7, False)
    (record,) = [await house.tables.archive.record(table, 1)]
    assert json.loads(record[1])["rules"]["target"] == 3


async def test_opponents_have_a_level_of_their_own(house: House) -> None:
    house.computers.levels = ("expert", "steady", "easy")
    table = await house.open()
    filled = (await house.tables.computers.fill_against(table, ANA, "easy")).after
    assert [line.level for line in filled.seats] == ["", "easy", "expert", "easy"]
    await house.tables.begin(table, ANA)
    unchanged = (await house.tables.computers.set_opponents(table, ANA, "steady")).after
    assert [line.level for line in unchanged.seats] == ["", "easy", "expert", "easy"]


async def test_nobody_else_gets_a_lesson(house: House) -> None:
    table = await lesson(house, newcomer=False)
    assert not (await house.tables.view(table)).deals.explained


async def test_people_together_get_no_lesson(house: House) -> None:
    table = await house.open(channel=CHANNEL)
    await house.sit(table, BO)
    await house.tables.computers.fill(table, ANA)
    after = (await house.tables.begin(table, ANA, newcomer=True)).after
    assert not after.deals.explained
