"""Threads are archived by their time, which only new messages begin again."""

from __future__ import annotations

from tests.support.patience import TexasSandbox

DAY = 86_400.0


async def test_thread_is_archived_a_day_after_its_last_message() -> None:
    async with TexasSandbox(limits=False, people=("Ana",)) as sandbox:
        (ana,) = sandbox.people
        forum = sandbox.add_channel("forum", kind=15)
        thread = sandbox.add_post(forum, ana, "Hands", "one")
        metadata = lambda: sandbox.state.channel(thread)["thread_metadata"]  # noqa: E731
        sandbox.clock.move(DAY / 2)
        ana.say(thread, "two")
        sandbox.clock.move(DAY - 60)
        assert not metadata()["archived"]
        sandbox.clock.move(61)
        assert metadata()["archived"]
        guild = sandbox.state.guild_json(sandbox.state.guilds[sandbox.guild_id])
        assert guild["threads"] == []


async def test_edit_does_not_keep_a_thread_open() -> None:
    async with TexasSandbox(limits=False, people=("Ana",)) as sandbox:
        (ana,) = sandbox.people
        forum = sandbox.add_channel("forum", kind=15)
        thread = sandbox.add_post(forum, ana, "Hands", "one")
        sandbox.clock.move(DAY / 2)
        (message,) = sandbox.state.visible(thread, None, 1)
        sandbox.state.replace({**message, "content": "two"})
        sandbox.clock.move(DAY / 2 + 1)
        assert sandbox.state.channel(thread)["thread_metadata"]["archived"]
