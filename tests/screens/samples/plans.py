"""Samples of plans: their cards in each state, and what is said about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.plans.model import Answer, Outcome, Plan, Said
from bot.presenter.plans.card import answer_saved, past_date, plan_call, plan_card, plan_made
from tests.screens.registry import Look, Named, samples_of

MANY = 30


def plan_of(look: Look, *answers: Said, named: bool = True) -> Plan:
    """Build a plan whose people have given these answers, in order."""
    people = tuple(
        Answer(1000 + n, look.names[n % len(look.names)], said, n) for n, said in enumerate(answers)
    )
    return Plan(
        plan_id="ab12cd34ef",
        guild_id=1,
        channel_id=42,
        host_id=1000,
        host_name=look.names[0],
        game="42",
        rules={},
        first="2027-01-15T20:00",
        zone="America/Chicago",
        weekly=False,
        named=named,
        seats=4,
        made_at=look.now,
        at=look.now + 86_400,
        people=people,
    )


@samples_of(plan_card)
def cards(look: Look) -> Iterator[Named]:
    yes = Said.IN
    no = Said.OUT
    silent = Said.NOTHING
    yield "named", plan_card(plan_of(look, yes, yes, no, silent, silent), look.context)
    yield "anybody", plan_card(plan_of(look, yes, named=False), look.context)
    yield "in-line", plan_card(plan_of(look, *[yes] * 6, named=False), look.context)
    weekly = replace(plan_of(look, silent, silent), weekly=True)
    yield "weekly-nobody", plan_card(weekly, look.context)
    crowd = plan_of(look, *[yes] * MANY, *[no] * MANY, named=False)
    yield "crowd", plan_card(crowd, look.context)
    house = replace(plan_of(look, yes), game="moon", seats=3)
    yield "moon", plan_card(house, look.context)
    for outcome in Outcome:
        over = replace(weekly, over=True, outcome=outcome, channel_of_last=43)
        yield f"over-{outcome}", plan_card(over, look.context)


@samples_of(past_date)
def past(look: Look) -> Iterator[Named]:
    for outcome in (Outcome.OPENED, Outcome.EMPTY, Outcome.MISSED):
        plan = replace(plan_of(look, Said.IN), outcome=outcome, channel_of_last=43)
        yield outcome.value, past_date(plan, look.now, look.context)


@samples_of(plan_call)
def calls(look: Look) -> Iterator[Named]:
    for count in (1, 4, 6):
        yield f"for-{count}", plan_call(plan_of(look, *[Said.IN] * count), look.context)


@samples_of(plan_made)
def made(look: Look) -> Iterator[Named]:
    yield "made", plan_made(plan_of(look, Said.IN), look.context)


@samples_of(answer_saved)
def saved(look: Look) -> Iterator[Named]:
    plan = plan_of(look, *[Said.IN] * 5, Said.OUT)
    yield "seated", answer_saved(plan, 1003, look.context)
    yield "in-line", answer_saved(plan, 1004, look.context)
    yield "out", answer_saved(plan, 1005, look.context)
