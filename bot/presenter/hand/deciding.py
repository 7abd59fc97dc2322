"""The trick in which the bid was made or set, as everyone saw it."""

from __future__ import annotations

from texas42.engine import Ended, SeatView

from ..table.position import tile_of
from ..table.scene import Scene
from ..table.seats import PAIR, seat_name, side_name
from ..words.contracts import must_lose_all
from ..words.parts import known
from ..words.render_context import tile_text


def deciding_trick(view: SeatView) -> int | None:
    """Find the trick, from 0, in which the bid became made or set.

    None while the hand lasts, if no trick decided it, after a renege, and if the bidder lost every
    trick, as in nel-o.
    """
    result = view.result
    bidder = view.bidder
    game = view.rules.game
    if result is None or bidder is None or result.ended is Ended.RENEGE:
        return None
    if must_lose_all(view):
        winners = [trick.winner for trick in view.tricks]
        return winners.index(bidder) if bidder in winners else None
    side = game.side_of(bidder)
    left = game.total
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


def credited_trick(scene: Scene) -> int | None:
    """Return the trick, from 0, to show as the one that decided the hand.

    None after a lay-down: nobody saw the last tricks played.
    """
    return None if scene.table.claimed is not None else deciding_trick(scene.view)


def deciding_line(scene: Scene) -> str:
    """Credit the domino whose trick made or set the bid; empty if no trick did."""
    view = scene.view
    number = credited_trick(scene)
    if number is None or view.result is None:
        return ""
    if must_lose_all(view):
        return _caught_line(scene, number)
    winner = known(view.tricks[number].winner)
    domino = _domino_of(scene, number, winner)
    line = _made_line if view.result.made else _set_line
    return line(scene, number, domino)


def _domino_of(scene: Scene, number: int, seat: int) -> str:
    """Name the domino that a seat played to a trick, and whose it was."""
    tile = tile_text(tile_of(scene.view.tricks[number], seat))
    if seat == scene.view.seat:
        return scene.say("Your {tile}", tile=tile)
    return scene.say("{name}'s {tile}", name=seat_name(scene, seat), tile=tile)


def _caught_line(scene: Scene, number: int) -> str:
    """Say how a bidder who had to lose every trick caught one."""
    view = scene.view
    trick = view.tricks[number]
    bidder = known(view.bidder)
    leader = trick.leader
    at = number + 1
    led = tile_text(tile_of(trick, leader))
    name = seat_name(scene, leader)
    catcher = seat_name(scene, bidder)
    if leader == bidder:
        if bidder == view.seat:
            return scene.say("Everyone stayed under your {led} in trick {at}.", led=led, at=at)
        return scene.say(
            "Everyone stayed under {name}'s {led} in trick {at}.", name=catcher, led=led, at=at
        )
    if leader == view.seat:
        return scene.say(
            "You led the {led} in trick {at}, and {name} caught it.", led=led, at=at, name=catcher
        )
    if bidder == view.seat:
        return scene.say(
            "{name} led the {led} in trick {at}, and you caught it.", name=name, led=led, at=at
        )
    return scene.say(
        "{name} led the {led} in trick {at}, and {catcher} caught it.",
        name=name,
        led=led,
        at=at,
        catcher=catcher,
    )


def _made_line(scene: Scene, number: int, domino: str) -> str:
    caught = _count_caught(scene, number)
    is_last = number + 1 == scene.view.rules.game.hand_size
    if is_last and caught:
        return scene.say(
            "{domino} took the {caught} in the last trick and made the bid.",
            domino=domino,
            caught=caught,
        )
    if is_last:
        return scene.say("{domino} took the last trick and made the bid.", domino=domino)
    if caught:
        return scene.say(
            "{domino} took the {caught} in trick {at} and made the bid.",
            domino=domino,
            caught=caught,
            at=number + 1,
        )
    return scene.say("{domino} took trick {at} and made the bid.", domino=domino, at=number + 1)


def _set_line(scene: Scene, number: int, domino: str) -> str:
    caught = _count_caught(scene, number)
    is_last = number + 1 == scene.view.rules.game.hand_size
    who = _object(scene, scene.view.rules.game.side_of(known(scene.view.bidder)))
    if is_last and caught:
        return scene.say(
            "{domino} took the {caught} in the last trick and set {who}.",
            domino=domino,
            caught=caught,
            who=who,
        )
    if is_last:
        return scene.say("{domino} took the last trick and set {who}.", domino=domino, who=who)
    if caught:
        return scene.say(
            "{domino} took the {caught} in trick {at} and set {who}.",
            domino=domino,
            caught=caught,
            at=number + 1,
            who=who,
        )
    return scene.say(
        "{domino} took trick {at} and set {who}.", domino=domino, at=number + 1, who=who
    )


def _count_caught(scene: Scene, number: int) -> str:
    """Return the largest count that the winner of a trick caught; empty without count."""
    game = scene.view.rules.game
    trick = scene.view.tricks[number]
    others = [play.tile for play in trick.plays if play.seat != trick.winner]
    best = max(others, key=game.tile_count, default=None)
    return tile_text(best) if best is not None and game.tile_count(best) else ""


def _object(scene: Scene, side: int) -> str:
    """Name a side as an object: for a player "us" and "them", or "you" among three sides."""
    if scene.own is not None and scene.table.rules.game.sides == PAIR:
        return scene.say("us") if side == scene.own else scene.say("them")
    if side == scene.own:
        return scene.say("you")
    return side_name(scene, side)
