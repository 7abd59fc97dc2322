"""What the rules forbid: said in words, and nothing changes."""

from __future__ import annotations

from bot.sandbox import Person

from .stage import Stage, press, text


async def test_smoke(stage: Stage, ana: Person) -> None:
    table = await stage.begun()
    p = await stage.in_turn(table)
    panel = await stage.panel(p)
    print(text(panel))
    print(stage.said())
    print(text(await stage.board(table)))
