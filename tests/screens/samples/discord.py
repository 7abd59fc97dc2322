"""Samples of what managers see of the bot's permissions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.presenter.discord.diagnosis import (
    Diagnosis,
    Lacking,
    Need,
    Outcome,
    Trial,
    Tried,
    diagnosis_screen,
    trial_dm,
    trial_message,
)
from bot.tables.errors import DiscordDown, DiscordRefused, NoThread, ThreadRefusal
from bot.tables.views import Note
from tests.screens.registry import Look, Named, samples_of

RIGHTS = {
    Need.POST: ("view_channel", "send_messages", "connect"),
    Need.THREADS: ("create_public_threads", "send_messages_in_threads"),
    Need.PRIVATE: ("create_private_threads",),
    Need.PICTURES: ("attach_files",),
    Need.HISTORY: ("read_message_history",),
}
CHOSEN = tuple(range(100, 127))
"""As many channels as a server can choose."""
SETTINGS = (
    *("channels", "host_role", "event_role"),
    *("daily_channel", "welcome_channel", "players_role"),
)


@samples_of(diagnosis_screen)
def diagnoses(look: Look) -> Iterator[Named]:
    works = tuple(Tried(trial, Outcome.WORKS) for trial in Trial if trial is not Trial.MESSAGE)
    whole = Diagnosis((5,), (), works, ())
    yield "works", diagnosis_screen(whole, look.context)
    untried = replace(whole, tried=(Tried(Trial.THREAD, Outcome.UNTRIED), *works))
    yield "untried", diagnosis_screen(untried, look.context)
    for need, rights in RIGHTS.items():
        lacking = replace(whole, channels=(5, 6), lacking=(Lacking(need, 5, rights),))
        yield f"lacks-{need}", diagnosis_screen(lacking, look.context)
    errors = (
        None,
        DiscordDown(),
        DiscordRefused(Note.NO_UPLOADS, 400001),
        DiscordRefused(Note.AUTOMOD, 200000),
        DiscordRefused(None, 12345),
        NoThread("dominoes", ThreadRefusal.SERVER_FULL),
    )
    for number, error in enumerate(errors):
        refused = replace(whole, tried=(Tried(Trial.FILE, Outcome.REFUSED, error),))
        yield f"refused-{number}", diagnosis_screen(refused, look.context)
    for outcome in (Outcome.CLOSED, Outcome.LATER):
        direct = replace(whole, tried=(Tried(Trial.DM, outcome),))
        yield f"dm-{outcome}", diagnosis_screen(direct, look.context)
    for missing in (1, 28):
        emojis = Tried(Trial.EMOJIS, Outcome.INCOMPLETE, missing=missing)
        yield f"emojis-{missing}", diagnosis_screen(replace(whole, tried=(emojis,)), look.context)
    for name in SETTINGS:
        yield f"gone-{name}", diagnosis_screen(replace(whole, gone=(name,)), look.context)
    lacking = tuple(Lacking(need, each, RIGHTS[need]) for each in CHOSEN for need in Need)
    tried = tuple(Tried(trial, Outcome.REFUSED, DiscordRefused(None, 99999)) for trial in Trial)
    most = Diagnosis(CHOSEN, lacking, (*tried, Tried(Trial.THREAD, Outcome.UNTRIED)), SETTINGS)
    yield "most", diagnosis_screen(most, look.context)
    each_its_own = tuple(
        Lacking(Need.POST, channel, RIGHTS[Need.POST][: 1 + channel % 3]) for channel in CHOSEN
    )
    yield "each-its-own", diagnosis_screen(replace(most, lacking=each_its_own), look.context)


@samples_of(trial_message)
def trials(look: Look) -> Iterator[Named]:
    yield "file", trial_message(look.context, with_file=True)
    yield "words", trial_message(look.context, with_file=False)


@samples_of(trial_dm)
def direct_trials(look: Look) -> Iterator[Named]:
    yield "told", trial_dm(look.context)
