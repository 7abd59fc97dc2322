"""The card of a plan, and the mention before its date."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.plans.model import Answer, Outcome, Plan, Said
from texas42.library import load_rules

from ..layout.fact import NOTHING, Fact, Look, written
from ..layout.ways import in_words
from ..table.claims import pings
from ..words.games import game_title, preset_title
from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.parts import clock, framed, lines, note
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Row, Text

LISTED = (20, 8, 4, 2)
"""The most names in one line of a card: as many of them as a phone shows."""
SPARE = 80
"""How much higher than estimated names of wide letters make a card, in points."""


def plan_card(plan: Plan, context: RenderContext) -> Message:
    """Build the card of a plan: its next date, and who is in; of one that is over, how it ended."""
    if plan.over:
        return past_date(plan, plan.at, context)
    title = context.say("### {name} plans a table", name=shown_name(plan.host_name))
    often = context.say("every week") if plan.weekly else ""
    when = " · ".join(filter(None, (f"**<t:{int(plan.at)}:F>**", clock(plan.at), often)))
    rows = (Row(_buttons(plan, context)),)
    facts = (
        written(title, kept=True),
        written(when, kept=True),
        written(_game(plan, context), look=Look.SMALL, kept=True),
        *_people(plan, context),
        written(_terms(plan, context), look=Look.SMALL, kept=True),
    )
    return framed(Text(in_words(facts, rows, spare=SPARE)), *rows)


def past_date(plan: Plan, at: float, context: RenderContext) -> Message:
    """Build what the card of a date becomes once that is over; it names nobody."""
    title = context.say("### A planned table")
    return framed(Text(lines(title, f"<t:{int(at)}:F>", _outcome(plan, context))))


def _outcome(plan: Plan, context: RenderContext) -> str:
    """Say what became of the last date."""
    say = context.say
    if plan.outcome is Outcome.OPENED:
        return say("The table opened in {channel}.", channel=f"<#{plan.channel_of_last}>")
    texts = {
        Outcome.EMPTY: say("Nobody was in, so no table opened."),
        Outcome.MISSED: say("I missed this one: I was away, or there was no room for a table."),
        Outcome.IDLE: say("Nobody said yes for three weeks, so this plan is over."),
        Outcome.ENDED: say("This plan was called off."),
    }
    return texts.get(plan.outcome or Outcome.ENDED, "")


def _game(plan: Plan, context: RenderContext) -> str:
    """Say what will be played."""
    rules = load_rules(plan.game, plan.rules)
    words = context.words
    target = context.say("first to {score}", score=words.score(rules.target, rules))
    title = [game_title(rules.game, words)]
    preset = preset_title(rules.game.id, rules.preset, words)
    title += [] if preset in title or preset.lower() in target else [preset]
    return " · ".join((*title, target))


def _people(plan: Plan, context: RenderContext) -> Iterator[Fact]:
    """List who is in, who follows, who can't come, and who has not answered."""
    say = context.say
    if not plan.seated:
        yield written(say("**In:** nobody yet"), kept=True)
    yield _listed(plan.seated, lambda names: say("**In:** {names}", names=names), context)
    yield _listed(
        plan.waiting, lambda names: say("**Next in line:** {names}", names=names), context
    )
    out = plan.who_said(Said.OUT)
    yield _listed(out, lambda names: say("**Can't:** {names}", names=names), context)
    silent = plan.who_said(Said.NOTHING)
    yield _listed(silent, lambda names: say("**No answer yet:** {names}", names=names), context)


def _listed(people: Sequence[Answer], write: Callable[[str], str], context: RenderContext) -> Fact:
    """Build the fact that lists some people: all of them, or fewer and how many more there are."""
    if not people:
        return NOTHING
    return written(*(write(_names(people, most, context)) for most in LISTED), kept=True)


def _names(people: Sequence[Answer], most: int, context: RenderContext) -> str:
    names = [shown_name(each.name) for each in people[:most]]
    if more := len(people) - len(names):
        names.append(context.plural("{n} more", "{n} more", more))
    return context.both(names)


def _terms(plan: Plan, context: RenderContext) -> str:
    """Say who can be in, and what happens at the time."""
    who = context.plural(
        "The first {n} to say yes gets the seat.",
        "The first {n} to say yes get the seats.",
        plan.seats,
    )
    if plan.named:
        who = context.say("For the people named here; the first {n} get the seats.", n=plan.seats)
    held = context.say("The lobby opens then, with seats held for ten minutes.")
    return f"{who} {held}"


def _buttons(plan: Plan, context: RenderContext) -> tuple[Button, ...]:
    end = ComponentId(Verb.PLAN_END, plan.plan_id, plan.date_no)
    return (*_answers(plan, context), Button(context.say("Call it off"), end))


def _answers(plan: Plan, context: RenderContext) -> tuple[Button, ...]:
    yes = ComponentId(Verb.PLAN_IN, plan.plan_id, plan.date_no)
    no = ComponentId(Verb.PLAN_OUT, plan.plan_id, plan.date_no)
    return (
        Button(context.say("I'm in"), yes, ButtonStyle.SUCCESS),
        Button(context.say("Can't"), no),
    )


def plan_call(plan: Plan, context: RenderContext) -> Message:
    """Build the mention of those who have seats, before the date."""
    users = tuple(each.user_id for each in plan.seated)
    text = context.plural(
        "{names}, your table opens {when}.",
        "{names}, your table opens {when}.",
        len(users),
        names=pings(users),
        when=clock(plan.at),
    )
    return Message(content=text, rows=(Row(_answers(plan, context)[1:]),), mentions=users)


def plan_made(plan: Plan, context: RenderContext) -> Message:
    """Tell a planner that the plan stands."""
    text = context.say(
        "It's planned for {when}. Fifteen minutes before, I'll mention everyone who's in.",
        when=f"<t:{int(plan.at)}:F>",
    )
    return note(text)


def answer_saved(plan: Plan, user_id: int, context: RenderContext) -> Message:
    """Tell a person what their answer means."""
    if any(each.user_id == user_id for each in plan.seated):
        return note(context.say("You're in! The lobby opens {when}.", when=clock(plan.at)))
    for place, each in enumerate(plan.waiting, 1):
        if each.user_id == user_id:
            text = context.say(
                "All seats are taken. You're number {n} in line if one is freed.", n=place
            )
            return note(text)
    return note(context.say("Got it: you can't make it. Press I'm in if that changes."))
