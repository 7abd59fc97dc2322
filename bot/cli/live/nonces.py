"""Discord's response to a repeated nonce."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from secrets import token_hex

import discord

from bot.cli.live.expectations import Expectation, Experiment, Observation
from bot.cli.live.screens import screen
from bot.cli.live.trial import SkipStep, Trial, reason
from bot.publisher.calls.discord_errors import CANNOT_DM, UNKNOWN_MESSAGE

_LOOK = "Look for “nonce” in CHANGELOG.md."
_TWO_PLACES = Expectation(
    "the same nonce in a channel, then in a DM",
    "no second message: Discord returns the first one",
    f"Nothing is lost, but a message that is sent again may arrive twice. {_LOOK}",
)
_DELETED = Expectation(
    "the nonce of a deleted message",
    f"refused with 404/{UNKNOWN_MESSAGE}",
    f"Nothing is lost: the bot changes a nonce only where Discord refuses it. {_LOOK}",
)


async def _two_places(trial: Trial) -> AsyncGenerator[Observation, None]:
    nonce = token_hex(8)
    text = screen("A test message. It goes away in a moment.")
    direct = await trial.direct_channel()
    first = await trial.post(text, nonce=nonce)
    try:
        second = await trial.post(text, direct, nonce=nonce)
    except discord.Forbidden as error:
        if error.code not in CANNOT_DM:
            raise
        raise SkipStep("that person accepts no DMs from the bot") from error
    same = second.id == first.id
    yield Observation(same, "the first one came back" if same else "a second message was made")


async def _reuse_deleted(trial: Trial) -> AsyncGenerator[Observation, None]:
    nonce = token_hex(8)
    text = screen("A test message. It goes away at once.")
    gone = await trial.post(text, nonce=nonce)
    await gone.delete()
    try:
        again = await trial.post(text, nonce=nonce)
    except discord.NotFound as error:
        yield Observation(error.code == UNKNOWN_MESSAGE, reason(error))
        return
    same = again.id == gone.id
    yield Observation(False, "the deleted message came back" if same else "a new message was made")


EXPERIMENTS = (Experiment((_TWO_PLACES,), _two_places), Experiment((_DELETED,), _reuse_deleted))
