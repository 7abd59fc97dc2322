"""What happened since a player last acted, in one line."""

from __future__ import annotations

from itertools import groupby

from texas42.engine import MakeCall, Phase, PlayTile, Trick

from ..layout.phone import LINE, height_of_text
from ..table.draw_line import draw_line
from ..table.position import points_count
from ..table.scene import PanelScene, Scene
from ..table.seats import short_seat_name
from ..table.showing import news_of_showing
from ..words.bids import call_name
from ..words.render_context import tile_text

MOST_LINES = 2
TWO_LINES = 66
"""How many letters a phone always shows in two lines."""


def panel_news(scene: PanelScene) -> str:
    """Summarize what the others did since the panel's owner last acted; empty if nothing.

    Empty also at a newcomer's turn, when the guide speaks.
    """
    view = scene.hand
    if view is None or (scene.panel.guided and view.legal):
        return ""
    if view.phase is Phase.CALL:
        return draw_line(scene) or _calls(scene)
    if view.shown and (shown := news_of_showing(scene)):
        return shown
    if view.phase is Phase.PLAY:
        return _plays(scene)
    return _auction_line(scene)


def _calls(scene: Scene) -> str:
    view = scene.view
    last = max((at for at, made in enumerate(view.calls) if made.seat == view.seat), default=-1)
    sentences = []
    for bids, group in groupby(view.calls[last + 1 :], key=lambda made: made.call.is_bid):
        calls = list(group)
        if bids:
            sentences += [_bid_line(scene, made) for made in calls]
        else:
            names = scene.both(short_seat_name(scene, made.seat) for made in calls)
            sentences.append(scene.say("{names} passed.", names=names))
    return _newest(sentences, " ")


def _bid_line(scene: Scene, made: MakeCall) -> str:
    bid = call_name(made.call, scene.view.rules, scene.words)
    return scene.say("{name} bid {bid}.", name=short_seat_name(scene, made.seat), bid=bid)


def _auction_line(scene: Scene) -> str:
    view = scene.view
    if view.bid is None or view.bidder is None:
        return ""
    bid = call_name(view.bid, view.rules, scene.words)
    if view.bidder == view.seat:
        return scene.say("You got the bid for {bid}.", bid=bid)
    name = short_seat_name(scene, view.bidder)
    return scene.say("{name} got the bid for {bid}.", name=name, bid=bid)


def _plays(scene: Scene) -> str:
    """Say who took the trick that the owner was in, and what was played since."""
    view = scene.view
    if view.trick is None or not view.trick.plays:
        return _trick_line(scene)
    news = _trick(scene, view.trick)
    if any(play.seat == view.seat for play in view.trick.plays):
        return news
    took = _trick_line(scene)
    both = f"{took} {news}".strip()
    return both if height_of_text(both) <= MOST_LINES * LINE else took


def _trick_line(scene: Scene) -> str:
    view = scene.view
    if not view.tricks:
        return ""
    last = view.tricks[-1]
    best = next((play for play in last.plays if play.seat == last.winner), None)
    if best is None:
        return ""
    tile = tile_text(best.tile)
    points = last.points
    if not points_count(view):
        if best.seat == view.seat:
            return scene.say("You took the trick with the {tile}.", tile=tile)
        name = short_seat_name(scene, best.seat)
        return scene.say("{name} took the trick with the {tile}.", name=name, tile=tile)
    if best.seat == view.seat:
        return scene.say("You took the trick with the {tile}, +{n}.", tile=tile, n=points)
    name = short_seat_name(scene, best.seat)
    return scene.say("{name} took the trick with the {tile}, +{n}.", name=name, tile=tile, n=points)


def _trick(scene: Scene, trick: Trick) -> str:
    """List the plays of a trick since the owner's own: "Hoyt led 5-0, Pearl 3-0."."""
    own = max(
        (at for at, play in enumerate(trick.plays) if play.seat == scene.view.seat), default=-1
    )
    news = [_play(scene, play, led=at == 0) for at, play in enumerate(trick.plays) if at > own]
    return f"{_newest(news, ', ')}." if news else ""


def _newest(news: list[str], between: str) -> str:
    """Join the newest news that two lines of a phone hold; the picture above shows all."""
    shown: list[str] = []
    for text in reversed(news):
        if shown and len(between.join((text, *shown))) > TWO_LINES:
            break
        shown.insert(0, text)
    return between.join(shown)


def _play(scene: Scene, play: PlayTile, *, led: bool) -> str:
    tile = tile_text(play.tile)
    name = short_seat_name(scene, play.seat)
    if led and play.declared is not None:
        suit = scene.words.suit(play.declared)
        return scene.say("{name} led {tile} as {suit}", name=name, tile=tile, suit=suit)
    if led:
        return scene.say("{name} led {tile}", name=name, tile=tile)
    return scene.say("{name} {tile}", name=name, tile=tile)
