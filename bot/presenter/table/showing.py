"""Dominoes shown under the rules: the doubles of a plunge or splash, the kitty of 88."""

from __future__ import annotations

from texas42.engine import AskDoubles, Phase, SeatView, Showing, ShowingTime, ShowKitty, Shown, Tile

from ..words.ids import Verb
from ..words.spec import Button
from .scene import PanelScene, Scene
from .seats import seat_name


def shown_lines(scene: Scene) -> list[str]:
    """List the shown dominoes, a sentence each."""
    return [_shown_line(scene, showing) for showing in scene.view.shown]


def _shown_line(scene: Scene, showing: Showing) -> str:
    tiles = scene.context.tiles(showing.tiles, scene.view.rules.game)
    if scene.hand is not None and scene.hand.seat == showing.seat:
        return _own_line(scene, showing, tiles)
    name = seat_name(scene, showing.seat)
    if showing.what is Shown.DOUBLES:
        return scene.say("{name} showed the doubles: {tiles}", name=name, tiles=tiles)
    if showing.when is ShowingTime.BEFORE:
        return scene.say("{name} showed the left-over dominoes: {tiles}", name=name, tiles=tiles)
    return scene.say(
        "{name} showed the left-over dominoes after the swap: {tiles}", name=name, tiles=tiles
    )


def _own_line(scene: Scene, showing: Showing, tiles: str) -> str:
    if showing.what is Shown.DOUBLES:
        return scene.say("You showed the doubles: {tiles}", tiles=tiles)
    if showing.when is ShowingTime.BEFORE:
        return scene.say("You showed the left-over dominoes: {tiles}", tiles=tiles)
    return scene.say("You showed the left-over dominoes after the swap: {tiles}", tiles=tiles)


def news_of_showing(scene: Scene) -> str:
    """Describe the shown dominoes until the first lead."""
    view = scene.view
    return " ".join(f"{line}." for line in shown_lines(scene)) if _is_before_lead(view) else ""


def open_doubles(view: SeatView) -> tuple[int, tuple[Tile, ...]] | None:
    """Return the bidder and the shown doubles not yet played; None if there are none."""
    showing = next((one for one in view.shown if one.what is Shown.DOUBLES), None)
    if showing is None or view.phase is Phase.OVER:
        return None
    tricks = (*view.tricks, *(() if view.trick is None else (view.trick,)))
    played = {play.tile for trick in tricks for play in trick.plays}
    left = tuple(tile for tile in showing.tiles if tile not in played)
    return (showing.seat, left) if left else None


def open_kitty(view: SeatView) -> tuple[Tile, ...]:
    """Return the left-over dominoes that lie face up now; empty if they lie face down."""
    kitties = [one for one in view.shown if one.what is Shown.KITTY]
    if not kitties or not _is_before_lead(view):
        return ()
    last = kitties[-1]
    is_swapped = last.when is ShowingTime.BEFORE and view.exchanged is not None
    return () if is_swapped else last.tiles


def _is_before_lead(view: SeatView) -> bool:
    if view.phase is Phase.OVER or view.tricks:
        return False
    return view.trick is None or not view.trick.plays


def ask_button(scene: PanelScene) -> tuple[Button, ...]:
    """Build the button that asks for the doubles; empty if the reader may not ask now."""
    if not any(isinstance(act, AskDoubles) for act in scene.panel.out_of_turn):
        return ()
    return (scene.press(Verb.ASK_DOUBLES, scene.say("See the doubles")),)


def kitty_button(scene: PanelScene) -> tuple[Button, ...]:
    """Build the bidder's button that shows the kitty; empty if the reader may not show it now."""
    if not any(isinstance(act, ShowKitty) for act in scene.panel.out_of_turn):
        return ()
    return (scene.press(Verb.SHOW_KITTY, scene.say("Show the left-over dominoes")),)
