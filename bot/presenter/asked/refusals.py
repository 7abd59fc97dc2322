"""Sentences for refused questions and votes."""

from __future__ import annotations

from bot.tables.errors import (
    HandInPlay,
    HandOfToday,
    NotYourVote,
    TableError,
    TooManyVotes,
    UnplayedHandOfToday,
    VoteOver,
)
from texas42.ai.findings.bid_chances import BadQuestion, QuestionFault

from ..words.language import Words
from ..words.names import shown_name
from ..words.render_context import RenderContext

LONGEST = 20
"""The most characters of a person's text to quote."""


def bad_question(error: BadQuestion, words: Words) -> str:
    """Explain what is wrong with a question and what would work."""
    what = shown_name(error.what, LONGEST) or "–"
    say = words.say
    texts = {
        QuestionFault.NOT_SEVEN: say(
            "A hand has seven dominoes, and this one has {number}.", number=what
        ),
        QuestionFault.TWICE: say("The {tile} is in this hand twice.", tile=error.what),
        QuestionFault.NO_DOMINO: say(
            "{text} isn't a domino of 42. Write its two ends, like 64.", text=what
        ),
        QuestionFault.NO_CALL: say("{text} isn't a bid here. Write pass, 31 or 1 mark.", text=what),
        QuestionFault.TOO_MANY_CALLS: say(
            "At most {number} players can bid before you.", number=what
        ),
        QuestionFault.SCORE: say(
            "{text} can't be the score. Write your side's score first, like 3-2.", text=what
        ),
    }
    return texts[error.problem]


def asked_sentence(error: TableError, context: RenderContext) -> str:
    """Explain a refused question or vote; empty for any other refusal.

    Every hand in play gets the same sentence, which doesn't reveal the reason.
    """
    say = context.say
    match error:
        case HandInPlay():
            return say("I can't help with this one while you're in a hand. Ask me after it.")
        case HandOfToday():
            return say("That's too much like today's hand. Ask the table once the day is over.")
        case UnplayedHandOfToday():
            return say(
                "That's the daily hand. Ask me about it once you've played it, or once the day is "
                "over."
            )
        case NotYourVote():
            return say("Only the person who asked, or a manager, can close this vote.")
        case TooManyVotes(most=most):
            return context.plural(
                "You have {n} open vote. Close it first.",
                "You have {n} open votes. Close one first.",
                most,
            )
        case VoteOver():
            return say("This vote is closed. The answer is on the message.")
        case _:
            return ""
