"""A toy bot that uses every feature of discord.py that the real bot does."""

from __future__ import annotations

import asyncio
import io
import struct
import zlib
from typing import Any

import discord
from discord import app_commands, ui


def png(width: int = 4, height: int = 4) -> bytes:
    """Build a small gray PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\x80" * width for _ in range(height)))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )


def picture(name: str = "board.png", description: str = "Trick 1: Ana 5-4") -> discord.File:
    """Build an attachment with alt text."""
    return discord.File(io.BytesIO(png()), name, description=description)


class Board(ui.LayoutView):
    """A components V2 screen: container, text, picture, section, buttons, select."""

    def __init__(self, text: str, *, media: str | None = None, presses: int = 0) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=0x2E8B57)
        box.add_item(ui.TextDisplay(f"## {text}"))
        if media:
            box.add_item(ui.MediaGallery(discord.MediaGalleryItem(media, description="the board")))
        box.add_item(
            ui.Section(
                ui.TextDisplay("East · open"),
                accessory=ui.Button(label="Sit", custom_id="demo:sit"),
            )
        )
        box.add_item(ui.Separator())
        row: ui.ActionRow[Any] = ui.ActionRow()
        row.add_item(ui.Button(label=f"Pressed {presses}", custom_id=f"demo:press:{presses}"))
        row.add_item(ui.Button(label="Off", custom_id="demo:off", disabled=True))
        row.add_item(ui.Button(label="Hand", custom_id="demo:hand"))
        row.add_item(ui.Button(label="Options", custom_id="demo:options"))
        row.add_item(ui.Button(label="Later", custom_id="demo:later"))
        box.add_item(row)
        options = [discord.SelectOption(label=str(n), value=str(n)) for n in range(30, 43)]
        select: ui.ActionRow[Any] = ui.ActionRow()
        select.add_item(ui.Select(custom_id="demo:bid", placeholder="Bid", options=options))
        box.add_item(select)
        self.add_item(box)
        self.stop()


class Options(ui.Modal, title="Table options"):
    """A modal with every kind of input."""

    def __init__(self) -> None:
        super().__init__(custom_id="demo:modal", timeout=None)
        self.add_item(ui.TextDisplay("Choose the house rules."))
        self.add_item(
            ui.Label(
                text="Play to",
                component=ui.RadioGroup(
                    custom_id="marks",
                    options=[
                        discord.RadioGroupOption(label="3 marks", value="3"),
                        discord.RadioGroupOption(label="7 marks", value="7", default=True),
                    ],
                ),
            )
        )
        self.add_item(
            ui.Label(
                text="House rules",
                component=ui.CheckboxGroup(
                    custom_id="rules",
                    required=False,
                    min_values=0,
                    options=[
                        discord.CheckboxGroupOption(label="Forced bid", value="forced"),
                        discord.CheckboxGroupOption(label="Follow me", value="follow"),
                    ],
                ),
            )
        )
        self.add_item(
            ui.Label(
                text="Name",
                component=ui.TextInput(custom_id="name", max_length=20, required=False),
            )
        )
        self.add_item(
            ui.Label(
                text="Clock",
                component=ui.Select(
                    custom_id="clock",
                    options=[
                        discord.SelectOption(label="None", value="none", default=True),
                        discord.SelectOption(label="60 s", value="60"),
                    ],
                ),
            )
        )
        self.stop()


class Row(ui.View):
    """A V1 screen: one row of buttons."""

    def __init__(self, *labels: str) -> None:
        super().__init__(timeout=None)
        for label in labels:
            self.add_item(ui.Button(label=label, custom_id=f"demo:v1:{label}"))
        self.stop()


class DemoBot(discord.Client):
    """Routes `demo:` buttons and answers a few commands."""

    def __init__(self, **options: Any) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__(intents=intents, max_ratelimit_timeout=30, **options)
        self._connection.guild_ready_timeout = 0.01
        self.tree = app_commands.CommandTree(self)
        self.seen: list[discord.Message] = []
        self.problems: list[Exception] = []
        self.held: asyncio.Queue[discord.Interaction[Any]] = asyncio.Queue()
        add_commands(self)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, _shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once: the sandbox of these tests has no pace."""

    async def on_message(self, message: discord.Message) -> None:
        self.seen.append(message)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        custom_id = (interaction.data or {}).get("custom_id", "")
        if not isinstance(custom_id, str) or not custom_id.startswith("demo:"):
            return
        try:
            await self.route(interaction, custom_id)
        except discord.HTTPException as problem:
            self.problems.append(problem)

    async def route(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        """Handle a component's interaction."""
        verb, *rest = custom_id.removeprefix("demo:").split(":")
        answer = interaction.response
        data: Any = interaction.data
        if verb == "press":
            await answer.edit_message(view=Board("Pressed", presses=int(rest[0]) + 1))
        elif verb == "sit":
            await answer.send_message(f"{interaction.user.mention} sits East")
        elif verb == "hand":
            await answer.send_message(view=Board("Your hand"), ephemeral=True)
        elif verb == "options":
            await answer.send_modal(Options())
        elif verb == "modal":
            await answer.send_message(f"options {submitted(data['components'])}")
        elif verb == "later":
            await answer.defer()
            await interaction.edit_original_response(view=Board("Later", presses=9))
        elif verb == "bid":
            await answer.send_message(f"bid {data['values'][0]}", ephemeral=True)
        elif verb == "v1":
            await answer.edit_message(content=f"pressed {rest[0]}", view=Row(rest[0]))
        elif verb == "hold":
            self.held.put_nowait(interaction)


def submitted(components: list[dict[str, Any]]) -> dict[str, Any]:
    """Collect the answers of a modal by custom id."""
    found: dict[str, Any] = {}
    for component in components:
        inner = component.get("component") or {}
        if "custom_id" in inner:
            found[inner["custom_id"]] = inner.get("values", inner.get("value"))
    return found


def add_commands(bot: DemoBot) -> None:
    """Register the demo's slash commands."""
    tree = bot.tree
    table = app_commands.Group(name="table", description="Tables", guild_only=True)

    @table.command(name="open", description="Open a table")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=[app_commands.Choice(name="Texas 42", value="42")])
    async def open_table(interaction: discord.Interaction[Any], game: str = "42") -> None:
        await interaction.response.send_message(view=Board(f"Table · {game}"))

    @table.command(name="picture", description="A table with a picture")
    async def picture_table(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(
            view=Board("Picture", media="attachment://board.png"), file=picture()
        )

    @tree.command(name="bid", description="Bid")
    @app_commands.describe(call="Your bid")
    async def bid(
        interaction: discord.Interaction[Any], call: app_commands.Range[int, 30, 42]
    ) -> None:
        await interaction.response.send_message(f"bid {call}", ephemeral=True)

    @tree.command(name="play", description="Play a domino")
    @app_commands.describe(tile="The domino")
    async def play(interaction: discord.Interaction[Any], tile: str) -> None:
        await interaction.response.send_message(f"plays {tile}")

    @play.autocomplete("tile")
    async def tiles(
        _interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        hand = ["6-6", "6-5", "5-5", "4-2"]
        return [app_commands.Choice(name=t, value=t) for t in hand if t.startswith(typed)]

    @tree.command(name="whois", description="About somebody")
    async def whois(interaction: discord.Interaction[Any], who: discord.User) -> None:
        await interaction.response.send_message(f"{who.mention} is {who.display_name}")

    @tree.command(name="slow", description="Think first, then show it only to you")
    async def slow(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(view=Board("Thought"))
        await interaction.followup.send("one more, to you", ephemeral=True)
        await interaction.followup.send("one more, to all")

    @tree.command(name="hold", description="Never answer by itself")
    async def hold(interaction: discord.Interaction[Any]) -> None:
        bot.held.put_nowait(interaction)

    @tree.command(name="admin", description="For managers")
    @app_commands.default_permissions(manage_guild=True)
    async def admin(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("done", ephemeral=True)

    @tree.context_menu(name="Invite to my table")
    async def invite(interaction: discord.Interaction[Any], member: discord.Member) -> None:
        await interaction.response.send_message(f"{member.mention}, come and sit")

    tree.add_command(table)
