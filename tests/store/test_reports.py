"""Reports to the host: daily limit, expiry and deletion."""

from __future__ import annotations

import pytest

from bot.store import SqlStore
from bot.upkeep.views import NewReport, ReportMessage

from .samples import forget

DAY = 86_400.0
ANA = 11
BO = 12
HOST = 1
NOW = 1_000_000.0


def rude_report(user_id: int = ANA, *named: int) -> NewReport:
    text = "Rude: " + " and ".join(f"<@{each}>" for each in named)
    return NewReport(user_id, "Ana", 7, 70, text, named)


async def file_report(store: SqlStore, report: NewReport, at: float = NOW) -> int:
    number = await store.add_report(report, at, 3)
    assert number is not None
    return number


async def save_message(store: SqlStore, message: ReportMessage) -> None:
    shown = await store.reports(message.first, message.last)
    await store.save_report_message(message, shown)


async def test_person_can_send_three_reports_a_day(store: SqlStore) -> None:
    sent = [await store.add_report(rude_report(), NOW + n, 3) for n in range(5)]
    assert sent == [1, 2, 3, None, None]
    assert await store.add_report(rude_report(BO), NOW + 5, 3) == 4
    assert await store.add_report(rude_report(), NOW + DAY, 3) == 5


async def test_shown_reports_are_no_longer_waiting(store: SqlStore) -> None:
    for _ in range(3):
        await file_report(store, rude_report())
    await store.mark_told(2, NOW)
    assert await store.waiting_reports() == [3]
    assert [each.told_at for each in await store.reports()] == [NOW, NOW, None]


async def test_sweeping_old_reports_outdates_their_messages(store: SqlStore) -> None:
    old = await file_report(store, rude_report(ANA, BO), NOW - DAY)
    new = await file_report(store, rude_report(), NOW)
    for number in (old, new):
        message = ReportMessage(number, number, HOST, NOW, 2, 3, "shown")
        await save_message(store, message)
    assert await store.sweep_reports(NOW - 1, 5) == 1
    assert await store.sweep_reports(NOW - 1, 5) == 0
    assert [each.number for each in await store.reports()] == [new]
    assert [each.first for each in await store.outdated_report_messages()] == [old]


async def test_deletion_removes_a_persons_reports_and_mentions(store: SqlStore) -> None:
    await file_report(store, rude_report(ANA, BO))
    kept = await file_report(store, rude_report(BO, ANA))
    await save_message(store, ReportMessage(1, 2, HOST, NOW, 2, 3, "shown"))
    await forget(store, ANA)
    (left,) = await store.reports()
    assert (left.number, left.text) == (kept, "Rude: a former player")
    assert len(await store.outdated_report_messages()) == 1


@pytest.mark.parametrize("user_id", [ANA, BO])
async def test_message_is_outdated_if_a_report_changed_while_it_was_sent(
    store: SqlStore, user_id: int
) -> None:
    await file_report(store, rude_report(ANA, BO))
    shown = await store.reports(1, 1)
    await forget(store, user_id)
    await store.save_report_message(ReportMessage(1, 1, HOST, NOW, 2, 3, "shown"), shown)
    (outdated,) = await store.outdated_report_messages()
    assert outdated.message_id == 3


async def test_export_has_own_reports_in_full_and_only_numbers_of_others(store: SqlStore) -> None:
    number = await file_report(store, rude_report(ANA, BO))
    own = await store.about(ANA)
    others = await store.about(BO)
    assert own["reports"][0]["text"] == f"Rude: <@{BO}>"
    assert others == {"report_people": [{"number": number, "user_id": str(BO)}]}


@pytest.mark.parametrize("host", [HOST, 2])
async def test_newest_message_of_a_host_is_found(store: SqlStore, host: int) -> None:
    for first in (1, 4):
        await save_message(store, ReportMessage(first, first, host, NOW, 2, 3, "shown"))
    newest = await store.newest_report_message(host)
    assert newest is not None
    assert newest.first == 4
    assert await store.newest_report_message(99) is None
    await store.drop_report_message(4)
    assert await store.newest_report_message(host) != newest
