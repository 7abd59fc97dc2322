"""What happened since a player last acted, in a line."""

from __future__ import annotations

from itertools import groupby

from bot.engine import MakeCall, Phase, PlayTile, SeatView, Trick
from bot.tables.views import PanelView, TableView

from ..words.bids import call_name
from ..words.names import seat_name
from ..words.render_context import RenderContext, tile_text


def panel_news(panel: PanelView, context: RenderContext) -> str:
    """Return the news of a panel; empty at a newcomer's turn, where the guide says something."""
    view = panel.view
    if view is None or (panel.guided and view.legal):
        return ""
    return news_line(panel.table, view, context)


def news_line(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return what the others did since the view's owner last acted; empty where that is nothing."""
    if view.phase is Phase.CALL:
        return _calls(table, view, context)
    if view.phase is Phase.PLAY:
        return _plays(table, view, context)
    return _won_auction(table, view, context)


def _calls(table: TableView, view: SeatView, context: RenderContext) -> str:
    words = context.words
    last = max((at for at, made in enumerate(view.calls) if made.seat == view.seat), default=-1)
    sentences = []
    for bids, group in groupby(view.calls[last + 1 :], key=lambda made: made.call.is_bid):
        calls = list(group)
        if bids:
            sentences += [_bid(table, view, made, context) for made in calls]
        else:
            names = words.both(seat_name(table, made.seat, context) for made in calls)
            sentences.append(words.say("{names} passed.", names=names))
    return " ".join(sentences)


def _bid(table: TableView, view: SeatView, made: MakeCall, context: RenderContext) -> str:
    bid = call_name(made.call, view.rules, context.words)
    return context.words.say(
        "{name} bid {bid}.", name=seat_name(table, made.seat, context), bid=bid
    )


def _won_auction(table: TableView, view: SeatView, context: RenderContext) -> str:
    if view.bid is None or view.bidder is None:
        return ""
    words = context.words
    bid = call_name(view.bid, view.rules, words)
    if view.bidder == view.seat:
        return words.say("You got the bid for {bid}.", bid=bid)
    name = seat_name(table, view.bidder, context)
    return words.say("{name} got the bid for {bid}.", name=name, bid=bid)


def _plays(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return what lies on the table since; before a lead, who took the trick before it."""
    if view.trick is None or not view.trick.plays:
        return _taken(table, view, context)
    return _trick(table, view, view.trick, context)


def _taken(table: TableView, view: SeatView, context: RenderContext) -> str:
    if not view.tricks:
        return ""
    last, words = view.tricks[-1], context.words
    best = next((play for play in last.plays if play.seat == last.winner), None)
    if best is None:
        return ""
    tile, points = tile_text(best.tile), last.points
    if best.seat == view.seat:
        return words.say("You took the trick with the {tile}, +{n}.", tile=tile, n=points)
    name = seat_name(table, best.seat, context)
    return words.say("{name} took the trick with the {tile}, +{n}.", name=name, tile=tile, n=points)


def _trick(table: TableView, view: SeatView, trick: Trick, context: RenderContext) -> str:
    """Return the plays of a trick since the owner's own: "Hoyt led 5-0, Pearl 3-0."."""
    own = max((at for at, play in enumerate(trick.plays) if play.seat == view.seat), default=-1)
    news = [
        _play(table, play, context, led=at == 0) for at, play in enumerate(trick.plays) if at > own
    ]
    return f"{', '.join(news)}." if news else ""


def _play(table: TableView, play: PlayTile, context: RenderContext, *, led: bool) -> str:
    words, tile = context.words, tile_text(play.tile)
    name = seat_name(table, play.seat, context)
    if led and play.declared is not None:
        suit = words.suit(play.declared)
        return words.say("{name} led {tile} as {suit}", name=name, tile=tile, suit=suit)
    if led:
        return words.say("{name} led {tile}", name=name, tile=tile)
    return words.say("{name} {tile}", name=name, tile=tile)
