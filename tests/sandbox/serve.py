"""Serve a sandbox with the demo bot in it: `python -m tests.sandbox.serve [port]`."""

from __future__ import annotations

import asyncio
import sys

from tests.sandbox.demo_bot import Board, DemoBot, Row, picture
from tests.support.discord_at import running
from tests.support.patience import TexasSandbox


async def main(port: int) -> None:
    """Open a table, send a DM, start a thread, and serve until interrupted."""
    async with TexasSandbox(port=port, title="Demo") as sandbox:
        bot = DemoBot()
        async with running(bot, sandbox) as task:
            ana = sandbox.people[0]
            await ana.command("table open", sandbox.channel_id)
            await ana.command("table picture", sandbox.channel_id)
            channel = bot.get_channel(int(sandbox.channels["general"]))
            await channel.send("An **ordinary** message with `code`", view=Row("Ready", "Rules"))
            post = await channel.send("A thread hangs below this")
            thread = await post.create_thread(name="Table 2")
            await thread.send(
                view=Board("In the thread", media="attachment://board.png"), file=picture()
            )
            user = await bot.fetch_user(int(ana.id))
            await user.send("Your hand: 6-6 6-5 5-5", view=Row("6-6", "6-5", "5-5"))
            print(sandbox.page_url(), sandbox.page_url(four=True), sep="\n", flush=True)
            await task


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
