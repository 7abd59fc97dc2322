"""Reports to the host: daily limit, expiry and deletion."""

from __future__ import annotations

import pytest

from bot.store import Store
from bot.upkeep.views import NewReport
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.redraw import Redraw

from .samples import forget

DAY = 86_400.0
ANA = 11
BO = 12
HOST = 1
NOW = 1_000_000.0


def rude_report(user_id: int = ANA, *named: int) -> NewReport:
    text = "Rude: " + " and ".join(f"<@{each}>" for each in named)
    return NewReport(user_id, "Ana", 7, 70, text, named)


async def file_report(store: Store, report: NewReport, at: float = NOW) -> int:
    number = await store.reports.add_report(report, at, 3)
    assert number is not None
    return number


def message_of(first: int, host: int = HOST) -> Posted:
    """Build the message whose first report has this number."""
    key = PostedKey(PostedKind.REPORTS, "", first, host)
    return Posted(key, 1, 0, 2, 30 + first, "shown", at=NOW)


async def save_message(store: Store, first: int, host: int = HOST) -> None:
    message = message_of(first, host)
    await store.reports.save_report_message(message, await store.reports.reports_of(message))


async def outdated(store: Store) -> list[int]:
    """List the numbers of the first reports of the outdated messages."""
    return [each.key.part for each in await store.messages.outdated_posted(PostedKind.REPORTS)]


async def test_person_can_send_three_reports_a_day(store: Store) -> None:
    sent = [await store.reports.add_report(rude_report(), NOW + n, 3) for n in range(5)]
    assert sent == [1, 2, 3, None, None]
    assert await store.reports.add_report(rude_report(BO), NOW + 5, 3) == 4
    assert await store.reports.add_report(rude_report(), NOW + DAY, 3) == 5


async def test_shown_reports_are_no_longer_waiting(store: Store) -> None:
    for _ in range(3):
        await file_report(store, rude_report())
    await store.reports.mark_told(2, NOW)
    assert await store.reports.waiting_reports() == [3]
    assert [each.told_at for each in await store.reports.load_reports()] == [NOW, NOW, None]


async def test_sweeping_old_reports_outdates_their_messages(store: Store) -> None:
    old = await file_report(store, rude_report(ANA, BO), NOW - DAY)
    new = await file_report(store, rude_report(), NOW)
    for number in (old, new):
        await save_message(store, number)
    assert await store.retention.sweep_reports(NOW - 1, 5) == 1
    assert await store.retention.sweep_reports(NOW - 1, 5) == 0
    assert [each.number for each in await store.reports.load_reports()] == [new]
    assert await outdated(store) == [old]


async def test_deletion_removes_a_persons_reports_and_mentions(store: Store) -> None:
    await file_report(store, rude_report(ANA, BO))
    kept = await file_report(store, rude_report(BO, ANA))
    await save_message(store, 1)
    await forget(store, ANA)
    (left,) = await store.reports.load_reports()
    assert (left.number, left.text) == (kept, "Rude: a former player")
    assert await outdated(store) == [1]


@pytest.mark.parametrize("user_id", [ANA, BO])
async def test_message_is_outdated_if_a_report_changed_while_it_was_sent(
    store: Store, user_id: int
) -> None:
    await file_report(store, rude_report(ANA, BO))
    shown = await store.reports.reports_of(message_of(1))
    await forget(store, user_id)
    await store.reports.save_report_message(message_of(1), shown)
    assert await outdated(store) == [1]


async def test_message_stays_current_if_a_report_came_in_while_it_was_sent(
    store: Store,
) -> None:
    await file_report(store, rude_report())
    shown = await store.reports.reports_of(message_of(1))
    await file_report(store, rude_report(BO))
    await store.reports.save_report_message(message_of(1), shown)
    assert await outdated(store) == []


async def test_export_has_own_reports_in_full_and_only_numbers_of_others(store: Store) -> None:
    number = await file_report(store, rude_report(ANA, BO))
    own = await store.own_data.about(ANA)
    others = await store.own_data.about(BO)
    assert own["reports"][0]["text"] == f"Rude: <@{BO}>"
    assert others == {"report_people": [{"number": number, "user_id": str(BO)}]}


async def test_message_covers_the_reports_up_to_the_next_message_to_any_host(
    store: Store,
) -> None:
    for _ in range(3):
        await file_report(store, rude_report())
    await file_report(store, rude_report(BO))
    await save_message(store, 1)
    assert [each.number for each in await store.reports.reports_of(message_of(1))] == [1, 2, 3, 4]
    await save_message(store, 3, host=2)
    assert [each.number for each in await store.reports.reports_of(message_of(1))] == [1, 2]
    assert [each.number for each in await store.reports.reports_of(message_of(3, 2))] == [3, 4]
    await forget(store, BO)
    assert await outdated(store) == [3]
    await store.messages.drop_posted(message_of(3, 2))
    assert [each.number for each in await store.reports.reports_of(message_of(1))] == [1, 2, 3]


async def test_host_who_deletes_their_data_keeps_no_messages_with_reports(store: Store) -> None:
    await save_message(store, 1)
    assert await store.own_data.screens_naming(HOST, 0.0) == [Redraw(2, 31)]
    await forget(store, HOST)
    assert await store.own_data.counts(HOST) == {}
    assert await store.messages.newest_posted(PostedKind.REPORTS, HOST) is None
