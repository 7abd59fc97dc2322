"""The public position in sentences: auction, contract, tricks, score.

Boards, panels, and alt texts share them; each line is about one thing.
"""

from __future__ import annotations

from texas42.engine import (
    ContractKind,
    Phase,
    PlayTile,
    SeatView,
    Tile,
    Trick,
    is_exact,
    winning_seat,
)

from ..words.bids import call_name
from ..words.contracts import contract_name, must_lose_all, special_of
from ..words.parts import capital, known
from ..words.render_context import tile_text
from .claims import face_up_lines
from .scene import Scene
from .seats import (
    name_for_reader,
    own_first,
    playing_seats,
    seat_name,
    side_names,
    who_did,
)
from .showing import shown_lines

STACKED = 2
"""How many of the stacked tricks can be looked at."""


def trump_line(scene: Scene) -> str:
    """Name the trump or the contract; empty until it is named."""
    contract = scene.view.contract
    if contract is None:
        return ""
    named = contract_name(contract, scene.view.rules, scene.words)
    if contract.kind is ContractKind.SUIT:
        return scene.say("Trump: {suit}", suit=named)
    return scene.say("Contract: {contract}", contract=named)


def bid_line(scene: Scene) -> str:
    """Write the winning bid and its bidder; empty before the auction is won."""
    view = scene.view
    if view.bid is None or view.bidder is None:
        return ""
    bid = call_name(view.bid, view.rules, scene.words)
    if view.bidder == scene.reader:
        return scene.say("Bid **{bid}** by you", bid=bid)
    name = seat_name(scene, view.bidder)
    if scene.own is not None and scene.own == view.rules.game.side_of(view.bidder):
        return scene.say("Bid **{bid}** by {name} (your partner)", bid=bid, name=name)
    return scene.say("Bid **{bid}** by {name}", bid=bid, name=name)


def calls_line(scene: Scene) -> str:
    """List every call in order."""
    return " · ".join(
        f"{name_for_reader(scene, made.seat)} {call_name(made.call, scene.view.rules, scene.words)}"
        for made in scene.view.calls
    )


def auction_line(scene: Scene) -> str:
    """List every call in order, and the seats still to bid."""
    view = scene.view
    calls = calls_line(scene)
    if view.phase is not Phase.CALL or view.to_act is None:
        return calls
    parts = [calls] if calls else []
    parts.append(scene.say("**{name} to bid**", name=name_for_reader(scene, view.to_act)))
    if view.rules.game.auction == "one-turn":
        called = len(view.calls)
        seats = view.rules.game.seats
        later = ((view.to_act + step) % seats for step in range(1, seats - called))
        parts.extend(f"{name_for_reader(scene, seat)}\u00a0—" for seat in later)
    return " · ".join(parts)


def high_bid_line(scene: Scene) -> str:
    """Return the standing bid while the auction goes on."""
    high = next((made for made in reversed(scene.view.calls) if made.call.is_bid), None)
    if high is None:
        return scene.say("Nobody has bid yet.")
    bid = call_name(high.call, scene.view.rules, scene.words)
    if high.seat == scene.view.seat:
        return scene.say("You have the high bid: {bid}.", bid=bid)
    return scene.say("{name} has the high bid: {bid}.", bid=bid, name=seat_name(scene, high.seat))


def played(scene: Scene, play: PlayTile, *, led: bool) -> str:
    """Write "Ana 6-4 (10), led"."""
    tile = scene.context.seen_tile(play.tile, scene.table.rules.game)
    name = name_for_reader(scene, play.seat)
    if led and play.declared:
        suit = scene.words.suit(play.declared)
        return scene.say("{name} {tile}, led as {suit}", name=name, tile=tile, suit=suit)
    if led:
        return scene.say("{name} {tile}, led", name=name, tile=tile)
    return f"{name} {tile}"


def trick_line(scene: Scene) -> str:
    """List the plays of the trick on the table, and the seats still to play."""
    view = scene.view
    trick = view.trick
    if trick is None or view.phase is not Phase.PLAY:
        return ""
    parts = [played(scene, play, led=at == 0) for at, play in enumerate(trick.plays)]
    for seat in playing_seats(view, trick.leader)[len(trick.plays) :]:
        name = name_for_reader(scene, seat)
        if seat != view.to_act:
            parts.append(f"{name}\u00a0—")
        elif trick.plays:
            parts.append(scene.say("**{name} to play**", name=name))
        else:
            parts.append(scene.say("**{name} to lead**", name=name))
    return " · ".join(parts)


def led_line(scene: Scene) -> str:
    """Name the suit led; empty before a lead, and in sevens."""
    view = scene.view
    if view.trick is None or view.trick.led is None:
        return ""
    return scene.say("led: **{suit}**", suit=scene.words.suit(view.trick.led))


def trick_number(view: SeatView) -> int:
    """Return the number of the trick on the table, counted from 1."""
    return min(len(view.tricks) + 1, view.rules.game.hand_size)


def trick_won_line(scene: Scene, number: int) -> str:
    """Name the winner of a trick, counted from 1, with the tile and the points, if they count."""
    trick = scene.view.tricks[number - 1]
    game = scene.view.rules.game
    winner = known(trick.winner)
    best = tile_of(trick, winner)
    name = seat_name(scene, winner)
    is_own = winner == scene.reader
    if not points_count(scene.view):
        if is_own:
            tile = tile_text(best)
            return scene.say("You win trick {number} with {tile}", number=number, tile=tile)
        return scene.say(
            "{name} wins trick {number} with {tile}",
            name=name,
            number=number,
            tile=tile_text(best),
        )
    count = sum(game.tile_count(play.tile) for play in trick.plays)
    worth = f"+{trick.points}"
    if count:
        rest = trick.points - count
        worth = scene.say("{worth} ({count} count + {rest})", worth=worth, count=count, rest=rest)
    if is_own:
        return scene.say(
            "You win trick {number} with {tile}, {worth}",
            number=number,
            tile=tile_text(best),
            worth=worth,
        )
    return scene.say(
        "{name} wins trick {number} with {tile}, {worth}",
        name=name,
        number=number,
        tile=tile_text(best),
        worth=worth,
    )


def tile_of(trick: Trick, seat: int) -> Tile:
    """Return the domino that a seat played to a trick."""
    return next(play.tile for play in trick.plays if play.seat == seat)


def first_open_trick(view: SeatView) -> int:
    """Return the index, from 0, of the first trick that may still be looked at.

    Tricks lie face up; stacked ones, after a bid of a mark or more, show only the last two
    (002:71). After the hand all are visible.
    """
    stacked = view.rules.stacked_tricks and view.bid is not None and view.bid.multiple > 0
    return max(0, len(view.tricks) - STACKED) if stacked and view.phase is not Phase.OVER else 0


def trick_tiles(scene: Scene, trick: Trick) -> str:
    """Return the tiles of a finished trick, each with its player."""
    return " · ".join(played(scene, play, led=at == 0) for at, play in enumerate(trick.plays))


def hand_score_line(scene: Scene) -> str:
    """Write each side's points in this hand and what it needs, the reader's own first."""
    view = scene.view
    rules = view.rules
    special = special_of(view)
    if special is not None and must_lose_all(view) and view.bidder is not None:
        return special.goal(who_did(scene, view.bidder), scene.words)
    if takes_all(view) and not points_count(view):
        return scene.say("The bid needs every trick.")
    if view.bidder is None or not points_count(view):
        return ""
    declaring = rules.game.side_of(view.bidder)
    names = side_names(scene)
    parts = []
    for side in own_first(scene):
        name = capital(names[side])
        points = view.points[side]
        if side == declaring and view.needed is not None:
            text = scene.say(
                "{side} {points} of {needed}", side=name, points=points, needed=view.needed
            )
        elif side != declaring and view.needed is not None and rules.game.sides == 2:
            limit = rules.game.total - view.needed + 1
            text = _defenders_score(scene, name, points, limit, own=scene.own == side)
        else:
            text = f"{name} {points}"
        parts.append(text)
    line = scene.say("This hand: {scores}", scores=" · ".join(parts))
    if view.needed is None:
        return scene.say("{line} · the bid needs every trick", line=line)
    return line


def _defenders_score(scene: Scene, name: str, points: int, limit: int, *, own: bool) -> str:
    say = scene.say
    if scene.own is None:
        return say("{side} {points} (set at {limit})", side=name, points=points, limit=limit)
    if own:
        return say("{side} {points} ({limit} sets them)", side=name, points=points, limit=limit)
    return say("{side} {points} ({limit} sets us)", side=name, points=points, limit=limit)


def points_count(view: SeatView) -> bool:
    """Return True if the points of the hand count: the bid needs some, or they are scored."""
    if view.bid is None or view.needed is not None:
        return view.bid is not None
    return view.contract is not None and not is_exact(view.rules, view.bid, view.contract)


def takes_all(view: SeatView) -> bool:
    """Return True if the bid needs every trick; not before its contract is named."""
    named = view.contract is not None and view.needed is None
    return named and not must_lose_all(view)


def special_lines(scene: Scene) -> list[str]:
    """List the other public facts: an exchange, who sits out, shown dominoes, face-up hands."""
    view = scene.view
    lines = []
    if view.exchanged is not None and view.bidder is not None:
        name = who_did(scene, view.bidder)
        exchanged = scene.say("{name} kept the hand as dealt.", name=name)
        if view.exchanged:
            exchanged = scene.plural(
                "{name} swapped {n} domino.",
                "{name} swapped {n} dominoes.",
                view.exchanged,
                name=name,
            )
        lines.append(exchanged)
    if view.sitting_out is not None:
        out = scene.say("You sit out.")
        if view.sitting_out != scene.reader:
            out = scene.say("{name} sits out.", name=seat_name(scene, view.sitting_out))
        lines.append(out)
    if view.shown:
        lines += shown_lines(scene)
    if scene.table.laid_down:
        lines += face_up_lines(scene)
    return lines


def leading_seat(view: SeatView, trick: Trick) -> int | None:
    """Return the seat that is winning a trick; None before the lead."""
    if not trick.plays or view.contract is None or view.bidder is None:
        return None
    return winning_seat(trick, view.contract, view.rules, view.bidder)


def turn_line(scene: Scene) -> str:
    """Say whose turn it is, and for what; empty if it is no one's."""
    view = scene.view
    if view.to_act is None:
        return ""
    name = name_for_reader(scene, view.to_act)
    match view.phase:
        case Phase.CALL:
            return scene.say("{name} to bid", name=name)
        case Phase.CONTRACT:
            return scene.say("{name} to name trump", name=name)
        case Phase.EXCHANGE:
            return scene.say("{name} to swap dominoes", name=name)
        case _ if view.trick is not None and not view.trick.plays:
            return scene.say("{name} to lead", name=name)
        case _:
            return scene.say("{name} to play", name=name)


def is_trick_end(view: SeatView) -> bool:
    """Return True between a finished trick and the next lead."""
    return (
        view.phase is Phase.PLAY
        and bool(view.tricks)
        and (view.trick is None or not view.trick.plays)
    )


def partners_line(scene: Scene) -> str:
    """Name the reader's partners in this hand; empty if they play alone.

    Nothing else in a DM names them.
    """
    view = scene.view
    mates = [
        seat_name(scene, line.seat)
        for line in scene.table.seats
        if line.side == scene.own and line.seat not in {view.seat, view.sitting_out}
    ]
    if not mates:
        return ""
    return scene.plural(
        "Your partner: {names}.", "Your partners: {names}.", len(mates), names=scene.both(mates)
    )
