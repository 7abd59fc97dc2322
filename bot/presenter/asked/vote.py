"""The message of a vote: the votes for each choice, and once it is closed, the expert's answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.asked.choices import choices
from bot.asked.model import Vote
from bot.engine import PlayTile, SeatView
from bot.render import AskedBid
from bot.values.bid_chances import BidChances

from ..words.ids import Verb, format_id
from ..words.parts import capital, clock, framed, lines, note, plain, rows_of, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Part, Row, Text
from .answer import Chances, answer_text, card, chance_lines, choice_name, situation

IN_ROW = 4


def open_vote(vote: Vote, view: SeatView, context: RenderContext) -> Message:
    """Build the message of an open vote: the hand, the counts, and a button for each choice."""
    names, title = _choice_names(view, context), question_title(view, context)
    counts = [(name, vote.counts.get(choice, 0)) for choice, name in names.items()]
    most = max(1, sum(vote.counts.values()))
    bids = tuple(
        AskedBid(label=name, share=count / most, figure=_votes(count, context))
        for name, count in counts
    )
    buttons = [
        Button(name, format_id(Verb.VOTE, vote.vote_id, arg=choice))
        for choice, name in names.items()
    ]
    close = Button(
        context.say("Close the vote"), format_id(Verb.CLOSE_VOTE, vote.vote_id), ButtonStyle.PRIMARY
    )
    until = context.say(
        "Press a button to vote. The vote closes {when}, or when the asker closes it.",
        when=clock(vote.closes_at),
    )
    known = [*situation(view, context), *(f"{name}: {_votes(n, context)}" for name, n in counts)]
    parts = _shown(view, title, bids, known, small(until), context)
    return _message(*parts, *rows_of(buttons, IN_ROW), Row((close,)))


def closed_vote(
    vote: Vote, view: SeatView, found: Chances | None, context: RenderContext
) -> Message:
    """Build the message of a closed vote: the counts beside the expert's chances."""
    title = question_title(view, context)
    said = context.say("The vote is closed.")
    listed = {
        choice: AskedBid(label=name, share=0.0, figure="")
        for choice, name in _choice_names(view, context).items()
    }
    if found is not None:
        said = answer_text(found, context)
        known = chance_lines(found, context)
        passing = {choice: line for choice, line in listed.items() if choice not in known}
        wanted = {choice: line for choice, line in known.items() if choice in listed or line.ringed}
        listed = passing | wanted
    bids, texts = [], []
    for choice, line in listed.items():
        count = vote.counts.get(choice, 0)
        votes = _votes(count, context) if count else ""
        ringed = line.ringed or _is_pass(choice, found)
        bids.append(replace(line, votes=votes, ringed=ringed))
        texts.append(f"{line.label}: " + " · ".join(filter(None, (line.figure, votes))))
    known_lines = [*situation(view, context), plain(said), *texts]
    return _message(*_shown(view, title, tuple(bids), known_lines, said, context))


def answer_below(context: RenderContext) -> Message:
    """Build what is left of a closed vote above its answer, in a thread that was archived."""
    return _message(Text(context.say("The vote is closed. The answer is below.")))


def vote_counted(name: str, context: RenderContext) -> Message:
    """Confirm a vote to the person who cast it."""
    return note(
        context.say("Your vote: {choice}. You can change it until the vote closes.", choice=name)
    )


def vote_opened(context: RenderContext) -> Message:
    """Confirm that the vote was posted."""
    return note(context.say("Posted. Close the vote there when you want to see the answer."))


def _choice_names(view: SeatView, context: RenderContext) -> Mapping[str, str]:
    return {choice: capital(choice_name(choice, view, context)) for choice in choices(view)}


def question_title(view: SeatView, context: RenderContext) -> str:
    """Build the title, which asks for a bid or a play."""
    if any(isinstance(each, PlayTile) for each in view.legal):
        return context.say("What would you play?")
    return context.say("What would you bid?")


def _is_pass(choice: str, found: Chances | None) -> bool:
    """Return True if this choice is to pass, and so does the expert."""
    return choice == "pass" and isinstance(found, BidChances) and found.best is None


def _votes(count: int, context: RenderContext) -> str:
    return context.plural("{n} vote", "{n} votes", count)


def _shown(
    view: SeatView,
    title: str,
    bids: tuple[AskedBid, ...],
    known: list[str],
    said: str,
    context: RenderContext,
) -> tuple[Part, ...]:
    """Build the picture with a line below it, or everything in words."""
    if context.pictures:
        return card(view, title, bids, known, context), Text(said)
    return (Text(lines(f"### {title}", *known, said)),)


def _message(*parts: Part) -> Message:
    return framed(*parts, silent=True)
