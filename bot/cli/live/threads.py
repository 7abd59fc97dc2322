"""Threads in an announcement channel, which are of their own type."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import discord

from bot.cli.live.expectations import Expectation, Experiment, Observation
from bot.cli.live.trial import SkipStep, Trial, reason

WRONG_KIND = 50024
NAME = "A test of 42"

_IF_NOT = "Open tables and events in text channels. Look for “announcement” in CHANGELOG.md."
_PUBLIC = Expectation(
    "a public thread (type 11) in an announcement channel",
    f"refused with 400/{WRONG_KIND}",
    _IF_NOT,
)
_NEWS = Expectation("an announcement thread (type 10) there", "opened", _IF_NOT)


async def _open_threads(trial: Trial) -> AsyncGenerator[Observation, None]:
    guild = trial.channel.guild
    channels = [
        channel
        for channel in guild.text_channels
        if channel.is_news() and channel.permissions_for(guild.me).create_public_threads
    ]
    if not channels:
        raise SkipStep("there is no announcement channel in which the bot may open threads")
    try:
        opened = await _thread(trial, channels[0], discord.ChannelType.public_thread)
    except discord.HTTPException as error:
        yield Observation(error.code == WRONG_KIND, reason(error))
    else:
        yield Observation(False, f"opened, as type {opened.type.value}")
    opened = await _thread(trial, channels[0], discord.ChannelType.news_thread)
    yield Observation(opened.is_news(), f"opened, as type {opened.type.value}")


async def _thread(
    trial: Trial, channel: discord.TextChannel, kind: discord.ChannelType
) -> discord.Thread:
    thread = await channel.create_thread(name=NAME, type=kind)

    async def remove() -> None:
        """Delete the thread; without that permission, which the invitation omits, just close it."""
        try:
            await thread.delete()
        except discord.Forbidden:
            await thread.edit(archived=True)
            raise

    trial.tidy(f"a thread, archived: {thread.jump_url}", remove)
    return thread


EXPERIMENTS = (Experiment((_PUBLIC, _NEWS), _open_threads),)
