"""Every way in which the bot answers a press; some are visible only to the presser."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from bot.cli.live.expectations import Expectation, Experiment, Observation
from bot.cli.live.screens import NOTHING, media_of, screen
from bot.cli.live.trial import SkipStep, Trial, require_answer
from bot.publisher.calls.convert import to_edit
from bot.publisher.component_router import PATIENCE_SECONDS

LETTERS = ("A", "B", "C")
_LOOK = "Which picture do you see in the private message? Press its letter now."
_STALE = "A player may see an old hand. Look for “pictures” in CHANGELOG.md, and report this."

_TIME = Expectation(
    "from a press to its answer",
    f"less than {PATIENCE_SECONDS} s",
    "Your machine or its network is slow; after three seconds Discord gives up. Run the bot closer "
    "to Discord's servers, in the eastern United States.",
)
_FIRST = Expectation(
    "a private answer with a picture (type 4)",
    "picture A",
    "Private hands arrive without a picture. Choose words in /settings, and report this.",
)
_REPLACED = Expectation(
    "that message replaced by an answer (type 7), with a new file of the same name",
    "picture B",
    _STALE,
)
_EDITED = Expectation(
    "@original edited next, with another file of the same name", "picture C", _STALE
)
_LATE = Expectation(
    "a deferred answer (type 5), edited to a message with a picture",
    "private, with its picture",
    "Slow answers don't arrive. Look for “answers” in CHANGELOG.md, and report this.",
)
_FOLLOWED = Expectation(
    "a deferred press on a public message (type 6), then a private follow-up with a picture, its "
    "edit and its deletion",
    "the follow-up is private, the public message unchanged",
    "Don't play with this version: it could show a hand to everybody. Report this.",
)


async def _answer_privately(trial: Trial) -> AsyncGenerator[Observation, None]:
    """Answer four presses on private messages."""
    start = screen(
        "A test of this bot. Press Start; it sends you at most one DM.", "start", "A", ("start",)
    )
    looks = [screen(_LOOK, "look", letter, (*LETTERS, NOTHING)) for letter in LETTERS]
    await trial.post(start)
    press = await trial.press(start, "Press Start in the channel now.")
    sent = require_answer(
        await press.answer.fill(looks[0].message, in_place=False, pictures=looks[0].pictures)
    )
    took = trial.clock.now() - press.arrived
    trial.tidy("a private message", sent.remove)
    yield Observation(took < PATIENCE_SECONDS, f"{took:.2f} s")

    press = await trial.press(looks[0], _LOOK)
    yield _letter(press.chosen, "A")
    sent = require_answer(
        await press.answer.fill(looks[1].message, in_place=True, pictures=looks[1].pictures)
    )
    press = await trial.press(looks[1], _LOOK)
    yield _letter(press.chosen, "B")
    await press.put_off()
    if not await sent.edit(looks[2].message, looks[2].pictures):
        yield Observation(False, "Discord does not know the message any more")
        raise SkipStep("the step before it failed")
    press = await trial.press(looks[2], _LOOK)
    yield _letter(press.chosen, "C")
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    late = screen("A late answer.", "late", "D")
    changes = to_edit(late.message, late.pictures)
    shown = await press.interaction.edit_original_response(**changes)
    trial.tidy("a private message", shown.delete)
    yield Observation(
        shown.flags.ephemeral and media_of(shown) is not None,
        f"{'private' if shown.flags.ephemeral else 'public'}, "
        f"with{'' if media_of(shown) else 'out'} its picture",
    )


async def _follow_up(trial: Trial) -> AsyncGenerator[Observation, None]:
    """Answer a press on a public message beside it."""
    text = "Everybody sees this message."
    board = screen(text, "board", "A", ("go on",))
    posted = await trial.post(board)
    press = await trial.press(board, "Press Go on in the channel now.")
    await press.put_off()
    first = screen("Only you see this.", "", "B")
    second = screen("Still only you.", "", "C")
    pushed = require_answer(
        await press.answer.fill(first.message, in_place=False, pictures=first.pictures)
    )
    trial.tidy("a private message", pushed.remove)
    found = await press.interaction.followup.fetch_message(pushed.message_id)
    edited = await pushed.edit(second.message, second.pictures)
    await pushed.remove()
    public = await posted.channel.fetch_message(posted.id)
    stayed = text in str([part.to_dict() for part in public.components])
    faults = {
        "the follow-up is public": not found.flags.ephemeral,
        "it cannot be edited": not edited,
        "the public message has changed": not stayed,
    }
    seen = [text for text, is_so in faults.items() if is_so]
    yield Observation(not seen, ", ".join(seen) or "private, and the public message is unchanged")


def _letter(chosen: str, wanted: str) -> Observation:
    return Observation(chosen == wanted, chosen if chosen == NOTHING else f"picture {chosen}")


EXPERIMENTS = (
    Experiment((_TIME, _FIRST, _REPLACED, _EDITED, _LATE), _answer_privately),
    Experiment((_FOLLOWED,), _follow_up),
)
