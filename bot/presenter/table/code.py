"""What a table with a code says about it, to the people who sit there."""

from __future__ import annotations

from ..layout.fact import NOTHING, Fact, written
from ..words.render_context import RenderContext


def code_fact(code: str | None, context: RenderContext) -> Fact:
    """Say how friends sit down at a table with a code; nothing without one."""
    if code is None:
        return NOTHING
    briefly = context.say("For friends: {join}", join=join_by(code, context))
    return written(code_line(code, context), briefly, kept=True)


def code_line(code: str | None, context: RenderContext) -> str:
    """Say the same in a line; empty without a code."""
    if code is None:
        return ""
    return context.say("Friends can sit down with {join}.", join=join_by(code, context))


def join_by(code: str, context: RenderContext) -> str:
    """Write the command that seats by a code."""
    return f"**{context.command('join')} {code}**"
