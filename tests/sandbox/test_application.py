"""The application: emojis, commands, files on the CDN."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest
from discord import app_commands

from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.client.user_actions import ImpossibleAction
from discord_sandbox.server import Sandbox
from tests.sandbox.conftest import ask
from tests.sandbox.demo_bot import DemoBot, png
from tests.support.discord_at import running
from tests.support.patience import PATIENCE, TexasSandbox


async def test_emoji_is_uploaded_listed_read_and_deleted(sandbox: Sandbox, bot: DemoBot) -> None:
    emoji = await bot.create_application_emoji(name="d64", image=png())
    assert [e.name for e in await bot.fetch_application_emojis()] == ["d64"]
    assert await emoji.read() == png()
    await emoji.delete()
    assert await bot.fetch_application_emojis() == []
    with pytest.raises(discord.NotFound) as refused:
        await emoji.delete()
    assert refused.value.code == 10014


async def test_cdn_serves_an_avatar_only_under_its_current_hash(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    assert (await bot.fetch_user(int(ana.id))).avatar is None
    sandbox.give_avatar(ana, b"a face")
    avatar = (await bot.fetch_user(int(ana.id))).avatar
    assert avatar is not None
    assert await avatar.replace(size=128, format="webp").read() == b"a face"
    sandbox.give_avatar(ana, b"another face")
    with pytest.raises(discord.NotFound):
        await avatar.replace(size=128, format="webp").read()


async def test_renamed_emoji_keeps_its_id_and_picture(sandbox: Sandbox, bot: DemoBot) -> None:
    emoji = await bot.create_application_emoji(name="d64", image=png())
    await bot.create_application_emoji(name="d55", image=png())
    renamed = await emoji.edit(name="six_four")
    (found, _) = await bot.fetch_application_emojis()
    assert (renamed.id, renamed.name) == (found.id, found.name) == (emoji.id, "six_four")
    assert await found.read() == png()
    await emoji.edit(name="six_four")
    for name in ("d55", "d", "d-64"):
        with pytest.raises(discord.HTTPException) as refused:
            await emoji.edit(name=name)
        assert refused.value.code == 50035
    await emoji.delete()
    with pytest.raises(discord.NotFound):
        await emoji.edit(name="six_five")


async def test_emoji_names_and_pictures_are_checked(sandbox: Sandbox, bot: DemoBot) -> None:
    await bot.create_application_emoji(name="d64", image=png())
    large = png() + b"x" * 256 * 1024
    for name, image in (("d64", png()), ("d", png()), ("d-64", png()), ("big", large)):
        with pytest.raises(discord.HTTPException) as refused:
            await bot.create_application_emoji(name=name, image=image)
        assert refused.value.code == 50035


async def test_button_can_have_an_application_emoji(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    emoji = await bot.create_application_emoji(name="d64", image=png())
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji=emoji, custom_id="x"))
    view.stop()
    await bot.get_channel(int(sandbox.channel_id)).send("x", view=view)
    assert str(emoji.id) in str(ana.messages(sandbox.channel_id))


async def test_sync_replaces_the_commands_and_keeps_their_ids(
    sandbox: Sandbox, bot: DemoBot
) -> None:
    before = {c.name: c.id for c in await bot.tree.fetch_commands()}
    bot.tree.remove_command("bid")
    await bot.tree.sync()
    after = {c.name: c.id for c in await bot.tree.fetch_commands()}
    assert "bid" not in after
    assert before["play"] == after["play"]


async def test_daily_limit_counts_created_but_not_changed_commands(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    """Application Commands, "Registering a Command": 200 creates a day and server; 30034."""
    path = f"/applications/{sandbox.state.bot_id}/commands"
    batches = [[{"name": f"{batch}{n}", "description": "x"} for n in range(100)] for batch in "ab"]
    for batch in batches:
        assert (await ask(sandbox, http, "PUT", path, batch))[0] == 200
    status, refused = await ask(sandbox, http, "PUT", path, batches[0])
    assert (status, refused["code"]) == (400, 30034)
    new = {"name": "new", "description": "x"}
    assert (await ask(sandbox, http, "POST", path, new))[1]["code"] == 30034
    known = [{**command, "description": "y"} for command in batches[1]]
    assert (await ask(sandbox, http, "PUT", path, known))[0] == 200
    sandbox.clock.move(86_400)
    assert (await ask(sandbox, http, "POST", path, new))[0] == 201


async def test_server_commands_are_offered_in_their_server(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    async def here(interaction: discord.Interaction[DemoBot]) -> None:
        await interaction.response.send_message("here")

    guild = discord.Object(int(sandbox.guild_id))
    command = app_commands.Command(name="here", description="x", callback=here)
    bot.tree.add_command(command, guild=guild)
    await bot.tree.sync(guild=guild)
    assert (await ana.command("here", sandbox.channel_id)).ok
    other = sandbox.add_guild("Oklahoma", [ana])
    with pytest.raises(ImpossibleAction):
        await ana.command("here", sandbox.add_channel("x", other))


async def test_one_command_can_be_put_and_deleted(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    path = f"/applications/{sandbox.state.bot_id}/commands"
    command = {"name": "one", "description": "x"}
    status, made = await ask(sandbox, http, "POST", path, command)
    assert status == 201
    assert (await ask(sandbox, http, "GET", f"{path}/{made['id']}"))[0] == 200
    assert (await ask(sandbox, http, "DELETE", f"{path}/{made['id']}"))[0] == 204
    assert (await ask(sandbox, http, "DELETE", f"{path}/{made['id']}"))[1]["code"] == 10063


async def test_bot_can_fetch_members_and_servers(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    guild = await bot.fetch_guild(int(sandbox.guild_id))
    member = await guild.fetch_member(int(ana.id))
    assert (guild.name, member.display_name) == ("Texas", "Ana")


async def test_ids_increase_with_the_sandboxs_date(sandbox: Sandbox) -> None:
    first = sandbox.clock.snowflake()
    sandbox.clock.move(60)
    second = sandbox.clock.snowflake()
    apart = discord.utils.snowflake_time(int(second)) - discord.utils.snowflake_time(int(first))
    assert 60 <= apart.total_seconds() < 61
    assert int(sandbox.clock.snowflake()) > int(second)


async def test_bot_sees_the_channels_of_a_server_it_joins() -> None:
    async with TexasSandbox(guild=None) as place:
        client = DemoBot()
        joined: asyncio.Queue[discord.Guild] = asyncio.Queue()

        async def on_guild_join(guild: discord.Guild) -> None:
            joined.put_nowait(guild)

        client.on_guild_join = on_guild_join  # type: ignore[attr-defined]
        async with running(client, place):
            assert not client.guilds
            place.invite("Texas", ("general", "dominoes"), system="dominoes")
            guild = await asyncio.wait_for(joined.get(), PATIENCE)
            assert [channel.name for channel in guild.text_channels] == ["general", "dominoes"]
            assert str(guild.system_channel) == "dominoes"
            await guild.system_channel.send("hello")
            (hello,) = place.people[1].messages(place.channels["dominoes"])
            assert hello["content"] == "hello"
