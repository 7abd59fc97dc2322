"""Nobody learns of a day what they may not know yet, by any screen, file, export or log.

A driver lets people play several days at different times. After each step every screen of every
person is searched for dominoes that they have not seen, and for results that are not theirs.
"""

from __future__ import annotations

import logging
import random
import re
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.asked.hands import MOST_SHARED, HandQuestions
from bot.daily.errors import DailyError
from bot.daily.hand import SEAT, after, deal_of, dealt
from bot.daily.model import StoredDay
from bot.daily.views import Comparison, DailyView, Stage
from bot.engine import Phase, SeatView, Tile
from bot.presenter.daily.screen import daily_screen, fair_shake_of_day, proof_of_day
from bot.presenter.daily.share import shared_day
from bot.presenter.hand.replay import replay_screen
from bot.presenter.hand.replay_place import ReplayPlace
from bot.presenter.table.answers import last_trick
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.tables.errors import HandInPlay, HandOfToday
from tests.daily.stage import MONDAY, NAMES, DailyStage, installed

PICTURES, WORDS = RenderContext(), RenderContext(pictures=False)
PEOPLE = tuple(NAMES)
LONG = (pytest.mark.long, pytest.mark.timeout(7200))
SHOWN = re.compile(r"(?<![\d-])([0-6])-([0-6])(?![\d-])")
HELD = re.compile(r"Tile\(high=(\d), low=(\d)\)")
IN_ID = re.compile(r"42:(?:play|play-it|misplay):[a-z0-9]+:\d+:(\d)(\d)")
TILES = [Tile(high, low) for high in range(7) for low in range(high + 1)]
IN_FILE = re.compile(r'"(\d)(\d)"')


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[DailyStage]:
    async with installed(tmp_path) as running:
        running.experts.choose_by = quick
        yield running


def quick(view: SeatView):
    """Choose at once: the first legal act but a bid, where there is one."""
    return view.legal[0]


def tiles_in(text: str) -> set[Tile]:
    """Find every domino that a text names, in any form that the program writes."""
    found = set()
    for form in (SHOWN, HELD, IN_ID, IN_FILE):
        for one, other in form.findall(text):
            high, low = max(int(one), int(other)), min(int(one), int(other))
            if high <= 6:
                found.add(Tile(high, low))
    return found


async def may_see(stage: DailyStage, day: date, user_id: int) -> set[Tile] | None:
    """Return the dominoes of a day that a person has seen; None for all of them."""
    stored = await stage.store.load_day(day)
    hand = await stage.store.load_hand(day, user_id)
    if stored is None or hand is None:
        return set()
    if hand.is_finished:
        return None
    deal = deal_of(after(dealt(day, stored.secret), hand.acts))
    tricks = (*deal.tricks, *(() if deal.trick is None else (deal.trick,)))
    return {*deal.dealt[SEAT], *(play.tile for trick in tricks for play in trick.plays)}


async def private_screens(
    stage: DailyStage, day: date, user_id: int
) -> AsyncIterator[tuple[str, Message]]:
    """Yield every screen of a day that one person can open, and their copy of their data."""
    daily = stage.daily
    try:
        view = await daily.look(user_id, day)
    except DailyError:
        return
    for name, context in (("pictures", PICTURES), ("words", WORDS)):
        yield f"screen in {name}", daily_screen(view, context, may_share=True)
        yield f"fair shake in {name}", fair_shake_of_day(view, context)
        if view.panel is not None and view.stage is Stage.PLAYING:
            yield f"last trick in {name}", last_trick(view.panel.table, context)
        try:
            replay = await daily.replay(user_id, day)
            for step in range(0, len(replay.moments), 11):
                yield "replay", replay_screen(replay, ReplayPlace(step), context)
            yield "proof", proof_of_day(day, await daily.proof(day), context)
        except DailyError:
            continue


async def public_screens(stage: DailyStage, day: date, user_id: int) -> AsyncIterator[Message]:
    """Yield what a person can post of a day."""
    try:
        view = await stage.daily.look(user_id, day)
    except DailyError:
        return
    if view.stage is Stage.FINISHED:
        for context in (PICTURES, WORDS):
            yield shared_day(view, NAMES[user_id], context)


async def leaks(stage: DailyStage, day: date, readers: Collection[int] = PEOPLE[:3]) -> list[str]:
    """Search everything that these readers can see of a day now."""
    found = []
    stored = await stage.store.load_day(day)
    assert stored is not None
    for user_id in readers:
        known = await may_see(stage, day, user_id)
        async for name, message in private_screens(stage, day, user_id):
            found += faults(repr(message), known, stored.is_closed, stored.secret, name)
        async for message in public_screens(stage, day, user_id):
            if not stored.is_closed:
                found += faults(
                    repr(message), set(), closed=False, secret=stored.secret, name="post"
                )
                if re.search(r"[+−]\d|[Pp]lace|par\b", repr(message)):
                    found.append("a post tells a score or a place")
        found += await told_by_export(stage, user_id, stored)
        found += await told_by_comparisons(stage, user_id)
        found += await told_by_refusals(stage, day, user_id)
        view = await _look(stage, day, user_id)
        if view is not None:
            found += early(view, finished=known is None)
    return found


async def told_by_export(stage: DailyStage, user_id: int, stored: StoredDay) -> list[str]:
    """Search a person's copy of their data for the secret and for other people."""
    export = repr(await stage.store.about(user_id))
    found = list(faults(export, None, stored.is_closed, stored.secret, "export"))
    others = [*(set(PEOPLE) - {user_id}), *(NAMES[each] for each in PEOPLE if each != user_id)]
    return found + [f"export names {who}" for who in others if re.search(rf"\b{who}\b", export)]


async def told_by_comparisons(stage: DailyStage, user_id: int) -> list[str]:
    """Compare with everybody: only two who have finished the same day may see each other."""
    found = []
    for friend in PEOPLE:
        try:
            seen = await stage.daily.compare(user_id, friend)
        except DailyError:
            continue
        hands = [await stage.store.load_hand(seen.date, each) for each in (user_id, friend)]
        if not all(hand is not None and hand.is_finished for hand in hands):
            found.append("a comparison before both have finished")
    return found


async def told_by_refusals(stage: DailyStage, day: date, user_id: int) -> list[str]:
    """Ask about the day's hand and about another: who has not begun it must hear no difference."""
    stored, hand = await stage.day(day), await stage.store.load_hand(day, user_id)
    own = deal_of(dealt(day, stored.secret)).dealt[SEAT]
    other = tuple(sorted(set(TILES) - set(own))[:7])
    asked = HandQuestions(None, NoTables(), None, stage.daily)  # type: ignore[arg-type]
    heard = []
    for tiles in (own, other):
        try:
            await asked.require_public(user_id, tiles)
            heard.append("")
        except (HandInPlay, HandOfToday) as refusal:
            heard.append(type(refusal).__name__)
    others = [set(each) for each in await stage.daily.kept_hands(user_id) if set(each) != set(own)]
    if any(len(set(own) & each) > MOST_SHARED for each in others):
        return []  # yesterday's hand, which they finished, is refused: by chance it is much like it
    is_told = heard[0] != heard[1]
    if is_told and (hand is None or not hand.is_finished):
        return [f"a refusal tells the day's hand: {heard}"]
    if not stored.is_closed and hand is not None and not heard[0]:
        return ["help for the hand of an open day"]
    return []


class NoTables:
    """Nobody sits at a table."""

    async def tables_of(self, user_id: int) -> list[object]:
        del user_id
        return []


def faults(
    text: str, known: set[Tile] | None, closed: bool, secret: bytes, name: str
) -> Iterator[str]:
    """Yield what a text must not have in it."""
    if known is not None and (more := tiles_in(text) - known):
        yield f"{name} shows {sorted(more)}"
    if not closed and secret.hex() in text:
        yield f"{name} shows the secret"


def early(view: DailyView, *, finished: bool) -> Iterator[str]:
    """Yield what a view knows too early; `finished`: its reader has finished the hand."""
    if view.ended is not None and not finished:
        yield "an end before the end"
    if view.ended is not None and not view.is_closed:
        ended = view.ended
        if ended.standing or ended.week or ended.streak or ended.best_of_month:
            yield "the field before the day is closed"


async def _look(stage: DailyStage, day: date, user_id: int) -> DailyView | None:
    try:
        return await stage.daily.look(user_id, day)
    except DailyError:
        return None


async def play_days(
    stage: DailyStage, days: int, people: Sequence[int], chance: random.Random
) -> list[str]:
    """Let everybody play in turn, a few acts at a time; search after each step.

    Who acted is among the readers, and two more; once the day is closed all are.
    """
    found = []
    for number in range(days):
        day = MONDAY + timedelta(days=number)
        stage.go_to(day, 60)
        await stage.turn()
        waiting = [user for user in people if chance.random() < 0.9]
        seconds = 60.0
        while waiting:
            user = chance.choice(waiting)
            view = await _look(stage, day, user)
            if view is None or view.stage is Stage.FINISHED:
                waiting.remove(user)
            elif view.stage is Stage.NEW:
                await stage.begin(user)
            else:
                for _ in range(chance.randrange(2, 9)):
                    if (await stage.daily.look(user, day)).stage is Stage.PLAYING:
                        await stage.step(user, lambda v: chance.choice(v.legal))
            seconds += 900
            stage.go_to(day, min(seconds, 80_000))
            found += await leaks(stage, day, {user, *chance.sample(people, 2)})
            if number and chance.random() < 0.2:
                found += await leaks(stage, day - timedelta(days=1), people)
        stage.go_to(day + timedelta(days=1), 3600)
        await stage.turn()
        found += await leaks(stage, day, people)
    return found


@pytest.mark.parametrize(("days", "people"), [(2, 3), pytest.param(50, 6, marks=LONG)])
async def test_nobody_sees_what_they_may_not_know_yet(
    stage: DailyStage, days: int, people: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    assert await play_days(stage, days, PEOPLE[:people], random.Random(1)) == []
    told = [record.getMessage() for record in caplog.records if record.name.startswith("bot.")]
    text = "\n".join(told)
    assert not tiles_in(text)
    assert not [word for word in (*NAMES.values(), "score=") if word in text]
    for number in range(days):
        assert (await stage.day(MONDAY + timedelta(days=number))).secret.hex() not in text


# Planted leaks ------------------------------------------------------------------------------


async def test_planted_domino_is_found(stage: DailyStage) -> None:
    await stage.begin(PEOPLE[0])
    day = await stage.store.load_day(MONDAY)
    assert day is not None
    other = deal_of(dealt(MONDAY, day.secret)).dealt[1][0]
    known = await may_see(stage, MONDAY, PEOPLE[0])
    for text in (
        f"{other.high}-{other.low}",
        f"42:play:daily20261123:3:{other.high}{other.low}",
        repr(other),
    ):
        assert list(faults(text, known, closed=False, secret=day.secret, name="planted"))
    assert list(faults(day.secret.hex(), known, closed=False, secret=day.secret, name="planted"))


async def test_planted_view_of_a_finished_hand_is_found(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = PEOPLE[:2]
    view = await stage.begin(ana)
    while view.stage is Stage.PLAYING:
        view = await stage.step(ana, quick)
    await stage.begin(bo)
    real = stage.book.view_of

    async def planted(day, user_id, found, note=None):
        return await real(day, ana, await stage.book.hand_of(day, ana), note)

    monkeypatch.setattr(stage.book, "view_of", planted)
    assert await leaks(stage, MONDAY)


async def test_planted_comparison_is_found(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = PEOPLE[:2]
    view = await stage.begin(ana)
    while view.stage is Stage.PLAYING:
        view = await stage.step(ana, quick)
    await stage.begin(bo)
    assert not await told_by_comparisons(stage, ana)
    own = (await stage.daily.look(ana)).ended
    assert own is not None

    async def planted(user_id: int, friend_id: int) -> Comparison:
        return Comparison(MONDAY, own.outcome, own.outcome)

    monkeypatch.setattr(stage.daily, "compare", planted)
    assert await told_by_comparisons(stage, ana)


async def test_planted_refusal_is_found(stage: DailyStage, monkeypatch: pytest.MonkeyPatch) -> None:
    await stage.turn()
    stored = await stage.day()
    own = deal_of(dealt(MONDAY, stored.secret)).dealt[SEAT]
    assert not await told_by_refusals(stage, MONDAY, PEOPLE[0])

    async def planted(user_id: int) -> list[tuple[Tile, ...]]:
        return [own]  # whether or not they have finished

    monkeypatch.setattr(stage.daily, "kept_hands", planted)
    assert await told_by_refusals(stage, MONDAY, PEOPLE[0])


async def test_planted_help_for_a_hand_in_play_is_found(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.begin(PEOPLE[0])

    async def planted(user_id: int) -> bool:
        return False

    monkeypatch.setattr(stage.daily, "is_in_play", planted)
    assert await told_by_refusals(stage, MONDAY, PEOPLE[0])


async def test_planted_export_of_another_person_is_found(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = PEOPLE[:2]
    await stage.begin(ana)
    await stage.begin(bo)
    real, stored = stage.store.about, await stage.day()
    assert not await told_by_export(stage, ana, stored)

    async def planted(_: object, user_id: int) -> object:
        return await real(bo)

    monkeypatch.setattr(type(stage.store), "about", planted)
    assert await told_by_export(stage, ana, stored)


async def test_planted_field_is_found(stage: DailyStage, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = PEOPLE[0]
    view = await stage.begin(ana)
    while view.stage is Stage.PLAYING:
        view = await stage.step(ana, quick)
    real = stage.book.view_of

    async def planted(day, user_id, hand, note=None):
        found = await real(day, user_id, hand, note)
        return (
            found if found.ended is None else replace(found, ended=replace(found.ended, streak=3))
        )

    monkeypatch.setattr(stage.book, "view_of", planted)
    assert await leaks(stage, MONDAY)


async def test_planted_domino_in_a_post_is_found(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = PEOPLE[0]
    view = await stage.begin(ana)
    while view.stage is Stage.PLAYING:
        view = await stage.step(ana, quick)
    monkeypatch.setattr("bot.presenter.daily.share.SQUARES", dict.fromkeys("wl-", "6-4 "))
    assert await leaks(stage, MONDAY)
    assert view.panel is not None
    assert view.panel.view is not None
    assert view.panel.view.phase is Phase.OVER
