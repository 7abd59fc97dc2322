"""Checks of a board: reload it, retire it as the bot does, and edit it as in a busy game."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta

from bot.cli.live.expectations import Expectation, Experiment, Observation
from bot.cli.live.screens import media_of, screen
from bot.cli.live.trial import SkipStep, Trial
from bot.publisher.calls.convert import to_edit
from bot.publisher.keeper.channels import Channels
from bot.publisher.keeper.policies import POLICIES
from bot.values.posted import PostedKind

BOARD_GAP_SECONDS = POLICIES[PostedKind.BOARD].gap
EDITS = 20
OLD_EDITS = 4

_PICTURES = "Look for “pictures” in CHANGELOG.md, and report this."

_READ = Expectation(
    "a posted board, fetched",
    "no attachments; its picture has the attachment's id",
    f"After a restart, old results may lose their pictures. {_PICTURES}",
)
_RETIRED = Expectation(
    "that board, retired as after a hand",
    "without buttons, with its picture",
    f"Old results keep their buttons or lose their pictures. {_PICTURES}",
)
_EDITED = Expectation(
    f"{EDITS} edits of a board, one every {BOARD_GAP_SECONDS} s",
    "none refused",
    "Boards lag behind the game; nothing is lost. If that bothers your players, raise "
    "PACE_SECONDS.",
)
_OLD = Expectation(
    f"{OLD_EDITS} edits of a message older than an hour",
    "some refused: about three are allowed every six seconds",
    "Nothing to do: the bot edits old messages less often than Discord allows.",
)


async def _retire_board(trial: Trial) -> AsyncGenerator[Observation, None]:
    shown = screen("A board of the last hand.", "old", "A", ("go on",))
    posted = await trial.post(shown)
    found = await trial.channel.fetch_message(posted.id)
    picture = media_of(found)
    named = picture is not None and picture.attachment_id is not None
    yield Observation(
        named and not found.attachments,
        f"attachments: {len(found.attachments)}; the picture with{'' if named else 'out'} an id",
    )
    await Channels(trial.client, trial.client.queue).retire_as_it_is(trial.channel.id, posted.id)
    retired = await trial.channel.fetch_message(posted.id)
    pressable = "custom_id" in str([part.to_dict() for part in retired.components])
    picture = media_of(retired)
    kept = picture is not None and bool(await trial.client.http.get_from_cdn(picture.url))
    yield Observation(
        kept and not pressable,
        f"with{'' if pressable else 'out'} buttons, with{'' if kept else 'out'} its picture",
    )


async def _edit_board(trial: Trial) -> AsyncGenerator[Observation, None]:
    shown = screen("A board.", "", "A")
    posted = await trial.post(shown)
    before = len(trial.client.answers)
    for number in range(1, EDITS + 1):
        await trial.clock.sleep(BOARD_GAP_SECONDS)
        changed = screen(f"Edit {number} of {EDITS}.", "", "A")
        await posted.edit(**to_edit(changed.message, changed.pictures))
    refused = trial.client.rate_limited_since(before)
    yield Observation(not refused, f"{refused or 'none'} refused")


async def _edit_old_message(trial: Trial) -> AsyncGenerator[Observation, None]:
    an_hour_ago = datetime.fromtimestamp(trial.clock.now(), UTC) - timedelta(hours=1)
    async for message in trial.channel.history(before=an_hour_ago):
        if message.author == trial.client.user and message.webhook_id is None:
            break
    else:
        raise SkipStep("no message of the bot's here is older than an hour")
    before = len(trial.client.answers)
    for _ in range(OLD_EDITS):
        await message.edit(suppress=False)  # an edit without any effect
    refused = trial.client.rate_limited_since(before)
    yield Observation(bool(refused), f"{refused or 'none'} refused")


EXPERIMENTS = (
    Experiment((_READ, _RETIRED), _retire_board),
    Experiment((_EDITED,), _edit_board),
    Experiment((_OLD,), _edit_old_message),
)
