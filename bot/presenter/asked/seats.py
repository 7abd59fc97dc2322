"""Seats as the asker sees them, without names: left, partner, right."""

from __future__ import annotations

from bot.engine import PlayTile, SeatView

from ..words.bids import call_name
from ..words.language import Words
from ..words.parts import capital
from ..words.render_context import RenderContext, tile_text


def seat_word(view: SeatView, seat: int, words: Words) -> str:
    """Name a seat relative to the view's own seat, at a table for four."""
    names = (words.say("you"), words.say("left"), words.say("partner"), words.say("right"))
    return names[(seat - (view.seat or 0)) % len(names)]


def said_line(view: SeatView, context: RenderContext) -> str:
    """Format the calls so far: "Partner: pass · Right: 31"."""
    calls = [
        f"{capital(seat_word(view, made.seat, context.words))}: "
        f"{call_name(made.call, view.rules, context.words)}"
        for made in view.calls
    ]
    return " · ".join(calls) or context.say("You bid first.")


def trick_line(view: SeatView, context: RenderContext) -> str:
    """Format the trick so far: "Right 5-0 · Partner 5-3"."""
    plays = () if view.trick is None else view.trick.plays
    return _plays(view, plays, context) or context.say("You lead.")


def past_lines(view: SeatView, context: RenderContext) -> list[str]:
    """Format the finished tricks, each starting with its leader."""
    return [
        context.say(
            "Trick {n}: {plays} ({who} took it)",
            n=number,
            plays=_plays(view, trick.plays, context),
            who=seat_word(view, trick.winner, context.words),
        )
        for number, trick in enumerate(view.tricks, 1)
        if trick.winner is not None
    ]


def _plays(view: SeatView, plays: tuple[PlayTile, ...], context: RenderContext) -> str:
    return " · ".join(
        f"{capital(seat_word(view, play.seat, context.words))} {tile_text(play.tile)}"
        for play in plays
    )
