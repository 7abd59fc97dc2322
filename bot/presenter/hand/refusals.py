"""Refusals of what people ask about finished hands and games."""

from __future__ import annotations

from bot.tables.company.errors import HandKept, HandNotShared, HandsStayKept
from bot.tables.errors import (
    GameNotOver,
    NoLongerKept,
    NoSuchHand,
    NotInGame,
    PlayedByOlderRules,
    ReviewNotReady,
)

from ..words.ids import ComponentId, Verb
from ..words.refusal import Offers, RefusedRequest, refusal, try_again
from ..words.spec import Button


def _not_ready(error: ReviewNotReady, request: RefusedRequest) -> str:
    if error.begun:
        return request.say("I'm still working on that one. Press again in a minute.")
    return request.say("Too many hands to look at right now. Press again in a minute.")


def _your_games(_: Exception, request: RefusedRequest) -> Offers:
    return (Button(request.say("Your games"), ComponentId(Verb.HISTORY, None, 1)),)


REFUSALS = (
    refusal(
        NoSuchHand,
        lambda _, request: request.say(
            "I can't find that hand here. Use /replay to pick one that's over."
        ),
        _your_games,
    ),
    refusal(
        HandKept,
        lambda _, request: request.say("Only the people who played this hand can see it."),
    ),
    refusal(
        HandNotShared,
        lambda _, request: request.say(
            "This table keeps its hands to the people who played them, so you can't share it."
        ),
    ),
    refusal(
        HandsStayKept,
        lambda _, request: request.say(
            "The hands that were played here stay with the people who played them."
        ),
    ),
    refusal(
        PlayedByOlderRules,
        lambda _, request: request.say(
            "A rule has changed since that hand was played, so I can't replay it."
        ),
        _your_games,
    ),
    refusal(
        NoLongerKept,
        lambda _, request: request.say(
            "That table ended long ago. Only its results are still here."
        ),
        _your_games,
    ),
    refusal(
        NotInGame,
        lambda _, request: request.say(
            "You didn't play in that game. Only its players can do that."
        ),
        _your_games,
    ),
    refusal(
        GameNotOver,
        lambda _, request: request.say("That game isn't over yet. Ask me again when it is."),
    ),
    refusal(ReviewNotReady, _not_ready, try_again),
)
