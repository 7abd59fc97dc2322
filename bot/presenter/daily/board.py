"""A server's boards of the daily hand, which are public."""

from __future__ import annotations

from collections.abc import Sequence

from bot.daily.views import DayBoard, DayLine, WeekBoard, WeekLine
from bot.values.names import names_of
from texas42.engine import Rules

from ..words.names import shown_name
from ..words.parts import framed, lines, small
from ..words.render_context import RenderContext
from ..words.spec import ButtonStyle, Message, Row, Text
from .end import signed_score
from .names import day_title, todays_hand
from .share import result_of

MOST_LINES = 15
"""How many people a board lists."""


def day_board(board: DayBoard, context: RenderContext) -> Message:
    """Build the board of a day: only names until the day closes, then the results."""
    title = day_title(board.date, context.words)
    if not board.is_closed:
        said = [
            _finished(board, context),
            small(
                context.say(
                    "The scores show <t:{closes}:R>, once the day is over.",
                    closes=int(board.closes_at),
                )
            ),
        ]
        return _message(lines(f"### {title}", *said), context)
    said = [
        context.say("### {day}: the results", day=title),
        *_results(board.lines, board.rules, context),
    ]
    if board.apart:
        said.append(small(context.say("With an older version of the experts:")))
        said += _results(board.apart, board.rules, context)
    if not board.lines:
        said.append(context.say("Nobody is listed anymore."))
    return _message(lines(*said), context)


def week_board(board: WeekBoard, context: RenderContext) -> Message:
    """Build the board of a past week."""
    head = context.say("### The week of <t:{monday}:D>", monday=int(board.begins_at))
    rules = context.say(
        "To be listed, begin four of the week's hands on this server and finish them. "
        "A missed hand counts as that day's lowest score."
    )
    names = names_of([(line.user_id, line.name) for line in board.lines])
    said = [
        _week_line(line, name, context)
        for line, name in zip(board.lines[:MOST_LINES], names, strict=False)
    ]
    rest = _rest(len(board.lines), context)
    return _message(lines(head, *said, *rest, small(rules)), context)


def _message(text: str, context: RenderContext) -> Message:
    play = Row((todays_hand(context, ButtonStyle.PRIMARY),))
    return framed(Text(text), play, silent=True)


def _finished(board: DayBoard, context: RenderContext) -> str:
    """Name the people who have finished, in finishing order."""
    told = names_of([(line.user_id, line.name) for line in board.lines])
    names = [shown_name(name) for name in told[:MOST_LINES]]
    if not names:
        return context.say("Nobody has finished it yet.")
    if more := len(told) - len(names):
        names.append(context.plural("{n} more person", "{n} more people", more))
    return context.plural(
        "{names} has finished it.",
        "{names} have finished it.",
        len(told),
        names=context.both(names),
    )


def _results(people: Sequence[DayLine], rules: Rules, context: RenderContext) -> list[str]:
    """Write a line for each person, the best first."""
    names = names_of([(line.user_id, line.name) for line in people])
    said = [
        context.say(
            "#{place} **{name}** {score} · {result}",
            place=line.place,
            name=shown_name(name),
            score=signed_score(line.outcome.score),
            result=result_of(line.outcome, rules, context),
        )
        for line, name in zip(people[:MOST_LINES], names, strict=False)
        if line.outcome is not None
    ]
    return [*said, *_rest(len(people), context)]


def _rest(people: int, context: RenderContext) -> list[str]:
    """Count the people who are not listed, if any."""
    more = people - MOST_LINES
    if more <= 0:
        return []
    return [small(context.plural("and {n} more person", "and {n} more people", more))]


def _week_line(line: WeekLine, name: str, context: RenderContext) -> str:
    return context.plural(
        "#{place} **{name}** {total} · {n} hand",
        "#{place} **{name}** {total} · {n} hands",
        line.days,
        place=line.place,
        name=shown_name(name),
        total=signed_score(line.total),
    )
