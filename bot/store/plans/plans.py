"""Plans of tables, and what people have said to their next date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, RowMapping, delete, func, select, update

from bot.plans.model import (
    AT_ONCE,
    MOST_OF_PERSON,
    MOST_OF_SERVER,
    Answer,
    DuePlan,
    Full,
    Outcome,
    Plan,
    Said,
)
from bot.values.posted import PostedKind

from ..database import upsert, wait_turn
from ..rows import row_of, value_of
from ..sent.posted import forget_all
from ..topic import Topic, reads, writes
from .schema_plans import plan_people, plans

_plans = plans.c
_people = plan_people.c
KINDS = (PostedKind.PLAN, PostedKind.PLAN_CALL)


class PlanStore(Topic):
    """Keeps plans."""

    @writes
    def add_plan(self, connection: Connection, plan: Plan) -> Full | None:
        """Save a new plan, unless its planner or its server has too many: return whose limit."""
        for key in sorted({plan.guild_id, plan.host_id or 0}):
            wait_turn(connection, key)
        running = select(func.count()).where(_plans.over.is_(False))
        limits = (
            (_plans.host_id == plan.host_id, MOST_OF_PERSON, Full.PERSON),
            (_plans.guild_id == plan.guild_id, MOST_OF_SERVER, Full.SERVER),
        )
        for condition, most, full in limits:
            if connection.scalars(running.where(condition)).one() >= most:
                return full
        connection.execute(plans.insert(), row_of(plans, plan, due_at=AT_ONCE))
        _put_people(connection, plan)
        return None

    @reads
    def plan(self, connection: Connection, plan_id: str) -> Plan | None:
        """Load a plan with its people; None if it is deleted."""
        return _load(connection, plan_id)

    @reads
    def due_plans(self, connection: Connection, by: float, limit: int) -> Sequence[DuePlan]:
        """List some plans that are due by a time, the earliest first."""
        found = select(_plans.plan_id, _plans.guild_id).where(_plans.due_at <= by)
        ordered = found.order_by(_plans.due_at, _plans.at, _plans.plan_id).limit(limit)
        return [DuePlan(**row) for row in connection.execute(ordered).mappings()]

    @reads
    def next_due(self, connection: Connection, after: float) -> float | None:
        """Return when the next plan is due after a time."""
        found = select(_plans.due_at).where(_plans.due_at > after).order_by(_plans.due_at)
        return connection.scalars(found.limit(1)).one_or_none()

    @reads
    def plans_in(self, connection: Connection, channel_id: int) -> Sequence[str]:
        """List the plans of a channel."""
        return [*connection.scalars(select(_plans.plan_id).where(_plans.channel_id == channel_id))]

    @writes
    def answer(
        self,
        connection: Connection,
        plan_id: str,
        date_no: int,
        user_id: int,
        name: str,
        said: Said,
    ) -> Plan | None:
        """Save what a person says; who says the same again keeps their place in the order.

        Return the plan, None if the date is over.
        """
        this = (_plans.plan_id == plan_id, _plans.date_no == date_no, _plans.over.is_(False))
        if connection.scalar(select(_plans.plan_id).where(*this).with_for_update()) is None:
            return None
        plan = _load(connection, plan_id)
        if plan is None:
            return None
        before = next((each for each in plan.people if each.user_id == user_id), None)
        if before is not None and (before.said, before.name) == (said, name):
            return plan
        number = 1 + max((each.number for each in plan.people), default=0)
        if before is not None and before.said is said:
            number = before.number
        row = {
            "plan_id": plan_id,
            "user_id": user_id,
            "name": name,
            "said": said.value,
            "number": number,
        }
        upsert(connection, plan_people, [row])
        _changed(connection, plan_id)
        return _load(connection, plan_id)

    @writes
    def take_out(self, connection: Connection, plan_id: str, user_id: int) -> None:
        """Forget a person of a plan."""
        this = (_people.plan_id == plan_id, _people.user_id == user_id)
        connection.execute(delete(plan_people).where(*this))
        _changed(connection, plan_id)

    @writes
    def end_plan(
        self,
        connection: Connection,
        plan_id: str,
        outcome: Outcome,
        *,
        forget_host: bool = False,
    ) -> None:
        """End a plan before its date. `forget_host`: and who has planned it."""
        this = _plans.plan_id == plan_id
        ended = update(plans).where(this, _plans.over.is_(False))
        connection.execute(ended.values(over=True, outcome=outcome.value))
        if forget_host:
            connection.execute(update(plans).where(this).values(host_id=None, host_name=""))
        _changed(connection, plan_id)

    @writes
    def save_step(self, connection: Connection, plan: Plan, *, answers: bool = False) -> None:
        """Save a plan after a step, unless it was ended meanwhile. `answers`: of a new date."""
        row = row_of(plans, plan)
        kept = ("plan_id", "version")
        values = {name: value for name, value in row.items() if name not in kept}
        this = update(plans).where(_plans.plan_id == plan.plan_id, _plans.over.is_(False))
        if connection.execute(this.values(due_at=AT_ONCE, **values)).rowcount and answers:
            connection.execute(delete(plan_people).where(_people.plan_id == plan.plan_id))
            _put_people(connection, plan)

    @writes
    def set_due(self, connection: Connection, plan: Plan, due_at: float) -> None:
        """Look at a plan again at a time, unless it has changed meanwhile."""
        same = (_plans.plan_id == plan.plan_id, _plans.version == plan.version)
        connection.execute(update(plans).where(*same).values(due_at=due_at))

    @writes
    def drop_plan(self, connection: Connection, plan_id: str) -> None:
        """Delete a plan, and forget its messages."""
        forget_all(connection, KINDS, (plan_id,))
        connection.execute(delete(plan_people).where(_people.plan_id == plan_id))
        connection.execute(delete(plans).where(_plans.plan_id == plan_id))


def _changed(connection: Connection, plan_id: str) -> None:
    newer = update(plans).where(_plans.plan_id == plan_id)
    connection.execute(newer.values(version=_plans.version + 1, due_at=AT_ONCE))


def _put_people(connection: Connection, plan: Plan) -> None:
    rows = [row_of(plan_people, each, plan_id=plan.plan_id) for each in plan.people]
    if rows:
        connection.execute(plan_people.insert(), rows)


def _load(connection: Connection, plan_id: str) -> Plan | None:
    found = connection.execute(select(plans).where(_plans.plan_id == plan_id)).mappings()
    row = found.one_or_none()
    if row is None:
        return None
    outcome = None if row["outcome"] is None else Outcome(row["outcome"])
    plan = value_of(Plan, row, outcome=outcome)
    theirs = select(plan_people).where(_people.plan_id == plan_id)
    people = connection.execute(theirs.order_by(_people.number, _people.user_id)).mappings()
    return replace(plan, people=tuple(map(_answer, people)))


def _answer(row: RowMapping) -> Answer:
    return value_of(Answer, row, said=Said(row["said"]))
