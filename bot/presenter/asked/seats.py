"""Seats as the asker sees them, without names: left, partner, right."""

from __future__ import annotations

from texas42.engine import PlayTile, SeatView

from ..table.position import leading_seat
from ..table.seats import FOUR
from ..words.bids import call_name
from ..words.language import Words
from ..words.parts import capital
from ..words.render_context import RenderContext, tile_text


def seat_word(view: SeatView, seat: int, words: Words) -> str:
    """Name a seat relative to the view's own seat, at a table for four."""
    names = (words.say("you"), words.say("left"), words.say("partner"), words.say("right"))
    return names[_place(view, seat)]


def said_line(view: SeatView, context: RenderContext) -> str:
    """Format the calls so far: "Partner: pass · Right: 31"."""
    calls = [
        f"{_capital(view, made.seat, context)}: {call_name(made.call, view.rules, context.words)}"
        for made in view.calls
    ]
    return " · ".join(calls) or context.say("You bid first.")


def words_around(view: SeatView, context: RenderContext) -> tuple[str, str, str]:
    """Write the last calls, or the plays, of left, partner and right: "Right 31", "Left led 5-0".

    A seat that hasn't called or played yet has "".
    """
    words = ["", "", "", ""]
    if view.contract is None:
        for made in view.calls:
            call = call_name(made.call, view.rules, context.words)
            words[_place(view, made.seat)] = f"{_capital(view, made.seat, context)} {call}"
    plays = () if view.trick is None else view.trick.plays
    for number, play in enumerate(plays):
        words[_place(view, play.seat)] = _played(view, play, context, led=number == 0)
    _, left, partner, right = words
    return left, partner, right


def _played(view: SeatView, play: PlayTile, context: RenderContext, *, led: bool) -> str:
    seat = _capital(view, play.seat, context)
    tile = tile_text(play.tile)
    if led:
        return context.say("{name} led {tile}", name=seat, tile=tile)
    return f"{seat} {tile}"


def ahead(view: SeatView) -> int | None:
    """Return which of left, partner and right has the high bid, or is winning the trick."""
    if view.contract is None:
        seat = next((made.seat for made in reversed(view.calls) if made.call.is_bid), None)
    else:
        seat = None if view.trick is None else leading_seat(view, view.trick)
    return None if seat is None else _place(view, seat) - 1


def _place(view: SeatView, seat: int) -> int:
    return (seat - (view.seat or 0)) % FOUR


def _capital(view: SeatView, seat: int, context: RenderContext) -> str:
    return capital(seat_word(view, seat, context.words))


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
        f"{_capital(view, play.seat, context)} {tile_text(play.tile)}" for play in plays
    )
