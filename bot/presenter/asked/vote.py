"""The message of a vote: how many have voted, and once it is closed, for what, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.asked.choices import choices
from bot.asked.model import Vote
from bot.render import MOST_ASKED, AskedBid
from texas42.ai.findings.bid_chances import BidChances
from texas42.engine import PASS, PlayTile, SeatView, format_call

from ..words.ids import ComponentId, Verb
from ..words.parts import capital, clock, framed, lines, note, plain, small
from ..words.render_context import RenderContext
from ..words.spec import (
    Button,
    ButtonStyle,
    Message,
    Part,
    Row,
    Select,
    SelectOption,
    Text,
)
from .answer import Chances, answer_text, card, chance_lines, choice_name, situation


def open_vote(vote: Vote, view: SeatView, context: RenderContext) -> Message:
    """Build the message of an open vote: the hand, how many have voted, and a list of the choices.

    The list has every legal choice, and only the closed vote tells how many chose which.
    """
    options = [SelectOption(name, choice) for choice, name in _choice_names(view, context).items()]
    title = question_title(view, context)
    listed = Select(ComponentId(Verb.VOTE, vote.vote_id), title, tuple(options))
    close = Button(
        context.say("Close the vote"),
        ComponentId(Verb.CLOSE_VOTE, vote.vote_id),
        ButtonStyle.PRIMARY,
    )
    until = context.say(
        "Pick from the list to vote. The vote closes {when}, or when the asker closes it. Then you "
        "see how everyone voted.",
        when=clock(vote.closes_at),
    )
    voted = _voted(vote, context)
    known = [*situation(view, context), voted]
    parts = _shown(view, title, (), known, small(until), context, voted)
    return _message(*parts, Row((listed,)), Row((close,)))


def closed_vote(
    vote: Vote, view: SeatView, found: Chances | None, context: RenderContext
) -> Message:
    """Build the message of a closed vote: the counts beside the expert's chances."""
    title = question_title(view, context)
    said = context.say("The vote is closed.")
    if found is not None:
        said = answer_text(found, context)
    bids = _counted_lines(vote, view, found, context)
    nobody = _votes(0, context)
    texts = [
        f"{line.label}: " + (" · ".join(filter(None, (line.figure, line.votes))) or nobody)
        for line in bids.values()
    ]
    drawn = _most_wanted(vote, bids)
    voted = "" if drawn else context.say("Nobody voted.")
    known_lines = [*situation(view, context), plain(said), voted, *texts]
    return _message(*_shown(view, title, drawn, known_lines, said, context, voted))


def _counted_lines(
    vote: Vote, view: SeatView, found: Chances | None, context: RenderContext
) -> Mapping[str, AskedBid]:
    """List the choices that got votes, a pass, and those of the expert's answer.

    If there are so few choices that a picture can show all, list all.
    """
    names = _choice_names(view, context)
    known = {} if found is None else chance_lines(found, context, vote.counts)
    wanted = {*known, *vote.counts, format_call(PASS, view.rules)}
    if len(names) <= MOST_ASKED:
        wanted |= set(names)
    lines_of = {}
    for choice, name in names.items():
        if choice not in wanted:
            continue
        line = known.get(choice, AskedBid(label=name, share=0.0, figure=""))
        count = vote.counts.get(choice, 0)
        votes = _votes(count, context) if count else ""
        ringed = line.ringed or _is_pass(choice, view, found)
        lines_of[choice] = replace(line, votes=votes, ringed=ringed)
    return lines_of


def _most_wanted(vote: Vote, bids: Mapping[str, AskedBid]) -> tuple[AskedBid, ...]:
    """Choose the lines for which a picture has room: the expert's, then those with most votes."""
    ranked = sorted(bids, key=lambda choice: (not bids[choice].ringed, -vote.counts.get(choice, 0)))
    drawn = set(ranked[:MOST_ASKED])
    return tuple(line for choice, line in bids.items() if choice in drawn)


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


def _is_pass(choice: str, view: SeatView, found: Chances | None) -> bool:
    """Return True if this choice is to pass, and so does the expert."""
    passes = isinstance(found, BidChances) and found.best is None
    return passes and choice == format_call(PASS, view.rules)


def _voted(vote: Vote, context: RenderContext) -> str:
    """Say how many people have voted."""
    people = sum(vote.counts.values())
    if not people:
        return context.say("Nobody has voted yet.")
    return context.plural("{n} person has voted.", "{n} people have voted.", people)


def _votes(count: int, context: RenderContext) -> str:
    return context.plural("{n} vote", "{n} votes", count)


def _shown(
    view: SeatView,
    title: str,
    bids: tuple[AskedBid, ...],
    known: list[str],
    said: str,
    context: RenderContext,
    voted: str,
) -> tuple[Part, ...]:
    """Build the picture with a line below it, or everything in words."""
    if context.pictures:
        return card(view, title, bids, known, context, voted), Text(said)
    return (Text(lines(f"### {title}", *known, said)),)


def _message(*parts: Part) -> Message:
    return framed(*parts, silent=True)
