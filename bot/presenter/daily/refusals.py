"""Refusals of the daily hand."""

from __future__ import annotations

from bot.daily.errors import (
    BetweenDays,
    DateUnknown,
    DayOver,
    ForgottenToday,
    NoDailyHand,
    NoProofYet,
    NotComparable,
    NotFinished,
)

from ..words.refusal import Offers, RefusedRequest, refusal, try_again
from .names import no_hand, todays_hand


def _todays_hand(_: Exception, request: RefusedRequest) -> Offers:
    return (todays_hand(request.context),)


REFUSALS = (
    refusal(NoDailyHand, lambda _, request: no_hand(request.context)),
    refusal(
        BetweenDays,
        lambda error, request: request.say(
            "This day is over already. The next hand comes <t:{at}:R>.", at=int(error.next_at)
        ),
    ),
    refusal(
        DateUnknown,
        lambda _, request: request.say(
            "My clock is wrong, so I can't tell today's hand. Try again in a minute."
        ),
        try_again,
    ),
    refusal(
        ForgottenToday,
        lambda error, request: request.say(
            "You had me delete your data after you saw today's hand, so you can't play it "
            "again. The next one comes <t:{at}:R>.",
            at=int(error.next_at),
        ),
    ),
    refusal(
        NotFinished,
        lambda _, request: request.say("Finish the hand first. Then you can see all of it."),
        _todays_hand,
    ),
    refusal(
        NotComparable,
        lambda _, request: request.say(
            "I can compare you two once you have both finished the hand and are both on this "
            "server's leaderboard."
        ),
    ),
    refusal(
        NoProofYet,
        lambda error, request: request.say(
            "The proof comes when the day is over, <t:{at}:R>.", at=int(error.closes_at)
        ),
    ),
    refusal(
        DayOver,
        lambda _, request: request.say("That day is over. Use /daily to play today's hand."),
        _todays_hand,
    ),
)
