"""Shared results of a daily hand: who took each trick and how the bid ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from bot.daily.model import DayOutcome
from bot.daily.views import Comparison, DailyView
from bot.render import StripPicture
from texas42.engine import Rules

from ..words.names import shown_name
from ..words.parts import framed, known, lines, note
from ..words.render_context import RenderContext
from ..words.spec import ButtonStyle, Message, Part, Picture, Row, Text
from .end import place_line, short_bid, signed_score
from .names import POST, back_to_result, day_button, day_title, todays_hand

SQUARES = {"w": "🟦", "l": "🟧", "-": "⬛"}


def shared_day(view: DailyView, name: str, context: RenderContext) -> Message:
    """Build the public result.

    It never shows dominoes, scores or par, and shows the place only once the day is closed.
    """
    ended = known(view.ended)
    outcome = ended.outcome
    standing = ended.standing
    result = result_of(outcome, known(view.panel).table.rules, context)
    title = day_title(view.date, context.words)
    head = context.say(
        "**{name}** · {day}: {result}", name=shown_name(name), day=title, result=result
    )
    tricks = tricks_words(outcome, context)
    place = "" if standing is None else f"{place_line(standing, context)}."
    parts: list[Part] = [Text(lines(head, place))]
    if context.pictures:
        strip = StripPicture(
            title=title, result=result, tricks=outcome.tricks, colors=context.colors
        )
        alt = context.say("{result}. {tricks}", result=result, tricks=tricks)
        parts.append(Picture(strip, alt, f"daily-{view.date.isoformat()}.webp"))
    else:
        parts = [Text(lines(head, tricks, place))]
    play = Row((todays_hand(context, ButtonStyle.PRIMARY),))
    return framed(*parts, play, silent=True)


def share_preview(shared: Message, day: date, context: RenderContext) -> Message:
    """Show a person privately what would be posted, and ask."""
    asked = Text(context.say("Post this here? Everyone in the channel will see it."))
    post = day_button(day, context.say("Post it"), POST, ButtonStyle.SUCCESS)
    answers = Row((post, back_to_result(day, context)))
    return Message(body=(asked, *shared.body, answers))


def compared(
    found: Comparison, rules: Rules, names: Sequence[str], context: RenderContext
) -> Message:
    """Build the private comparison of two people who have both finished."""
    said = [f"### {day_title(found.date, context.words)}"]
    for name, outcome in zip(names, (found.own, found.theirs), strict=True):
        line = context.say(
            "**{name}** {score} · {result}",
            name=shown_name(name),
            score=signed_score(outcome.score),
            result=result_of(outcome, rules, context),
        )
        squares = squares_of(outcome) if context.pictures else ""
        said.append(lines(line, f"{squares} {tricks_words(outcome, context)}".strip()))
    return note(lines(*said))


def result_of(outcome: DayOutcome, rules: Rules, context: RenderContext) -> str:
    """Describe the bid in a few words: which side bid, and whether it was made."""
    name = short_bid(outcome.bid, rules, context)
    texts = {
        (True, True): context.say("made {bid}", bid=name),
        (True, False): context.say("got set on {bid}", bid=name),
        (False, True): context.say("they made {bid}", bid=name),
        (False, False): context.say("set them on {bid}", bid=name),
    }
    return texts[outcome.ours, outcome.made]


def squares_of(outcome: DayOutcome) -> str:
    """Draw a square for each trick. Words must stand beside: they say little to the ear."""
    return "".join(SQUARES[trick] for trick in outcome.tricks)


def tricks_words(outcome: DayOutcome, context: RenderContext) -> str:
    """Say which tricks the person's side took, and which were not played."""
    taken = _numbered("w", outcome)
    said = context.say("Took no tricks.")
    if taken:
        said = context.plural(
            "Took trick {numbers}.",
            "Took tricks {numbers}.",
            len(taken),
            numbers=context.both(taken),
        )
    left = _numbered("-", outcome)
    if not left:
        return said
    rest = context.plural(
        "Trick {numbers} wasn't played.",
        "Tricks {numbers} weren't played.",
        len(left),
        numbers=context.both(left),
    )
    return f"{said} {rest}"


def _numbered(mark: str, outcome: DayOutcome) -> list[str]:
    return [str(number) for number, trick in enumerate(outcome.tricks, 1) if trick == mark]


def posted(day: date, context: RenderContext) -> Message:
    """Confirm that the result was posted."""
    return note(context.say("Posted in this channel."), Row((back_to_result(day, context),)))


def posted_before(day: date, context: RenderContext) -> Message:
    """Say that the result stands in the channel already."""
    title = day_title(day, context.words)
    said = context.say("You've already posted {day} in this channel.", day=title)
    return note(said, Row((back_to_result(day, context),)))
