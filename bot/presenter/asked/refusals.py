"""Refusals of questions and votes."""

from __future__ import annotations

from bot.asked.errors import (
    HandInPlay,
    HandOfToday,
    NotYourVote,
    TooManyVotes,
    UnplayedHandOfToday,
    VoteOver,
)
from texas42.ai.findings.bid_chances import BadQuestion, QuestionFault

from ..daily.names import todays_hand
from ..words.names import shown_name
from ..words.refusal import Offers, RefusedRequest, refusal
from ..words.spec import Link

LONGEST = 20
"""The most characters of a person's text to quote."""


def _bad_question(error: BadQuestion, request: RefusedRequest) -> str:
    """Explain what is wrong with a question and what would work."""
    what = shown_name(error.what, LONGEST) or "–"
    say = request.say
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


def _open_votes(error: TooManyVotes, request: RefusedRequest) -> Offers:
    return tuple(
        Link(
            request.say("Vote {number}", number=number),
            f"https://discord.com/channels/{guild}/{channel}/{message}",
        )
        for number, (guild, channel, message) in enumerate(error.messages, 1)
    )


REFUSALS = (
    refusal(BadQuestion, _bad_question),
    refusal(
        HandInPlay,  # every hand in play gets the same sentence, which doesn't reveal the reason
        lambda _, request: request.say(
            "I can't help with this one while you're in a hand. Ask me after it."
        ),
    ),
    refusal(
        HandOfToday,
        lambda _, request: request.say(
            "That's too much like today's hand. Ask the table once the day is over."
        ),
    ),
    refusal(
        UnplayedHandOfToday,
        lambda _, request: request.say(
            "That's the daily hand. Ask me about it once you've played it, or once the day is over."
        ),
        lambda _, request: (todays_hand(request.context),),
    ),
    refusal(
        NotYourVote,
        lambda _, request: request.say(
            "Only the person who asked, or a manager, can close this vote."
        ),
    ),
    refusal(
        TooManyVotes,
        lambda error, request: request.plural(
            "You have {n} open vote. Close it first.",
            "You have {n} open votes. Close one first.",
            error.most,
        ),
        _open_votes,
    ),
    refusal(
        VoteOver,
        lambda _, request: request.say("This vote is closed. The answer is on the message."),
    ),
)
