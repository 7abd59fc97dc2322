"""The screen for picking seven dominoes and the calls so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from texas42.ai.findings.bid_chances import HAND_SIZE
from texas42.engine import Rules, Tile, format_call, sort_hand

from ..words.bids import bid_numbers, call_name
from ..words.ids import ComponentId, Verb
from ..words.parts import lines, note, small
from ..words.render_context import RenderContext
from ..words.spec import Message, Row, Select, SelectOption
from .draft import BidDraft
from .seats import said_line

_HIGH_PIP = 5
"""Discord limits a list to 25 options: the first has the dominoes with a five or a six."""


def picking_screen(draft: BidDraft, rules: Rules, context: RenderContext) -> Message:
    """Build the screen that asks for the missing parts of a question."""
    left = HAND_SIZE - len(draft.tiles)
    head = context.plural("Pick {n} more domino.", "Pick {n} more dominoes.", left)
    held = context.tiles(sort_hand(draft.tiles, None), rules.game)
    text = lines(
        f"### {context.say('What would you bid?')}",
        head if draft.tiles else context.say("Pick your seven dominoes."),
        f"**{held}**" if held else "",
        said_line(draft.view(rules), context),
        small(context.say("Or type them: {command}", command=context.command("bid-this"))),
    )
    high = [tile for tile in rules.game.tiles if tile.high >= _HIGH_PIP]
    low = [tile for tile in rules.game.tiles if tile.high < _HIGH_PIP]
    return note(
        text,
        Row((_tiles(draft, high, 0, context.say("Dominoes with a six or a five"), context),)),
        Row((_tiles(draft, low, 1, context.say("The other dominoes"), context),)),
        Row((_calls(draft, rules, context),)),
    )


def _tiles(
    draft: BidDraft, tiles: Iterable[Tile], number: int, title: str, context: RenderContext
) -> Select:
    """Build a list of dominoes; picking one again removes it."""
    options = []
    for tile in sorted(tiles, reverse=True):
        label = f"{tile.high}-{tile.low}"
        if tile in draft.tiles:
            label = context.say("{tile} ✓ (put it back)", tile=label)
        options.append(SelectOption(label, draft.toggled(tile).arg()))
    return Select(ComponentId(Verb.BID_THIS, seq=number), title, tuple(options))


def _calls(draft: BidDraft, rules: Rules, context: RenderContext) -> Select:
    """Build the list that adds the next call before the asker's."""
    options = [SelectOption(context.say("Nobody has bid yet"), replace(draft, calls=()).arg())]
    if len(draft.calls) < rules.game.seats - 1:
        for call in bid_numbers(draft.view(rules))[:15]:
            text = format_call(call, rules)
            then = replace(draft, calls=(*draft.calls, text))
            options.append(SelectOption(call_name(call, rules, context.words), then.arg()))
    title = context.say("The next bid before yours")
    return Select(ComponentId(Verb.BID_THIS, seq=2), title, tuple(options))
