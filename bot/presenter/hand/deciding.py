"""The trick that decided a hand: the solver's answer, or where its bid became made or set."""

from __future__ import annotations

from bot.engine import SeatView, Tile, Trick

from ..table.position import tile_of
from ..table.scene import Scene
from ..table.seats import PAIR, seat_name, side_name
from ..words.contracts import must_lose_all
from ..words.render_context import tile_text


def deciding_trick(view: SeatView) -> int | None:
    """Find the trick, from 0, in which the bid became made or set.

    None while the hand lasts, if no trick decided it, and if the bidder lost every trick, as in
    nel-o.
    """
    result, bidder, game = view.result, view.bidder, view.rules.game
    if result is None or bidder is None:
        return None
    if must_lose_all(view):
        winners = [trick.winner for trick in view.tricks]
        return winners.index(bidder) if bidder in winners else None
    side, left = game.side_of(bidder), game.total
    taken = lost = 0
    for number, trick in enumerate(view.tricks):
        if trick.winner is None:
            return None
        left -= trick.points
        if game.side_of(trick.winner) == side:
            taken += trick.points
        else:
            lost += 1
        if view.needed is None:
            decided = lost > 0 if not result.made else number + 1 == game.hand_size
        else:
            decided = taken >= view.needed if result.made else taken + left < view.needed
        if decided:
            return number
    return None


def trick_to_show(scene: Scene) -> int | None:
    """Return the trick, from 0, that decided the hand: if the solver knows, that of its play."""
    turned_by = scene.table.turned_by
    return deciding_trick(scene.view) if turned_by is None else turned_by.trick - 1


def deciding_line(scene: Scene) -> str:
    """Describe the trick that decided the hand; empty if none did."""
    view = scene.view
    number, shown = deciding_trick(view), trick_to_show(scene)
    if number != shown:
        return _turn_line(scene)
    if number is None or view.bidder is None or view.result is None:
        return ""
    trick = view.tricks[number]
    if trick.winner is None:
        return ""
    winner, side = trick.winner, view.rules.game.side_of(view.bidder)
    name, tile = seat_name(scene, winner), tile_text(tile_of(trick, winner))
    caught, at = _count_caught(scene, trick), number + 1
    if view.result.made:
        if caught is None:
            return scene.say(
                "{name}'s {tile} took trick {at} and made the bid.", name=name, tile=tile, at=at
            )
        return scene.say(
            "{name}'s {tile} took the {caught} in trick {at} and made the bid.",
            name=name,
            tile=tile,
            caught=tile_text(caught),
            at=at,
        )
    who = _object(scene, side)
    if caught is None:
        return scene.say(
            "{name}'s {tile} took trick {at} and set {who}.", name=name, tile=tile, at=at, who=who
        )
    return scene.say(
        "{name}'s {tile} took the {caught} in trick {at} and set {who}.",
        name=name,
        tile=tile,
        caught=tile_text(caught),
        at=at,
        who=who,
    )


def _turn_line(scene: Scene) -> str:
    """Name the play after which the bid was safe, or lost, although it came out only later."""
    turned_by, result = scene.table.turned_by, scene.view.result
    if turned_by is None or result is None:
        return ""
    name, tile = seat_name(scene, turned_by.play.seat), tile_text(turned_by.play.tile)
    if result.made:
        return scene.say(
            "Trick {at} decided it: after {name}'s {tile} the bid was safe.",
            at=turned_by.trick,
            name=name,
            tile=tile,
        )
    return scene.say(
        "Trick {at} decided it: after {name}'s {tile} the bid was lost.",
        at=turned_by.trick,
        name=name,
        tile=tile,
    )


def _count_caught(scene: Scene, trick: Trick) -> Tile | None:
    """Return the largest count that the winner of a trick caught; None without count."""
    game = scene.view.rules.game
    others = [play.tile for play in trick.plays if play.seat != trick.winner]
    best = max(others, key=game.tile_count, default=None)
    return best if best is not None and game.tile_count(best) else None


def _object(scene: Scene, side: int) -> str:
    """Name a side as an object: "us" and "them" for a player who faces one other side."""
    if scene.own is not None and scene.table.rules.game.sides == PAIR:
        return scene.say("us") if side == scene.own else scene.say("them")
    return side_name(scene, side)
