"""The lesson hand: the reasons that the guide gives at each moment.

Everything follows from the newcomer's own view, so a restart loses nothing, and a hand that goes
another way than planned is explained all the same.
"""

from __future__ import annotations

from texas42.engine import (
    NUMBER_SUITS,
    MakeCall,
    Phase,
    PlayTile,
    SeatView,
    Suit,
    Tile,
    Trick,
    led_suit,
    ordering,
)

from ..table.scene import PanelScene
from ..table.seats import short_seat_name
from ..words.bids import call_name
from ..words.parts import capital, known, lines
from ..words.render_context import tile_text
from .guide_topics import held, partners
from .hints import advised_act, unseen_in


def lesson_heading(scene: PanelScene) -> str:
    """Say what to do, or at the end what came of it; empty where the panel's own line is best."""
    view = scene.view
    better = scene.panel.better
    if view.phase is Phase.OVER:
        return _end_heading(scene)
    if scene.panel.question is not None or better is None or len(view.legal) == 1:
        return ""
    what = advised_act(better, view, scene)
    if not _leads_first(view) or view.contract is None or view.contract.trump_suit is None:
        return what
    suit = scene.words.suit(view.contract.trump_suit)
    return scene.say("Right: {suit}. {what}", suit=suit, what=what)


def _leads_first(view: SeatView) -> bool:
    return view.phase is Phase.PLAY and not view.tricks and not known(view.trick).plays


def lesson_text(scene: PanelScene) -> str:
    """Give the reason that matters at this moment; empty if the guide's usual ones do."""
    view = scene.view
    better = scene.panel.better
    if view.phase is Phase.OVER:
        return _end_text(scene)
    if not view.legal:
        return answered(scene)
    if len(view.legal) == 1:
        return lines(answered(scene), _forced(scene))
    if better is None:
        return ""
    if isinstance(better.action, MakeCall):
        return _of_bid(scene, better.action) if better.action.call.is_bid else ""
    leads = view.trick is not None and not view.trick.plays
    if leads and isinstance(better.action, PlayTile):
        return _of_lead(scene, better.action.tile)
    return ""


def _of_bid(scene: PanelScene, made: MakeCall) -> str:
    game = scene.view.rules.game
    rules = scene.view.rules
    said = scene.say(
        "It says: {name} and I will take {bid} of {total} points.",
        name=partner(scene),
        bid=call_name(made.call, rules, scene.words),
        total=game.total,
    )
    tricks = capital(scene.words.spelled(game.hand_size))
    if scene.pictures:  # a phone has no room for more
        trick = scene.say("The best of four takes a trick.")
        worth = scene.say("{tricks} tricks count 1 each, gold dominoes 10 or 5.", tricks=tricks)
    else:
        trick = scene.say("Each plays one domino, and the best takes the trick.")
        worth = scene.say(
            "{tricks} tricks count 1 each, dominoes marked (10) or (5) that much.", tricks=tricks
        )
    return f"{said} {trick} {worth}"


def _of_lead(scene: PanelScene, tile: Tile) -> str:
    view = scene.view
    contract = known(view.contract)
    trump = contract.trump_suit
    if trump is None:
        return ""
    suit = scene.words.suit(trump)
    left = unseen_in(view, contract, trump)
    if not view.tricks and tile.is_double:
        return scene.say("Your longest suit. The double is the highest of its suit.")
    strength = ordering(contract).strength[trump]
    if is_trump(tile, view) and left:
        pulls = all(strength[tile] > strength[each] for each in left)
        said = scene.say("It pulls their {suit}.", suit=suit) if pulls else ""
        return f"{said} {_needs(scene)}".strip()
    if not is_trump(tile, view) and not left:
        led = led_suit(tile, contract)
        strength = ordering(contract).strength[led]
        higher = any(strength[each] > strength[tile] for each in unseen_in(view, contract, led))
        beaten = (
            scene.say("Only higher {suit} can take it.", suit=scene.words.suit(led))
            if higher
            else scene.say("Nothing can take it.")
        )
        return scene.say("The other {suit} are gone.", suit=suit) + " " + beaten
    return answered(scene)


def _needs(scene: PanelScene) -> str:
    """Say what the two numbers beside the bars mean."""
    view = scene.view
    if view.needed is None:
        return ""
    game = view.rules.game
    return scene.say(
        "We need {needed}; they need {limit} to set us.",
        needed=view.needed,
        limit=game.total - view.needed + 1,
    )


def _forced(scene: PanelScene) -> str:
    """Name the rule that leaves no choice."""
    view = scene.view
    if len(view.hand) == 1:
        return scene.say("It's your last domino.")
    trick = known(view.trick)
    contract = known(view.contract)
    if trick.led is None or not held(view.hand, contract, trick.led):
        return ""
    (only,) = held(view.hand, contract, trick.led)
    return scene.say(
        "{suit} are led, and the {tile} is your only one: you must follow suit.",
        suit=capital(scene.words.suit(trick.led)),
        tile=tile_text(only),
    )


def answered(scene: PanelScene) -> str:
    """Say why the newcomer's last answer was right; empty after any other act."""
    view = scene.view
    contract = view.contract
    if contract is None or contract.trump_suit is None or view.seat is None:
        return ""
    trump = scene.words.suit(contract.trump_suit)
    trick = view.trick if _played(view.trick, view) else None
    if trick is None and not view.tricks:
        return scene.say("Right: {suit}, your longest suit.", suit=trump)
    trick = trick or view.tricks[-1]
    own = _played(trick, view)
    if own is None or trick.leader == view.seat or trick.led is None:
        return ""
    alike = _alike(trick, view)
    if alike is not None and not is_trump(own, view):
        return _why_follow(scene, trick.led, own, alike)
    best = trick.winner if trick.winner is not None else trick.leader
    if best in partners(view) and (points := view.rules.game.tile_count(own)):
        return scene.say(
            "Right: the trick is {name}'s, so your {points} points count for us.",
            name=partner(scene),
            points=points,
        )
    return ""


def _why_follow(scene: PanelScene, led: Suit, own: Tile, alike: Tile) -> str:
    contract = known(scene.view.contract)
    shown = tile_text(alike)
    trump = scene.words.one_of(known(contract.trump_suit))
    if own in ordering(contract).members[led]:
        return scene.say(
            "Right: you must follow suit. The {tile} is {trump}, not {led}.",
            tile=shown,
            trump=trump,
            led=scene.words.one_of(led),
        )
    return scene.say(
        "Right: you hold no {suit}, so any may go. The {tile} is {trump}.",
        suit=scene.words.suit(led),
        tile=shown,
        trump=trump,
    )


def _alike(trick: Trick, view: SeatView) -> Tile | None:
    """Return the trump that looked as if it were of the suit led, if the lesson asked about it."""
    led = trick.led
    contract = known(view.contract)
    if led is None or led not in NUMBER_SUITS or led is contract.trump_suit:
        return None
    before = view.tricks[: view.tricks.index(trick)] if trick in view.tricks else view.tricks
    if any(each.led is led and each.leader != view.seat for each in before):
        return None
    return next((t for t in view.hand if is_trump(t, view) and has_pips(t, led)), None)


def _end_heading(scene: PanelScene) -> str:
    view = scene.view
    if view.result is None or not view.result.made or view.bid is None or view.bidder is None:
        return ""
    if scene.own is None or view.rules.game.side_of(view.bidder) != scene.own:
        return ""
    return scene.say(
        "You made it! {bid} bid, {taken} taken.",
        bid=call_name(view.bid, view.rules, scene.words),
        taken=view.points[scene.own],
    )


def _end_text(scene: PanelScene) -> str:
    rules = scene.view.rules
    if not rules.by_marks or not _end_heading(scene):
        return ""
    won = max(known(scene.view.result).score)
    return lines(
        answered(scene),
        scene.plural("That's one mark", "That's {n} marks", won)
        + scene.say(", and {target} win.", target=scene.words.spelled(rules.target))
        + " "
        + scene.say("Next: a short game, to three."),
    )


def _played(trick: Trick | None, view: SeatView) -> Tile | None:
    plays = () if trick is None else trick.plays
    return next((play.tile for play in plays if play.seat == view.seat), None)


def is_trump(tile: Tile, view: SeatView) -> bool:
    """Return True if a tile is trump in the contract of a view."""
    contract = known(view.contract)
    trump = contract.trump_suit
    return trump is not None and tile in ordering(contract).members[trump]


def has_pips(tile: Tile, suit: Suit) -> bool:
    """Return True if an end of a tile has the number of a suit, be it trump or not."""
    return suit in NUMBER_SUITS and suit.pip in (tile.high, tile.low)


def partner(scene: PanelScene) -> str:
    """Name the newcomer's partner."""
    return scene.both(short_seat_name(scene, seat) for seat in partners(scene.view))
