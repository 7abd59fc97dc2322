"""The panel of a bidder who may exchange tiles with those left over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from texas42.engine import MakeExchange, Tile, format_action, sort_hand

from ..layout.fact import Fact
from ..table.drawings import NO_SWAP
from ..table.scene import PanelScene, Scene
from ..words.ids import Verb
from ..words.parts import lines, rows_of
from ..words.render_context import TILES_IN_ROW, RenderContext, tile_text
from ..words.spec import Button, ButtonStyle, Row
from .frame import Panel, to_do
from .half_swap import HalfSwap, fits, parse_half

TAKES_IN_ROW = 2


def exchange_panel(scene: PanelScene) -> Panel:
    """Build the panel of an exchange, of which a part may be decided."""
    view = scene.view
    legal = [action for action in view.legal if isinstance(action, MakeExchange)]
    forced = _only_take(legal)
    half = parse_half(scene.chosen, view)
    if half is None or not any(fits(action, half) for action in legal):
        half = forced
    fitting = [] if half is None else [act for act in legal if fits(act, half)]
    half_made = half is not None and half != forced and _missing(half) > 0
    if half is None or not _missing(half):
        task = scene.say("Your swap: take or keep")
        news = Fact(words=(_kitty_text(scene),), beside=(_how_to_swap(scene),))
        rows = rows_of(_takes(scene, legal), TAKES_IN_ROW)
    else:
        taken = scene.both(tile_text(tile) for tile in half.take)
        taken = taken or scene.say("the one left over, unseen")
        why = "" if forced is None else _kitty_text(scene)
        task = scene.say("Your swap: what goes back?")
        taking = _taking(half, taken, scene)
        news = Fact(words=(lines(why, taking),), beside=(taking,))
        rows = rows_of(_gives(scene, half, fitting), TILES_IN_ROW)
        if half_made:
            rows = (*rows, Row((scene.press(Verb.HAND, scene.say("Back")),)))
    return Panel(
        scene=scene,
        task=to_do(task),
        news=news,
        rows=rows,
        your_turn=True,
        half_made=half_made,
        swap=NO_SWAP if half is None else (half.take, half.give),
    )


def _missing(half: HalfSwap) -> int:
    """Count the dominoes still to be put back."""
    return len(half.take) + half.unseen - len(half.give)


def _starts(legal: Sequence[MakeExchange]) -> list[HalfSwap]:
    """List the legal takes, each with nothing put back yet."""
    return list(dict.fromkeys(replace(action, give=()) for action in legal))


def _only_take(legal: Sequence[MakeExchange]) -> HalfSwap | None:
    """Return the only legal take; None if there is a choice."""
    starts = _starts(legal)
    return starts[0] if len(starts) == 1 else None


def _kitty_text(scene: Scene) -> str:
    """Describe the dominoes left over: which must be taken, and which can be."""
    view = scene.view
    game = view.rules.game
    if view.kitty is None:
        return scene.say(
            "One domino is left over, face down. "
            "Take it unseen and put one back, or keep your hand."
        )
    if game.exchange != "counts-out":
        return _offer((), [tile_text(tile) for tile in view.kitty], scene.context)
    must = [tile_text(tile) for tile in view.kitty if game.tile_count(tile)]
    may = [tile_text(tile) for tile in view.kitty if not game.tile_count(tile)]
    return lines(_offer(must, may, scene.context), scene.say("You can't put count back."))


def _how_to_swap(scene: Scene) -> str:
    """Say what may be taken, below a picture of it."""
    view = scene.view
    if view.kitty is None or view.rules.game.exchange != "counts-out":
        return _kitty_text(scene)
    if any(view.rules.game.tile_count(tile) for tile in view.kitty):
        return _kitty_text(scene).partition("\n")[0]
    return scene.say("Put back as many, but no count.")


def _offer(must: Sequence[str], may: Sequence[str], context: RenderContext) -> str:
    counts = context.both(must)
    rest = context.both(may)
    if not must:
        return context.plural(
            "The {tiles} is left over. Take it and put one back, or keep your hand.",
            "The {tiles} are left over. Take what you like, and put the same number back.",
            len(may),
            tiles=rest,
        )
    if not may:
        return context.plural(
            "Take the {counts} (you must: it's count). Put one back.",
            "Take the {counts} (you must: they're count). Put the same number back.",
            len(must),
            counts=counts,
        )
    return context.plural(
        "Take the {counts} (you must: it's count), plus the {rest} if you like. "
        "Put the same number back.",
        "Take the {counts} (you must: they're count), plus the {rest} if you like. "
        "Put the same number back.",
        len(must),
        counts=counts,
        rest=rest,
    )


def _taking(half: HalfSwap, taken: str, context: Scene) -> str:
    text = context.say("You take {taken}.", taken=taken)
    if half.give:
        given = context.both(tile_text(tile) for tile in half.give)
        text += " " + context.say("You put back {given}.", given=given)
    missing = _missing(half)
    rest = context.plural("{n} domino to put back.", "{n} dominoes to put back.", missing)
    if context.view.rules.game.exchange == "counts-out":
        rest = context.plural(
            "{n} domino to put back, no count.", "{n} dominoes to put back, no count.", missing
        )
    return f"{text} {rest}"


def _takes(scene: PanelScene, legal: Sequence[MakeExchange]) -> list[Button]:
    """Build a button for each set of tiles that may be taken, the smallest first."""
    buttons = []
    for start in sorted(_starts(legal), key=_missing):
        arg = format_action(start, scene.view.rules)
        if not _missing(start):
            buttons.append(scene.press(Verb.EXCHANGE, scene.say("Keep my hand"), arg=arg))
            continue
        tiles = scene.both(map(tile_text, start.take)) or scene.say("it unseen")
        label = scene.say("Take {tiles}", tiles=tiles)
        buttons.append(scene.press(Verb.SWAP, label, arg=arg, style=ButtonStyle.PRIMARY))
    return buttons


def _gives(scene: PanelScene, half: HalfSwap, fitting: Sequence[MakeExchange]) -> list[Button]:
    """Build a button for each tile that may be put back next."""
    left: Counter[Tile] = Counter()
    for action in fitting:
        left |= Counter(action.give) - Counter(half.give)
    verb = Verb.EXCHANGE if _missing(half) == 1 else Verb.SWAP
    buttons = []
    for tile in dict.fromkeys(sort_hand(scene.view.hand, scene.view.contract)):
        if left[tile]:
            arg = format_action(replace(half, give=(*half.give, tile)), scene.view.rules)
            buttons.append(scene.press(verb, tile_text(tile), arg=arg, style=ButtonStyle.PRIMARY))
    return buttons
