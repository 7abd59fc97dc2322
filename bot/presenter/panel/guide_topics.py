"""The topics of the guide, and what the player's last trick was good for."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from texas42.engine import FOLLOW_ME, Contract, PlayTile, SeatView, Suit, Tile, Trick, ordering

from ..table.scene import PanelScene, Scene
from ..table.seats import seat_name, short_seat_name
from ..words.contracts import special_of
from ..words.render_context import tile_text


class Topic(Enum):
    """What a turn can teach, in order of urgency."""

    AIM = auto()
    GIFT = auto()
    PULLED = auto()
    CAUGHT = auto()
    LOST = auto()
    LEAD = auto()
    FOLLOW = auto()
    TRUMP_IN = auto()
    THROW_AWAY = auto()
    ALIKE = auto()
    COUNT = auto()


def held(hand: tuple[Tile, ...], contract: Contract, suit: Suit) -> list[Tile]:
    """List the tiles of a hand that belong to a suit."""
    members = ordering(contract).members[suit]
    return [tile for tile in hand if tile in members]


def aim_of(scene: Scene) -> str:
    """Say what to play for, where that is not just points; empty otherwise."""
    view = scene.view
    contract = scene.view.contract
    if contract is None or view.bidder is None:
        return ""
    bids = view.rules.game.side_of(view.bidder) == scene.own
    bidder = seat_name(scene, view.bidder)
    special = special_of(view)
    if special is not None and (aim := special.aim(bidder, scene.words, bids=bids)):
        return aim
    if contract.named is FOLLOW_ME:
        return scene.say("No trump: only the suit led can win the trick.")
    if view.needed not in (None, view.rules.game.total):
        return ""
    if not bids:
        return scene.say("One trick sets {name}.", name=bidder)
    if partners(view):
        return scene.say("Your side must take every trick.")
    return scene.say("You must take every trick.")


def of_last_trick(last: Trick, view: SeatView, contract: Contract) -> Iterator[Topic]:
    """Yield what the player can learn from a trick that they led."""
    if last.leader != view.seat or last.winner is None:
        return
    mates = partners(view)
    if last.winner == view.seat:
        if _gift(last, view) is not None:
            yield Topic.GIFT
        if _trumps_pulled(last, view, contract):
            yield Topic.PULLED
    elif last.winner in mates:
        yield Topic.CAUGHT
    elif mates and view.to_act == view.seat and _may_lose(view) > 0:
        yield Topic.LOST


def partners(view: SeatView) -> tuple[int, ...]:
    """List the other seats of the player's side."""
    game = view.rules.game
    if view.seat is None:
        return ()
    side = game.side_of(view.seat)
    return tuple(
        seat for seat in range(game.seats) if seat != view.seat and game.side_of(seat) == side
    )


def _trumps_pulled(last: Trick, view: SeatView, contract: Contract) -> int:
    """Count the trumps that the others played on the player's lead of trump."""
    trump = contract.trump_suit
    if trump is None or last.led is not trump:
        return 0
    others = tuple(play.tile for play in last.plays if play.seat != view.seat)
    return len(held(others, contract, trump))


def _gift(last: Trick, view: SeatView) -> PlayTile | None:
    """Return the count that a partner played on the player's trick."""
    mates = partners(view)
    count = view.rules.game.tile_count
    given = (play for play in last.plays if play.seat in mates and count(play.tile))
    return next(given, None)


def _may_lose(view: SeatView) -> int:
    """Return how many more points the bidder's side can lose; 0 for the others."""
    if view.bidder is None or view.needed is None or view.seat is None:
        return 0
    game = view.rules.game
    side = game.side_of(view.bidder)
    lost = sum(view.points) - view.points[side]
    return game.total - view.needed - lost if game.side_of(view.seat) == side else 0


def said_of_last(lesson: Topic, last: Trick, scene: PanelScene, contract: Contract) -> str:
    """Say what the player's last trick was good for."""
    view = scene.view
    tile = tile_text(last.plays[0].tile)
    gift = _gift(last, view)
    if lesson is Topic.PULLED:
        return scene.plural(
            "Your {tile} pulled {n} trump.",
            "Your {tile} pulled {n} trumps.",
            _trumps_pulled(last, view, contract),
            tile=tile,
        )
    if lesson is Topic.GIFT and gift is not None:
        return scene.say(
            "{name} gave you the {tile}: {points} points.",
            name=short_seat_name(scene, gift.seat),
            tile=tile_text(gift.tile),
            points=view.rules.game.tile_count(gift.tile),
        )
    if lesson is Topic.CAUGHT and last.winner is not None:
        return scene.say(
            "{name} caught your {tile}.", name=short_seat_name(scene, last.winner), tile=tile
        )
    return scene.plural(
        "Your {tile} lost. You can still lose {n} point.",
        "Your {tile} lost. You can still lose {n} points.",
        _may_lose(view),
        tile=tile,
    )
