"""What works for the bot in a server, and what its managers can change where something doesn't."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum, auto

from bot.tables.errors import DiscordRefused, NoThread, TableError
from bot.tables.views import Note

from ..people.server_settings import SETUP
from ..refusals import sentence
from ..words.ids import ComponentId, Verb
from ..words.language import Words
from ..words.parts import framed, lines, small
from ..words.render_context import RenderContext
from ..words.spec import Button, File, Message, Part, Row, Separator, Text
from .board_trouble import uploads_limited
from .refusals import no_thread, rights_named

FILE_NAME = "42-test.txt"
MOST_NAMED = 8
"""How many channels one sentence names."""


class Need(StrEnum):
    """What rights in a channel are for."""

    POST = auto()
    THREADS = auto()
    PRIVATE = auto()
    PICTURES = auto()
    HISTORY = auto()


class Trial(StrEnum):
    """What can only be known by trying it."""

    MESSAGE = auto()
    THREAD = auto()
    FILE = auto()
    EMOJIS = auto()
    DM = auto()


class Outcome(StrEnum):
    """How a trial ended."""

    WORKS = auto()
    REFUSED = auto()
    CLOSED = auto()  # this person accepts no direct messages
    LATER = auto()  # Discord lets bots start only so many new direct messages
    INCOMPLETE = auto()  # some emojis are missing
    UNTRIED = auto()  # it could not be tidied up


@dataclass(frozen=True, slots=True)
class Lacking:
    """Rights that the bot lacks in a channel, by Discord's names."""

    need: Need
    channel_id: int
    rights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """A trial, and how it ended. `error`: why it was refused. `missing`: so many emojis."""

    trial: Trial
    outcome: Outcome
    error: TableError | None = None
    missing: int = 0


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was looked at and tried.

    `channels`: by id, the one in which it was tried first. `gone`: the settings of the server, by
    their names in `ServerSettings`, whose role or channel was deleted.
    """

    channels: tuple[int, ...]
    lacking: tuple[Lacking, ...]
    tried: tuple[Tried, ...]
    gone: tuple[str, ...]


def diagnosis_screen(found: Diagnosis, context: RenderContext) -> Message:
    """Say what doesn't work and what to change, then what works."""
    wrong = [*_lacking(found, context), *_failed(found, context), *_gone(found, context)]
    works = [*_may_post(found, context), *_works(found, context)]
    title = context.say("## What works here")
    head = context.say("Everything works.")
    if wrong:
        head = context.plural("{n} thing to change:", "{n} things to change:", len(wrong))
    again = Button(context.say("Check again"), ComponentId(Verb.DIAGNOSE))
    set_up = Button(context.say("Set up"), ComponentId(Verb.SERVER, arg=SETUP))
    parts: list[Part] = [Text(lines(title, f"**{head}**", *(f"- ⚠️ {text}" for text in wrong)))]
    if works:
        parts += [Separator(), Text("\n".join(f"- ✅ {text}" for text in works))]
    return framed(*parts, *_untried(found, context), Row((again, set_up)))


def trial_message(context: RenderContext, *, with_file: bool) -> Message:
    """Build the message that is posted in a channel and deleted at once."""
    text = context.say("I'm checking my permissions. This message goes away by itself.")
    files = (File(FILE_NAME, text),) if with_file else ()
    return Message(content=text, files=files, silent=True)


def trial_dm(context: RenderContext) -> Message:
    """Build the direct message that is sent to a manager and deleted at once."""
    text = context.say("I'm checking whether I can send you DMs. This one goes away by itself.")
    return Message(content=text, silent=True)


def _lacking(found: Diagnosis, context: RenderContext) -> Iterator[str]:
    """Yield what the bot lacks, for all channels that lack the same."""
    why = {
        Need.POST: context.say("Without that I can't open tables or post there."),
        Need.THREADS: context.say("Without that tables and events get no threads there."),
        Need.PRIVATE: context.say("Without that private tables get no thread there."),
        Need.PICTURES: context.say("Without that you get words there, not pictures."),
        Need.HISTORY: context.say("Without that I can't tidy up old tables there."),
    }
    for need in Need:
        mine = [each for each in found.lacking if each.need is need]
        for rights in dict.fromkeys(each.rights for each in mine):
            where = [each.channel_id for each in mine if each.rights == rights]
            give = context.say(
                "Give me {rights} in {channels}.",
                rights=rights_named(rights, context.words),
                channels=_channels(where, context),
            )
            yield f"{give} {why[need]}"


def _failed(found: Diagnosis, context: RenderContext) -> Iterator[str]:
    """Yield what did not work although the rights are there."""
    for tried in found.tried:
        match tried.outcome:
            case Outcome.REFUSED:
                yield f"{_names(context.words)[tried.trial]}: {_reason(tried, context)}"
            case Outcome.CLOSED:
                yield context.say(
                    "I can't send you DMs. To get them: server name → Privacy Settings → "
                    "Direct Messages."
                )
            case Outcome.LATER:
                yield context.say(
                    "I couldn't try a DM to you: Discord lets me start only so many new DMs at a "
                    "time. Try again in an hour."
                )
            case Outcome.INCOMPLETE:
                yield context.plural(
                    "{n} domino emoji is missing, so you see digits in its place. I'm still "
                    "adding it. If it's missing an hour from now, send me a /report.",
                    "{n} domino emojis are missing, so you see digits in their place. I'm still "
                    "adding them. If they're missing an hour from now, send me a /report.",
                    tried.missing,
                )


def _names(words: Words) -> dict[Trial, str]:
    """Name the trials at the beginning of a sentence."""
    return {
        Trial.MESSAGE: words.say("Messages"),
        Trial.THREAD: words.say("Threads"),
        Trial.FILE: words.say("Pictures and files"),
        Trial.EMOJIS: words.say("Domino emojis"),
        Trial.DM: words.say("DMs to you"),
    }


def _reason(tried: Tried, context: RenderContext) -> str:
    error = tried.error
    if isinstance(error, NoThread):
        return no_thread(error, context)
    if isinstance(error, DiscordRefused) and error.note is Note.NO_UPLOADS:
        return uploads_limited(context.words)
    if error is None:
        return context.say("Discord didn't answer in time. Try again in a minute.")
    return sentence(error, context)


def _gone(found: Diagnosis, context: RenderContext) -> Iterator[str]:
    """Yield the settings whose role or channel was deleted."""
    say = context.say
    texts = {
        "channels": say("A channel for tables was deleted."),
        "host_role": say("The role that opens tables was deleted, so only managers can."),
        "event_role": say("The role that opens events was deleted, so only managers can."),
        "daily_channel": say("The channel for boards of the daily hand was deleted."),
        "players_role": say("The role for players was deleted, so nobody can look for players."),
        "welcome_channel": say("The channel for my welcome was deleted."),
    }
    again = say("Choose again in /admin settings.")
    for name in found.gone:
        yield f"{texts[name]} {again}"


def _may_post(found: Diagnosis, context: RenderContext) -> Iterator[str]:
    """Yield the channels in which the bot lacks nothing."""
    lacking = {each.channel_id for each in found.lacking}
    whole = [each for each in found.channels if each not in lacking]
    if whole:
        yield context.say(
            "I have every permission I need in {channels}.", channels=_channels(whole, context)
        )


def _works(found: Diagnosis, context: RenderContext) -> Iterator[str]:
    names = _names(context.words)
    works = [names[each.trial] for each in found.tried if each.outcome is Outcome.WORKS]
    yield from (context.say("{what}: tried, and it works.", what=name) for name in works)


def _untried(found: Diagnosis, context: RenderContext) -> tuple[Text, ...]:
    """Say why nothing more was tried; from the permissions it should work."""
    if not any(each.outcome is Outcome.UNTRIED for each in found.tried):
        return ()
    text = context.say(
        "I didn't try a thread: without Manage Threads I couldn't delete it again. I don't need "
        "that permission to play."
    )
    return (Text(small(text)),)


def _channels(ids: Iterable[int], context: RenderContext) -> str:
    """Name channels, so many of them at most."""
    listed = [f"<#{each}>" for each in ids]
    more = len(listed) - MOST_NAMED
    if more > 0:
        named = ", ".join(listed[:MOST_NAMED])
        return context.plural(
            "{channels} and {n} more channel",
            "{channels} and {n} more channels",
            more,
            channels=named,
        )
    return context.both(listed)
