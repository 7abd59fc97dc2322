"""Why a hand ended where it did, and why a game ended with its score."""

from __future__ import annotations

from texas42.engine import SHOOT_THE_MOON, CallKind, Ended

from ..table.scene import Scene
from ..table.seats import PAIR, seat_name
from ..words.contracts import must_lose_all
from ..words.parts import known


def forced_line(scene: Scene) -> str:
    """Say that the bidder had to bid; empty if they chose to."""
    view = scene.view
    if view.rules.all_pass == "reshake" or not view.calls:  # noqa: S105 - passing, no password
        return ""
    *others, last = view.calls
    bids = [made for made in others if made.call.is_bid]
    if bids or len(view.calls) < view.rules.game.seats:
        return ""
    if last.seat == view.seat:
        return scene.say("Everyone else passed, so you had to bid.")
    return scene.say(
        "Everyone else passed, so {name} had to bid.", name=seat_name(scene, last.seat)
    )


def early_line(scene: Scene) -> str:
    """Say why dominoes were left in the hands; empty if the hand was played out or laid down."""
    view = scene.view
    ended = known(view.result).ended
    early = scene.table.claimed is None and ended in {Ended.MADE, Ended.SET}
    if not early or scene.hides_hand:
        return ""
    if must_lose_all(view):
        return scene.say("The hand ended with the first trick caught.")
    if view.needed is None:
        return scene.say("The hand ended with the first trick lost.")
    left = view.rules.game.hand_size - len(view.tricks)
    return scene.plural(
        "The hand was decided with {n} trick to go.",
        "The hand was decided with {n} tricks to go.",
        left,
    )


def game_line(scene: Scene) -> str:
    """Say why the game ended with this score; empty if the score alone says it."""
    winner = scene.table.winner
    result = scene.view.result
    bid = scene.view.bid
    if winner is None or result is None or bid is None:
        return ""
    if bid.kind is CallKind.GAME:
        return scene.say("That bid was for the whole game.")
    if bid.kind is CallKind.TRICKS and bid.number == SHOOT_THE_MOON and result.made:
        return scene.say("Shooting the moon wins the game.")
    if takes_two_ahead(scene):
        return scene.say("You have to win by two.")
    target = scene.table.rules.target
    if sum(total >= target for total in scene.table.total) < PAIR:
        return ""
    there = scene.say("Both sides reached {target}.", target=target)
    if scene.table.rules.game.sides != PAIR:
        there = scene.say("More than one player reached {target}.", target=target)
    wins = scene.say("The higher score wins.")
    if _bidder_wins(scene, winner):
        wins = scene.say("The bidder made it and wins.")
    return f"{there} {wins}"


def takes_two_ahead(scene: Scene) -> bool:
    """Return True if one more mark than the others isn't enough for the leaders to win."""
    rules = scene.table.rules
    second = sorted(scene.table.total)[-PAIR]
    return rules.by_marks and rules.win_by_two and second >= rules.target - 1


def _bidder_wins(scene: Scene, winner: int) -> bool:
    """Return True if the winner won by a made bid, not by the higher score."""
    rules = scene.table.rules
    made = known(scene.view.result).made
    if not made or rules.game.side_of(known(scene.view.bidder)) != winner:
        return False
    is_tied = scene.table.total.count(max(scene.table.total)) > 1
    return rules.tie_250 == "bidder" or is_tied
