"""Names that would ping, format, hide or overflow are harmless in every message."""

from __future__ import annotations

import re
import unicodedata

import pytest

from bot.tables.model import Status
from discord_sandbox.checks.components import walk
from tests.support.screens import files_of
from tests.support.stage import Json, Stage, buttons, press, text

NAMES = (
    "@everyone",
    "**bold**_x_ `code` ||spoiler||",
    "\u202eevil\u202c\u200b\u2066x",
    "W" * 32,
)
HARD = (
    "<@1234567890> [x](http://evil.example)",
    "# Head\n> quote\n-# small",
    "e" + "\u0301" * 30,
    "\u200b\u200d\u2060",
)
UNSEEN = re.compile("[\u202a-\u202e\u2066-\u2069\u2060\ufeff\x00-\x08\x0b-\x1f]")
EFFECTS = ("@everyone", "**bold**", "`code`", "||spoiler||", "[x](", "\n> quote", "<@1234567890>")


@pytest.fixture(params=[NAMES, HARD], ids=["plain", "hard"])
def people(request: pytest.FixtureRequest) -> tuple[str, ...]:
    names: tuple[str, ...] = request.param
    return (*names, "Eve")


def _texts(message: Json) -> list[str]:
    """Collect the parts of a message that Discord formats, and its labels."""
    found = [message["content"] or "", *(file.name for file in files_of(message))]
    for part in walk(message["components"]):
        found += [part["content"]] if "content" in part else []
        found += [str(part[name]) for name in ("label", "placeholder") if part.get(name)]
    return found


def _alt_texts(message: Json) -> list[str]:
    """Collect the texts shown literally, without pings or formatting."""
    items = (item for part in walk(message["components"]) for item in part.get("items", ()))
    return [str(item.get("description") or "") for item in items]


async def test_hostile_names_are_harmless_in_a_whole_hand(
    stage: Stage, people: tuple[str, ...]
) -> None:
    eve = stage.people[4]
    table = await stage.start_game(*stage.people[1:4])
    for call in ("31", "32", "pass", "pass"):
        person = await stage.in_turn(table)
        assert (await person.command("bid", stage.channel, call=call)).ok
        other = (await stage.others(table))[0]
        assert (await other.command("bid", stage.channel, call="40")).ok  # pinged at their turn
    await stage.later(21)  # a ping
    await stage.later(40)  # an offer
    for _ in range(6):
        if (await stage.view(table)).status is not Status.PLAYING:
            break  # decided early
        person = await stage.in_turn(table)
        panel = await stage.panel(person)
        verb = next(v for v in ("play", "contract") if buttons(panel, v))
        await press(person, panel, verb)
    for name in ("hand", "last", "table status", "table rules", "leaderboard", "table join"):
        assert (await eve.command(name, stage.channel)).ok
    for person in stage.people[:4]:
        assert (await eve.command("profile", stage.channel, player=person)).ok
        assert (await person.command("table leave", stage.channel)).ok
    await stage.wait_until_quiet()
    shown = [m for kept in stage.sandbox.state.messages.values() for m in kept.values()]
    assert len(shown) > 10
    for message in shown:
        assert not message["mention_everyone"]
        for words in _texts(message):
            for effect in EFFECTS:
                assert effect not in words, words
        for words in (*_texts(message), *_alt_texts(message)):
            assert not UNSEEN.search(words), words
            assert _stack(words) <= 2
    assert [r for r in stage.sandbox.refusals if r.code] == []
    assert stage.bot.router.failed == 0
    _no_pings(stage)


async def test_thread_named_after_a_host_with_a_hostile_name_is_harmless(stage: Stage) -> None:
    for person in stage.people[:4]:
        assert (await person.command("table open", stage.channel, where="thread")).ok
    await stage.wait_until_quiet()
    threads = list(stage.sandbox.state.threads_of(stage.channel))
    assert len(threads) == 4
    for thread in threads:
        assert not UNSEEN.search(thread["name"])
        assert "\n" not in thread["name"]
        assert len(thread["name"]) <= 100
        assert "42" in thread["name"]
    assert [r for r in stage.sandbox.refusals if r.code] == []


@pytest.mark.parametrize("people", [HARD], indirect=True)
async def test_invisible_name_gets_a_visible_substitute(stage: Stage) -> None:
    table = await stage.lobby(stage.people[3])
    assert "Side 2: ? and open seat" in text(await stage.board(table))


def _no_pings(stage: Stage) -> None:
    """Check that every message lists whom it may ping, and never everyone."""
    for request in stage.sandbox.log:
        body = request.body if isinstance(request.body, dict) else {}
        data = body.get("data") if "/callback" in request.path else body
        if isinstance(data, dict) and ("components" in data or "content" in data):
            allowed = data["allowed_mentions"]
            assert not {"everyone", "roles"} & set(allowed.get("parse", ()))


def _stack(words: str) -> int:
    """Return the length of the longest run of accents on one letter."""
    longest = run = 0
    for character in words:
        run = run + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        longest = max(longest, run)
    return longest
