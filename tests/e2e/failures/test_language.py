"""Ephemeral messages use the user's language, and a table uses its server's."""

import discord
import pytest

from bot.presenter.words.language import Words, read_catalog
from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.catalog import PSEUDO, pseudo_language
from tests.support.stage import Stage, text

MARK = "⟦"


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second language: German shows every text in brackets."""
    words = {"de": Words(PSEUDO, read_catalog(pseudo_language()))}
    monkeypatch.setattr(
        "bot.publisher.publisher.words_for", lambda locale: words.get(locale, Words())
    )


async def test_user_reads_their_own_language(stage: Stage, ana: SimulatedUser) -> None:
    table = await stage.start_game(*stage.people[1:4])
    stage.sandbox.state.locales[ana.id] = "de"
    assert MARK in text(await stage.panel(ana))
    assert MARK in text((await ana.command("help", stage.channel)).message)
    assert MARK in text((await ana.command("play", stage.channel, tile="9-9")).message)
    assert MARK not in text(await stage.board(table))
    assert MARK not in text(await stage.panel(stage.people[1]))


async def test_user_types_their_own_language(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    stage.sandbox.state.locales[first.id] = "de"
    offered = await first.autocomplete("bid", stage.channel, "call", "⟦pa")
    assert [choice["name"] for choice in offered] == ["⟦pass⟧"]
    assert (await first.command("bid", stage.channel, call="⟦pass⟧")).ok
    view = (await stage.view(table)).view
    assert view is not None
    assert [made.call.is_bid for made in view.calls] == [False]


async def test_table_uses_its_servers_language(stage: Stage) -> None:
    (guild,) = stage.bot.guilds
    guild.preferred_locale = discord.Locale.german
    table = await stage.start_game(*stage.people[1:4])
    assert (await stage.view(table)).status is Status.PLAYING
    assert MARK in text(await stage.board(table))
    assert MARK not in text(await stage.panel(stage.people[1]))


async def test_invalid_input_is_answered_with_valid_choices(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    outcome = await first.command("play", stage.channel, tile="9-9")
    assert "We're still bidding. Bid 30 or more, or pass." in text(outcome.message)
    for call in ("31", "pass", "pass", "pass"):
        assert (await (await stage.in_turn(table)).command("bid", stage.channel, call=call)).ok
    outcome = await first.command("trump", stage.channel, suit="hearts")
    assert "You can name blanks, ones, twos" in text(outcome.message)
    assert (await first.command("trump", stage.channel, suit="fives")).ok
    outcome = await first.command("play", stage.channel, tile="9-9")
    held = [f"{tile.high}-{tile.low}" for tile in (await _hand(stage, table, first))]
    assert all(tile in text(outcome.message) for tile in held)


async def _hand(stage: Stage, table: str, person: SimulatedUser) -> tuple:
    view = (await stage.bot.services.tables.panel(table, int(person.id))).view
    assert view is not None
    return view.hand
