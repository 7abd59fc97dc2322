"""What still works in a channel without the permission for files or links."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import discord

from bot.cli.live.expectations import Expectation, Experiment, Observation
from bot.cli.live.screens import screen
from bot.cli.live.trial import Press, SkipStep, Trial, reason, require_answer
from bot.publisher.keeper.answers import AnswerLost

NOT_ALLOWED = 50013
DONE = "done"
SKIP = "skip"

_ANSWERED = Expectation(
    "without Attach Files: a picture in an answer",
    "accepted: answers do not need it",
    "Private hands come in words there. Give the bot Attach Files wherever people play.",
)
_POSTED = Expectation(
    "without Attach Files: a picture in a post",
    f"refused with 403/{NOT_ALLOWED}",
    "Nothing to do: boards could keep their pictures there.",
)
_LINKED = Expectation(
    "without Embed Links: a picture and a link in a post",
    "accepted: the bot embeds nothing",
    "Give the bot Embed Links wherever people play.",
)


async def _files(trial: Trial) -> AsyncGenerator[Observation, None]:
    press = await _wait_for_denial(trial, "Attach Files")
    picture = screen("Without Attach Files.", letter="A")
    try:
        filled = press.answer.fill(picture.message, in_place=False, pictures=picture.pictures)
        trial.tidy("a private message", require_answer(await filled).remove)
    except AnswerLost as error:
        yield Observation(False, reason(error))
    else:
        yield Observation(True, "accepted")
    try:
        await trial.post(picture)
    except discord.HTTPException as error:
        yield Observation(error.code == NOT_ALLOWED, reason(error))
    else:
        yield Observation(False, "accepted")


async def _links(trial: Trial) -> AsyncGenerator[Observation, None]:
    press = await _wait_for_denial(trial, "Embed Links")
    await press.put_off()
    if not press.interaction.app_permissions.attach_files:
        raise SkipStep("the bot has no Attach Files there: give it back first")
    await trial.post(screen("Without Embed Links.", letter="A", link="https://discord.com"))
    yield Observation(True, "accepted")


async def _wait_for_denial(trial: Trial, right: str) -> Press:
    """Wait until the host has removed a permission. Raises SkipStep if they have not."""
    text = f"Deny me **{right}**, and nothing else, in this channel's permissions. Then press Done."
    asked = screen(text, right, buttons=(DONE, SKIP))
    await trial.post(asked)
    press = await trial.press(asked, f"Deny the bot {right} in the channel, then press Done there.")
    trial.say(f"Give {right} back when the test is over.")
    has_it = getattr(press.interaction.app_permissions, right.lower().replace(" ", "_"))
    if press.chosen == DONE and not has_it:
        return press
    await press.put_off()
    raise SkipStep(f"the bot still has {right}" if has_it else "you pressed Skip")


EXPERIMENTS = (
    Experiment((_ANSWERED, _POSTED), _files),
    Experiment((_LINKED,), _links),
)
