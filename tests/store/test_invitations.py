"""Invitations to tables: gone with the table, in both people's copies, and in nobody else's."""

from __future__ import annotations

import asyncio

import pytest

from bot.store import Store
from bot.tables.model import Status

from .samples import forget, next_change, shake, table

pytestmark = pytest.mark.slow

ANA = 2**62
BO = 52
CY = 53
TABLE = "live01"


async def test_invited_is_who_was_invited_to_that_table(store: Store) -> None:
    for each in (TABLE, "live02"):
        await store.tables.create(table(each), shake())
    await store.invitations.invite(TABLE, [BO, CY], ANA, 10.0)
    await store.invitations.invite(TABLE, [], ANA, 11.0)
    assert await store.invitations.is_invited(TABLE, BO)
    assert await store.invitations.is_invited(TABLE, CY)
    assert not await store.invitations.is_invited(TABLE, ANA)
    assert not await store.invitations.is_invited("live02", BO)


async def test_several_people_can_invite_the_same_person_at_once(store: Store) -> None:
    await store.tables.create(table(TABLE), shake())
    inviting = (
        store.invitations.invite(TABLE, people, ANA, 10.0) for people in ([BO, CY], [CY, BO])
    )
    await asyncio.gather(*inviting)
    assert await store.invitations.is_invited(TABLE, BO)
    assert (await store.own_data.counts(ANA))["invitations"] == 2


async def test_invitations_end_with_their_table(store: Store) -> None:
    now = await store.tables.create(table(TABLE), shake())
    await store.invitations.invite(TABLE, [BO], ANA, 10.0)
    change = next_change(now)
    await store.tables.commit(change)
    assert await store.invitations.is_invited(TABLE, BO)
    await store.tables.commit(next_change(change.table, status=Status.CLOSED, closed_at=20.0))
    assert not await store.invitations.is_invited(TABLE, BO)
    assert await store.own_data.counts(BO) == {}


async def test_invitation_that_comes_as_the_table_closes_is_swept_with_it(store: Store) -> None:
    now = await store.tables.create(table(TABLE), shake())
    await store.tables.commit(next_change(now, status=Status.CLOSED, closed_at=5.0))
    await store.invitations.invite(TABLE, [BO], ANA, 10.0)
    assert await store.retention.sweep_tables(100.0, 10) == 1
    assert await store.own_data.counts(BO) == {}


async def test_copies_show_an_invitation_without_the_other_person(store: Store) -> None:
    await store.tables.create(table(TABLE), shake())
    await store.invitations.invite(TABLE, [BO], ANA, 10.0)
    invitation = {"table_id": TABLE, "at": 10.0}
    assert (await store.own_data.about(BO))["invitations"] == [invitation | {"user_id": str(BO)}]
    assert (await store.own_data.about(ANA))["invitations"] == [
        invitation | {"invited_by": str(ANA)}
    ]


async def test_deletion_of_the_inviters_data_leaves_the_invitation(store: Store) -> None:
    await store.tables.create(table(TABLE), shake())
    await store.invitations.invite(TABLE, [BO], ANA, 10.0)
    await forget(store, ANA)
    assert await store.own_data.counts(ANA) == {}
    assert await store.invitations.is_invited(TABLE, BO)
    await forget(store, BO)
    assert not await store.invitations.is_invited(TABLE, BO)
