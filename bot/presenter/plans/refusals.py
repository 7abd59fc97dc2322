"""Refusals of plans."""

from __future__ import annotations

from bot.plans.errors import (
    NobodyNamed,
    NoSuchPlan,
    NoSuchTime,
    NotNamed,
    NotPlanner,
    TimeOver,
    TooManyNamed,
    TooManyPlans,
)

from ..words.names import shown_name
from ..words.refusal import RefusedRequest, refusal


def _too_many(error: TooManyPlans, request: RefusedRequest) -> str:
    if error.everyone:
        return request.say(
            "This server has {n} plans, and that's the most. One has to be called off first.",
            n=error.most,
        )
    return request.say("You have {n} plans. Call one off on its card first.", n=error.most)


REFUSALS = (
    refusal(
        NoSuchPlan,
        lambda _, request: request.say("That date is over. Plan another with /table plan."),
    ),
    refusal(TooManyPlans, _too_many),
    refusal(
        NotNamed,
        lambda error, request: request.say(
            "That table is planned for {names}.",
            names=request.context.both([shown_name(name) for name in error.names]),
        ),
    ),
    refusal(
        NotPlanner,
        lambda error, request: request.say(
            "Only {name} or a manager of this server can call it off.",
            name=shown_name(error.name),
        ),
    ),
    refusal(
        NoSuchTime,
        lambda _, request: request.say(
            'I don\'t know that time. Type a day and an hour, like "fri 8" or "dec 4 7:30 pm", and '
            "pick one from the list."
        ),
    ),
    refusal(
        TimeOver,
        lambda error, request: request.plural(
            "Pick a time that's ahead, and at most {n} day from now.",
            "Pick a time that's ahead, and at most {n} days from now.",
            error.days,
        ),
    ),
    refusal(
        TooManyNamed,
        lambda error, request: request.say(
            "Name up to {n} people, or leave it out to plan for anybody.", n=error.most
        ),
    ),
    refusal(
        NobodyNamed,
        lambda _, request: request.say(
            "I can't find those people here. Type @ and pick them from Discord's list, or leave it "
            "out to plan for anybody."
        ),
    ),
)
