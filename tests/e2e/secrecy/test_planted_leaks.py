"""Each way out notices a leak that is planted there, whoever tries it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import discord
import pytest

import bot.__main__
from bot.asked.hands import HandQuestions
from bot.presenter.words.spec import Message
from bot.publisher import component_router, daily_boards
from bot.publisher.keeper.answers import Answer
from bot.publisher.keeper.channels import Channels
from bot.publisher.keeper.live_message import LiveMessage
from bot.publisher.pictures.rendering import Pictures
from bot.render import StripPicture
from bot.runtime import health
from tests.e2e.failures.planting import with_words
from tests.support.matrix import mostly_long

from .attempts import Role
from .conftest import Secret, somebody
from .town import MONDAY, Town
from .ways import WAYS, leaks

pytestmark = pytest.mark.asyncio(loop_scope="module")

BY_NAME = {way.name: way for way in WAYS}
Patch = pytest.MonkeyPatch
Plant = Callable[[Patch, str], None]
"""Makes the program tell a text in one way."""


# One leak for each way ---------------------------------------------------------------------


def answers(*requests: str) -> Plant:
    """Tell it in the answers to these requests: `/command`, or a button's verb and argument."""

    def plant_it(patch: Patch, text: str) -> None:
        fill = Answer.fill

        async def told(self: Answer, message: Message, **options: Any) -> Any:
            leaks_here = self.request.strip() in requests
            return await fill(self, with_words(message, text) if leaks_here else message, **options)

        patch.setattr(Answer, "fill", told)

    return plant_it


def edits(patch: Patch, text: str) -> None:
    """Tell it in the edits of open screens."""
    edit = LiveMessage.edit

    async def told(self: LiveMessage, message: Message, *rest: Any) -> bool:
        return await edit(self, with_words(message, text), *rest)

    patch.setattr(LiveMessage, "edit", told)


def posts(patch: Patch, text: str) -> None:
    """Tell it in new messages, and in the answer that points to one."""
    post = Channels.post

    async def told(
        self: Channels,
        channel: int,
        key: Any,
        no: int,
        message: Message,
        *rest: Any,
        **options: Any,
    ) -> Any:
        return await post(self, channel, key, no, with_words(message, text), *rest, **options)

    patch.setattr(Channels, "post", told)
    answers("daily dm")(patch, text)


def choices(patch: Patch, text: str) -> None:
    """Tell it among the choices of an option."""
    autocomplete = discord.InteractionResponse.autocomplete

    async def told(self: Any, found: Any) -> None:
        await autocomplete(self, [*found[:24], discord.app_commands.Choice(name=text, value="x")])

    patch.setattr(discord.InteractionResponse, "autocomplete", told)


def on_boards(patch: Patch, text: str) -> None:
    """Tell it on the board of a day."""
    board = daily_boards.day_board
    patch.setattr(daily_boards, "day_board", lambda *each: with_words(board(*each), text))


def stand_ins(patch: Patch, text: str) -> None:
    """Show another's picture while a picture is drawn."""

    async def rendered(self: Pictures, message: Message, shown: bytes | None) -> Any:
        files, is_own = await soon(self, message, shown)
        if is_own or not files:
            return files, is_own
        drawing = StripPicture(title=text, result="", tricks="wwwwwww")
        return dict.fromkeys(files, await self._renderer.render(drawing)), False

    soon = Pictures.render_soon
    patch.setattr(Pictures, "render_soon", rendered)


def refusals(patch: Patch, text: str) -> None:
    """Tell it in every refusal."""
    explain = component_router.explain

    def told(*args: Any, **options: Any) -> Message:
        return with_words(explain(*args, **options), text)

    patch.setattr(component_router, "explain", told)


def help_with_hands(patch: Patch, text: str) -> None:
    """Help with every hand, and tell it those who have finished."""

    async def allowed(*_: object) -> None:
        return

    patch.setattr(HandQuestions, "require_not_in_play", allowed)
    answers("/bid-this")(patch, text)


def public_votes(patch: Patch, text: str) -> None:
    """Allow a vote on every hand."""

    async def allowed(*_: object) -> None:
        return

    patch.setattr(HandQuestions, "require_public", allowed)


def figures(patch: Patch, text: str) -> None:
    """Tell it among the figures."""
    latest = health.generate_latest
    patch.setattr(health, "generate_latest", lambda each: latest(each) + f"# {text}\n".encode())


def log_lines(patch: Patch, text: str) -> None:
    """Tell it in the log."""
    fill = Answer.fill

    async def told(self: Answer, message: Message, **options: Any) -> Any:
        logging.getLogger("bot.publisher").info("filling: %s", text)
        return await fill(self, message, **options)

    patch.setattr(Answer, "fill", told)


def printed(patch: Patch, text: str) -> None:
    """Tell it in the output of every command."""
    run = bot.__main__.run_command

    def told(arguments: list[str]) -> int:
        print(text)
        return run(arguments)

    patch.setattr(bot.__main__, "run_command", told)


PLANTS: dict[str, Plant] = {
    "screens": answers("/daily"),
    "how it works": answers("daily fair"),
    "rules": answers("rules"),
    "/hand": answers("/hand"),
    "updates of a screen": edits,
    "direct messages": posts,
    "/last": answers("/last"),
    "drawings in caches": stand_ins,
    "autocomplete": choices,
    "boards": on_boards,
    "reminders": answers("daily remind"),
    "a shared result": answers("daily share"),
    "a comparison": answers("/daily"),
    "/replay": answers("/replay"),
    "review": answers("review 1"),
    "coach": answers("coach"),
    "history": answers("game-hands"),
    "record": answers("record 1"),
    "proof": answers("daily proof"),
    "/bid-this": help_with_hands,
    "votes": public_votes,
    "questions about the hand": answers("ask-hand play-9"),
    "profile": answers("/profile"),
    "leaderboard": answers("/leaderboard"),
    "finished games": answers("habits"),
    "/privacy": answers("privacy export"),
    "other buttons": answers("claim"),
    "error texts": refusals,
    "metrics": figures,
    "the log": log_lines,
    **{name: printed for name in BY_NAME if name.startswith("the command")},
}


QUICK = (Role.PLAYING, Role.HOST)
"""In every run a person mid-hand and the host look for each leak; the others in the long one."""


@pytest.mark.parametrize("role", mostly_long(Role, *QUICK))
async def test_day_without_a_planted_leak_has_none(played_town: Town, role: Role) -> None:
    ways = [way for way in WAYS if role in way.roles]
    assert await leaks(played_town, MONDAY, somebody(played_town, role), ways) == []
    assert not [way.name for way in ways if not played_town.tried[way.name, role]]


CASES = [(name, role) for name, way in BY_NAME.items() for role in Role if role in way.roles]


@pytest.mark.parametrize(
    ("name", "role"), mostly_long(CASES, *(each for each in CASES if each[1] in QUICK))
)
async def test_leak_in_a_way_is_found_by_who_tries_it(
    played_town: Town, secret: Secret, name: str, role: Role
) -> None:
    with Patch.context() as patch:
        PLANTS[name](patch, secret.told_to(role))
        found = await leaks(played_town, MONDAY, somebody(played_town, role), [BY_NAME[name]])
    assert [each for each in found if each.startswith(f"{name}: ")]
    await played_town.settle()
    played_town.eyes.drain()
