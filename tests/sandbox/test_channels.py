"""Messages, files, direct messages, permissions and threads, through discord.py."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import aiohttp
import discord
import pytest

from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.client.user_actions import ImpossibleAction
from discord_sandbox.server import Sandbox
from discord_sandbox.state.permissions import Permission
from tests.sandbox.demo_bot import Board, DemoBot, Row, picture, png
from tests.support.patience import TexasSandbox


@pytest.fixture
def channel(sandbox: Sandbox, bot: DemoBot) -> Any:
    return bot.get_channel(int(sandbox.channel_id))


async def expect_refusal(act: Any) -> tuple[int, int]:
    with pytest.raises(discord.HTTPException) as caught:
        await act
    return caught.value.status, caught.value.code


async def test_message_is_sent_fetched_edited_and_deleted(
    sandbox: Sandbox, channel: Any, ana: SimulatedUser
) -> None:
    sent = await channel.send("one", view=Row("a"))
    assert (await channel.fetch_message(sent.id)).content == "one"
    await sent.edit(content="two", view=None)
    (seen,) = ana.messages(sandbox.channel_id)
    assert (seen["content"], seen["components"]) == ("two", [])
    assert seen["edited_timestamp"]
    await sent.delete()
    assert ana.messages(sandbox.channel_id) == []


async def test_history_is_newest_first(channel: Any, sandbox: Sandbox, ana: SimulatedUser) -> None:
    for n in range(5):
        ana.say(sandbox.channel_id, str(n))
    ids = [message.id async for message in channel.history(limit=3)]
    assert ids == sorted(ids, reverse=True)
    assert len(ids) == 3
    before = [m.content async for m in channel.history(limit=2, before=discord.Object(ids[-1]))]
    assert before == ["1", "0"]


async def test_history_is_empty_without_the_right_to_read_it(
    channel: Any, sandbox: Sandbox, ana: SimulatedUser
) -> None:
    ana.say(sandbox.channel_id, "hello")
    sandbox.deny(sandbox.channel_id, Permission.READ_MESSAGE_HISTORY)
    assert [message async for message in channel.history(limit=3)] == []


async def test_edit_keeps_only_the_listed_files(
    sandbox: Sandbox, channel: Any, ana: SimulatedUser
) -> None:
    sent = await channel.send(files=[picture("a.png", "A"), picture("b.png", "B")])
    kept = await sent.edit(attachments=[sent.attachments[0]])
    assert [a.filename for a in kept.attachments] == ["a.png"]
    added = await kept.edit(attachments=[kept.attachments[0], picture("c.png", "C")])
    assert [(a.filename, a.description) for a in added.attachments] == [
        ("a.png", "A"),
        ("c.png", "C"),
    ]
    unlisted = await added.edit(content="x")
    assert len(unlisted.attachments) == 2
    assert await unlisted.attachments[0].read() == png()
    gone = sent.attachments[1]
    with pytest.raises(discord.NotFound):
        await gone.read()


async def test_file_over_the_size_limit_is_refused(channel: Any) -> None:
    large = discord.File(io.BytesIO(b"x" * (10 * 1024 * 1024 + 1)), "x.txt")
    assert await expect_refusal(channel.send(file=large)) == (413, 40005)


def gallery_media(message: discord.Message) -> Any:
    """Return the media of a board's gallery."""
    return message.components[0].children[1].items[0].media


class Kept:
    """A kept file as an edit lists it."""

    def __init__(self, **named: str) -> None:
        self.named = named

    def to_dict(self) -> dict[str, str]:
        return self.named


async def test_files_displayed_by_components_are_not_attachments(
    channel: Any, sandbox: Sandbox, ana: SimulatedUser
) -> None:
    sent = await channel.send(view=Board("x", media="attachment://board.png"), file=picture())
    assert sent.attachments == (await channel.fetch_message(sent.id)).attachments == []
    assert gallery_media(sent).attachment_id is not None
    name, _, signature = gallery_media(sent).url.rpartition("/")[2].partition("?")
    assert (name, signature[:3]) == ("board.png", "ex=")
    async with aiohttp.ClientSession() as session, session.get(gallery_media(sent).url) as answer:
        assert await answer.read() == png()


async def test_edit_must_list_a_kept_file_by_id_and_name(
    channel: Any, sandbox: Sandbox, ana: SimulatedUser
) -> None:
    board = {"view": Board("y", media="attachment://board.png")}
    sent = await channel.send(view=Board("x", media="attachment://board.png"), file=picture())
    file_id = str(gallery_media(sent).attachment_id)
    for kept in ({}, {"attachments": []}, {"attachments": [Kept(id=file_id)]}):
        assert await expect_refusal(sent.edit(**board, **kept)) == (400, 50035)
    by_both = Kept(id=file_id, filename="board.png")
    again = await sent.edit(**board, attachments=[by_both])
    assert gallery_media(again).url == gallery_media(sent).url


async def test_kept_file_that_is_no_longer_displayed_is_an_attachment(
    channel: Any, sandbox: Sandbox, ana: SimulatedUser
) -> None:
    sent = await channel.send(view=Board("x", media="attachment://board.png"), file=picture())
    bare = await sent.edit(view=Board("y"))
    assert [file.id for file in bare.attachments] == [gallery_media(sent).attachment_id]
    assert await bare.attachments[0].read() == png()
    assert (await bare.edit(view=Board("z"), attachments=[])).attachments == []
    with pytest.raises(discord.NotFound):
        await bare.attachments[0].read()


async def test_same_nonce_returns_the_first_message(
    sandbox: Sandbox, channel: Any, ana: SimulatedUser
) -> None:
    first = await channel.send("once", nonce="table:7")
    second = await channel.send("once", nonce="table:7")
    third = await channel.send("twice", nonce="table:8")
    assert first.id == second.id != third.id
    sandbox.clock.move(3_600)
    assert (await channel.send("later", nonce="table:7")).id != first.id


async def test_nonce_is_unique_across_all_channels(
    sandbox: Sandbox, bot: DemoBot, channel: Any, ana: SimulatedUser
) -> None:
    first = await channel.send("the board", nonce="table:7")
    user = await bot.fetch_user(int(ana.id))
    again = await user.send("the hand", nonce="table:7")
    assert (again.id, again.content) == (first.id, "the board")
    assert ana.messages(ana.dm) == []
    assert (await user.send("the hand", nonce="table:7:hand")).content == "the hand"


async def test_nonce_of_a_deleted_message_is_refused_for_some_minutes(
    sandbox: Sandbox, channel: Any, ana: SimulatedUser
) -> None:
    sent = await channel.send("a call", nonce="table:7")
    await sent.delete()
    assert await expect_refusal(channel.send("a call", nonce="table:7")) == (404, 10008)
    assert ana.messages(sandbox.channel_id) == []
    sandbox.clock.move(3_600)
    assert (await channel.send("a call", nonce="table:7")).id != sent.id


async def test_reply_references_its_message(channel: Any) -> None:
    sent = await channel.send("question")
    reply = await sent.reply("answer")
    assert reply.reference.message_id == sent.id


async def test_allowed_mentions_limit_mentions(
    sandbox: Sandbox, channel: Any, ana: SimulatedUser
) -> None:
    loud = await channel.send(ana.mention)
    quiet = await channel.send(ana.mention, allowed_mentions=discord.AllowedMentions.none())
    assert ([str(u.id) for u in loud.mentions], quiet.mentions) == ([ana.id], [])


# --- direct messages ---------------------------------------------------------------------


async def test_dm_arrives_and_its_buttons_work(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    user = await bot.fetch_user(int(ana.id))
    await user.send("your hand", view=Row("6-6"))
    message = ana.messages(ana.dm)[0]
    assert (await ana.click(message, "demo:v1:6-6")).ok
    assert bo.messages(ana.dm) == []
    with pytest.raises(ImpossibleAction):
        await bo.click(message, "demo:v1:6-6")


async def test_dm_to_a_user_who_closed_dms_is_refused(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    ana.dms_open = False
    user = await bot.fetch_user(int(ana.id))
    await user.create_dm()  # opening the DM succeeds; only sending is refused
    assert await expect_refusal(user.send("x")) == (403, 50007)
    ana.dms_open = True
    await user.send("x")


async def test_dm_requires_a_mutual_server(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    user = await bot.fetch_user(int(ana.id))
    del sandbox.state.guilds[sandbox.guild_id].members[ana.id]
    assert await expect_refusal(user.send("x")) == (403, 50278)


# --- permissions -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("missing", "code"),
    [(Permission.SEND_MESSAGES, 50013), (Permission.VIEW_CHANNEL, 50001)],
)
async def test_sending_requires_its_permissions(
    sandbox: Sandbox, channel: Any, ana: SimulatedUser, missing: Permission, code: int
) -> None:
    sandbox.deny(sandbox.channel_id, missing)
    assert await expect_refusal(channel.send("x")) == (403, code)
    sandbox.deny(sandbox.channel_id, Permission(0))
    await channel.send("x")


async def test_files_require_attach_files(
    sandbox: Sandbox, bot: DemoBot, channel: Any, ana: SimulatedUser
) -> None:
    sandbox.deny(sandbox.channel_id, Permission.ATTACH_FILES)
    assert await expect_refusal(channel.send(file=picture())) == (403, 50013)
    await channel.send("x")
    act = asyncio.create_task(ana.command("hold", sandbox.channel_id))
    interaction = await bot.held.get()
    assert not interaction.app_permissions.attach_files
    assert interaction.app_permissions.send_messages
    await interaction.response.send_message("an answer needs no permission")
    assert (await act).ok


async def test_files_are_refused_in_a_server_with_limited_uploads(
    sandbox: Sandbox, bot: DemoBot, channel: Any, ana: SimulatedUser
) -> None:
    """Documentation: Opcodes and Status Codes, "JSON Error Codes", 400001."""
    sandbox.limit_uploads(sandbox.guild_id)
    assert await expect_refusal(channel.send(file=picture())) == (403, 400001)
    sent = await channel.send("x")
    assert await expect_refusal(sent.edit(attachments=[picture()])) == (403, 400001)
    act = asyncio.create_task(ana.command("hold", sandbox.channel_id))
    interaction = await bot.held.get()
    assert await expect_refusal(interaction.response.send_message(file=picture())) == (403, 400001)
    await interaction.response.send_message("words go through")
    assert await expect_refusal(interaction.followup.send(file=picture())) == (403, 400001)
    assert (await act).ok
    user = await bot.fetch_user(int(ana.id))
    await user.send(file=picture())  # a DM is in no server


async def test_threads_require_their_permissions(
    sandbox: Sandbox, channel: Any, ana: SimulatedUser
) -> None:
    thread = await channel.create_thread(name="Table 2", type=discord.ChannelType.public_thread)
    assert await expect_refusal(thread.delete()) == (403, 50013)
    sent = await channel.send("Table 3")
    sandbox.deny(
        sandbox.channel_id,
        Permission.CREATE_PUBLIC_THREADS | Permission.SEND_MESSAGES_IN_THREADS,
    )
    assert await expect_refusal(thread.send("x")) == (403, 50013)
    act = channel.create_thread(name="Table 3", type=discord.ChannelType.public_thread)
    assert await expect_refusal(act) == (403, 50013)
    assert await expect_refusal(sent.create_thread(name="Table 3")) == (403, 50013)


async def test_user_cannot_see_a_hidden_channel(
    sandbox: Sandbox, channel: Any, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    await channel.send("x")
    sandbox.hide(sandbox.channel_id, bo)
    assert bo.messages(sandbox.channel_id) == []
    assert len(ana.messages(sandbox.channel_id)) == 1
    with pytest.raises(ImpossibleAction):
        bo.say(sandbox.channel_id, "x")


# --- threads -----------------------------------------------------------------------------


async def test_message_can_have_one_thread(
    sandbox: Sandbox, bot: DemoBot, channel: Any, ana: SimulatedUser
) -> None:
    sent = await channel.send("Table 2")
    thread = await sent.create_thread(name="Table 2")
    assert thread.id == sent.id
    assert await expect_refusal(sent.create_thread(name="again")) == (400, 160004)
    await thread.send(view=Board("in the thread"))
    (board,) = ana.messages(str(thread.id))
    assert (await ana.click(board, "demo:press:0")).ok
    assert (await ana.command("bid", str(thread.id), call=30)).ok


async def test_bot_can_join_threads_but_not_channels(bot: DemoBot, channel: Any) -> None:
    """Channels Resource, "Join Thread" and "Leave Thread"."""
    thread = await channel.create_thread(name="T", type=discord.ChannelType.public_thread)
    await thread.join()
    await thread.leave()
    assert await expect_refusal(bot.http.join_thread(channel.id)) == (400, 50024)


async def test_private_thread_is_seen_by_its_members_and_whoever_manages_threads(
    sandbox: Sandbox, channel: Any, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    """Topic "Threads", "Private Threads"."""
    private = discord.ChannelType.private_thread
    thread = await channel.create_thread(name="T", type=private, invitable=False)
    await thread.send("x")
    place = str(thread.id)
    owner = sandbox.state.guilds[sandbox.guild_id].owner_id
    stranger = next(each for each in (ana, bo) if each.id != owner)
    with pytest.raises(ImpossibleAction):
        stranger.say(place, "y")
    seen: list[str] = []
    stop = sandbox.hub.watch(place, stranger.id, lambda kind, _message: seen.append(kind))
    await thread.send("unseen")
    for _ in range(2):  # again changes nothing
        await bot.http.add_user_to_thread(thread.id, int(stranger.id))
    await thread.send("seen")
    stop()
    assert seen == ["message_create"]
    stranger.say(place, "y")
    await thread.remove_user(discord.Object(int(stranger.id)))
    with pytest.raises(ImpossibleAction):
        stranger.say(place, "z")
    assert sandbox.hub.can_see(sandbox.state.channel(place), owner)  # who manages threads
    sandbox.deny(sandbox.channel_id, Permission.CREATE_PRIVATE_THREADS)
    refused = channel.create_thread(name="T", type=private)
    assert await expect_refusal(refused) == (403, 50013)


async def test_members_are_added_to_active_threads_whose_channel_they_see(
    sandbox: Sandbox, channel: Any, bot: DemoBot, bo: SimulatedUser
) -> None:
    """Channels Resource, "Add Thread Member"."""
    thread = await channel.create_thread(name="T", type=discord.ChannelType.private_thread)

    def add(user_id: str) -> Any:
        return bot.http.add_user_to_thread(thread.id, int(user_id))

    assert await expect_refusal(add("1")) == (404, 10013)
    sandbox.hide(sandbox.channel_id, bo)
    assert await expect_refusal(add(bo.id)) == (403, 50001)
    assert await expect_refusal(bot.http.add_user_to_thread(channel.id, int(bo.id))) == (400, 50024)
    sandbox.archive(str(thread.id))
    assert await expect_refusal(add(bo.id)) == (400, 50083)
    sandbox.deny(sandbox.channel_id, Permission.SEND_MESSAGES_IN_THREADS)
    await bot.http.edit_channel(thread.id, archived=False)
    assert await expect_refusal(add(bo.id)) == (403, 50013)


async def test_message_unarchives_a_thread_but_an_edit_is_refused(
    sandbox: Sandbox, channel: Any, ana: SimulatedUser
) -> None:
    thread = await channel.create_thread(name="T", type=discord.ChannelType.public_thread)
    sent = await thread.send("x")
    await thread.edit(archived=True)
    assert await expect_refusal(sent.edit(content="y")) == (400, 50083)
    with pytest.raises(ImpossibleAction, match="archived"):
        await ana.command("bid", str(thread.id), call=30)
    await thread.send("awake")
    await sent.edit(content="y")
    sandbox.archive(str(thread.id), locked=True)
    assert await expect_refusal(thread.send("x")) == (400, 50083)


async def test_locked_thread_refuses_the_bots_messages_and_edits(
    sandbox: Sandbox, channel: Any
) -> None:
    """Threads, "Locked Threads": no new and no changed messages; deletions while it is active."""
    thread = await channel.create_thread(name="T", type=discord.ChannelType.public_thread)
    assert await expect_refusal(thread.edit(locked=True)) == (403, 50013)
    sent = await thread.send("x")
    other = await thread.send("y")
    metadata = {"thread_metadata": {"locked": True}}
    sandbox.state.change_channel(sandbox.state.channel(str(thread.id)), metadata)
    assert await expect_refusal(thread.send("x")) == (400, 160005)
    assert await expect_refusal(sent.edit(content="y")) == (400, 160005)
    await sent.delete()
    sandbox.archive(str(thread.id), locked=True)
    assert await expect_refusal(other.edit(content="y")) == (400, 50083)
    assert await expect_refusal(other.delete()) == (400, 50083)


async def test_deleted_channel_is_unknown(sandbox: Sandbox, channel: Any) -> None:
    thread = await channel.create_thread(name="T", type=discord.ChannelType.public_thread)
    sent = await thread.send("x", file=picture())
    sandbox.delete_channel(str(thread.id))
    assert await expect_refusal(thread.send("x")) == (404, 10003)
    assert await expect_refusal(sent.edit(content="y")) == (404, 10003)
    assert sandbox.state.blobs == {}


async def test_deleted_message_is_unknown(
    sandbox: Sandbox, channel: Any, ana: SimulatedUser
) -> None:
    sent = await channel.send("x")
    sandbox.delete_message(ana.messages(sandbox.channel_id)[0])
    assert await expect_refusal(sent.edit(content="y")) == (404, 10008)


async def test_typing_is_accepted(channel: Any) -> None:
    await channel.typing()


async def test_history_limit_drops_the_oldest_messages() -> None:
    async with TexasSandbox(history_limit=2, log_limit=1) as sandbox:
        ana = sandbox.people[0]
        for n in range(4):
            ana.say(sandbox.channel_id, str(n))
        assert [m["content"] for m in ana.messages(sandbox.channel_id)] == ["2", "3"]


async def test_role_is_notified_only_if_it_may_be_mentioned(
    sandbox: Sandbox, channel: Any, ana: SimulatedUser
) -> None:
    open_role = sandbox.add_role("open", mentionable=True)
    closed = sandbox.add_role("closed")
    roles = discord.AllowedMentions(everyone=False, users=False, roles=True)
    chosen = discord.AllowedMentions(everyone=False, users=False, roles=[discord.Object(open_role)])
    sandbox.state.guilds[sandbox.guild_id].roles[_role_of_bot(sandbox)]["permissions"] = str(
        int(Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    )
    content = f"<@&{open_role}> <@&{closed}>"
    await channel.send(content, allowed_mentions=roles)
    await channel.send(content, allowed_mentions=chosen)
    await channel.send(content, allowed_mentions=discord.AllowedMentions.none())
    seen = [message["mention_roles"] for message in ana.messages(sandbox.channel_id)]
    assert seen == [[open_role], [open_role], []]
    sandbox.state.guilds[sandbox.guild_id].roles[_role_of_bot(sandbox)]["permissions"] = str(
        int(Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES | Permission.MENTION_EVERYONE)
    )
    await channel.send(content, allowed_mentions=roles)
    assert ana.messages(sandbox.channel_id)[-1]["mention_roles"] == [open_role, closed]


def _role_of_bot(sandbox: Sandbox) -> str:
    guild = sandbox.state.guilds[sandbox.guild_id]
    return str(guild.members[sandbox.state.bot_id]["roles"][0])
