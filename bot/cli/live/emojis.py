"""The upload of dominoes as emojis, whose limits Discord does not document."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from secrets import token_hex

from bot.cli.live.expectations import Expectation, Experiment, Observation
from bot.cli.live.trial import Trial
from bot.publisher.pictures.emojis import PAUSE_SECONDS
from bot.render import render_tile_emoji
from texas42.engine import Tile

UPLOADS = 5

_UPLOADED = Expectation(
    f"{UPLOADS} emojis, with the bot's pause of {PAUSE_SECONDS} s",
    "none refused",
    "The first start takes some minutes to upload the dominoes; until then screens show numbers. "
    "Nothing to do.",
)


async def _upload(trial: Trial) -> AsyncGenerator[Observation, None]:
    before = len(trial.client.answers)
    run = token_hex(4)
    for number in range(UPLOADS):
        image = render_tile_emoji(Tile(6, number), 0)
        emoji = await trial.client.create_application_emoji(
            name=f"live_{run}_{number}", image=image
        )
        trial.tidy(f"the emoji {emoji.name}", emoji.delete)
        await trial.clock.sleep(PAUSE_SECONDS)
    refused = trial.client.rate_limited_since(before)
    headers = trial.client.answers[-1].headers
    limit, left, seconds = (
        headers.get(f"X-RateLimit-{name}", "?") for name in ("Limit", "Remaining", "Reset-After")
    )
    told = f"Discord's headers: {left} of {limit} left for {seconds} s"
    yield Observation(not refused, f"{refused or 'none'} refused; {told}")


EXPERIMENTS = (Experiment((_UPLOADED,), _upload),)
