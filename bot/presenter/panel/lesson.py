"""The lesson hand: its questions, and the reasons that the guide gives at each moment.

Everything follows from the newcomer's own view, so a restart loses nothing, and a hand that goes
another way than planned is explained all the same.
"""

from __future__ import annotations

from functools import partial

from bot.tables.views import QuestionKind
from texas42.engine import (
    NUMBER_SUITS,
    MakeCall,
    NameContract,
    NotationError,
    Phase,
    PlayTile,
    SeatView,
    Suit,
    Tile,
    Trick,
    format_tile,
    led_suit,
    ordering,
    parse_action,
)

from ..table.position import leading_seat, trick_line
from ..table.scene import PanelScene
from ..table.seats import short_seat_name
from ..words.bids import call_name
from ..words.ids import Verb
from ..words.parts import capital, known, lines, rows_of
from ..words.render_context import TILES_IN_ROW, tile_text
from ..words.spec import ButtonStyle, Message, Row
from .frame import frame, hand_text, heading, situation_line, sorted_hand
from .guide_topics import held, partners
from .hints import advised_act, unseen_in
from .naming import contract_rows, held_in


def question_panel(scene: PanelScene, chosen: str) -> Message:
    """Build the panel that asks a newcomer to decide: every button works, and none is marked.

    `chosen`: the wrong answer that they gave last.
    """
    kind = known(scene.panel.question).kind
    task = _task(scene, kind)
    if kind is QuestionKind.TRUMP:
        rows = contract_rows(scene)
        said = _wrong_trump(scene, chosen)
        said = said or scene.say("The number is how many you hold. Trump beats all others.")
    else:
        rows = _tiles(scene)
        said = _wrong_tile(scene, kind, chosen) or answered(scene)
    words = partial(_in_words, task, said)
    return frame(scene, words, *rows, task=task, news=said, your_turn=True)


def _task(scene: PanelScene, kind: QuestionKind) -> str:
    if kind is QuestionKind.TRUMP:
        return scene.say("What's trump?")
    if kind is QuestionKind.FOLLOW:
        led = known(known(scene.view.trick).led)
        suit = capital(scene.words.suit(led))
        return scene.say("{suit} are led. Which may you play?", suit=suit)
    return scene.say("{name} has the trick. What do you give?", name=_partner(scene))


def _in_words(task: str, said: str, scene: PanelScene) -> str:
    trick = ""
    if scene.view.phase is Phase.PLAY:
        trick = scene.say("**On the table:** {trick}", trick=trick_line(scene))
    return lines(heading(task), said, trick, hand_text(scene), situation_line(scene))


def _tiles(scene: PanelScene) -> tuple[Row, ...]:
    buttons = (
        scene.press(Verb.PLAY, tile_text(tile), arg=format_tile(tile), style=ButtonStyle.PRIMARY)
        for tile in sorted_hand(scene.view)
    )
    return rows_of(buttons, TILES_IN_ROW)


# Wrong answers -------------------------------------------------------------------------------


def _wrong_trump(scene: PanelScene, chosen: str) -> str:
    action = _action(scene.view, chosen)
    if not isinstance(action, NameContract):
        return ""
    suit = action.contract.named
    if suit is None or suit not in NUMBER_SUITS:
        return scene.say("Name the suit you hold most of.")
    return scene.say(
        "{suit}: only {n}. Name the suit you hold most of.",
        n=held_in(scene.view.hand, suit),
        suit=capital(scene.words.suit(suit)),
    )


def _wrong_tile(scene: PanelScene, kind: QuestionKind, chosen: str) -> str:
    view = scene.view
    action = _action(scene.view, chosen)
    contract = known(view.contract)
    trick = known(view.trick)
    if not isinstance(action, PlayTile) or contract.trump_suit is None or trick.led is None:
        return ""
    trump = contract.trump_suit
    led = trick.led
    tile = tile_text(action.tile)
    name = _partner(scene)
    follows = held(view.hand, contract, led)
    if kind is QuestionKind.FOLLOW and _is_trump(action.tile, view) and not follows:
        return _wrong_trump_in(scene, action.tile, trick)
    if kind is QuestionKind.FOLLOW and _has_pips(action.tile, led) and _is_trump(action.tile, view):
        return scene.say(
            "The {tile} is {trump}, not {led}: {suit} are trump. Pick another.",
            tile=tile,
            trump=scene.words.one_of(trump),
            led=scene.words.one_of(led),
            suit=scene.words.suit(trump),
        )
    if follows:
        return scene.say("You hold {one}, so you must follow suit.", one=scene.words.one_of(led))
    if _is_trump(action.tile, view):
        return scene.say(
            "The {tile} is trump: it would take the trick from {name}, your partner.",
            tile=tile,
            name=name,
        )
    more = scene.say("Give more: {name}'s points are yours, too.", name=name)
    shown = (
        scene.say("Gold dominoes count 10 or 5.")
        if scene.pictures
        else scene.say("Dominoes marked (10) or (5) count.")
    )
    return f"{more} {shown}"


def _wrong_trump_in(scene: PanelScene, tile: Tile, trick: Trick) -> str:
    """Say that a trump may be played to the suit led, and what it would do."""
    trump = known(known(scene.view.contract).trump_suit)
    alike = _has_pips(tile, known(trick.led))
    may = (
        scene.say(
            "You may, but the {tile} is {one}, so it's trump",
            tile=tile_text(tile),
            one=scene.words.one_of(trump),
        )
        if alike
        else scene.say("You may, but {suit} are trump", suit=scene.words.suit(trump))
    )
    if leading_seat(scene.view, trick) in partners(scene.view):
        would = scene.say("it would take the trick from {name}.", name=_partner(scene))
    else:
        would = scene.say("keep it for a better trick.")
    return f"{may}: {would} " + scene.say("Pick another.")


def _action(view: SeatView, text: str) -> NameContract | PlayTile | None:
    """Read the act of a button; None if there was none."""
    if not text or view.seat is None:
        return None
    try:
        action = parse_action(text, view.phase, view.seat, view.rules)
    except NotationError:
        return None
    return action if isinstance(action, NameContract | PlayTile) else None


# Reasons -------------------------------------------------------------------------------------


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
        name=_partner(scene),
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
    if _is_trump(tile, view) and left:
        pulls = all(strength[tile] > strength[each] for each in left)
        said = scene.say("It pulls their {suit}.", suit=suit) if pulls else ""
        return f"{said} {_needs(scene)}".strip()
    if not _is_trump(tile, view) and not left:
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
    if alike is not None and not _is_trump(own, view):
        return _why_follow(scene, trick.led, own, alike)
    best = trick.winner if trick.winner is not None else trick.leader
    if best in partners(view) and (points := view.rules.game.tile_count(own)):
        return scene.say(
            "Right: the trick is {name}'s, so your {points} points count for us.",
            name=_partner(scene),
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
    return next((t for t in view.hand if _is_trump(t, view) and _has_pips(t, led)), None)


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


# Dominoes ------------------------------------------------------------------------------------


def _played(trick: Trick | None, view: SeatView) -> Tile | None:
    plays = () if trick is None else trick.plays
    return next((play.tile for play in plays if play.seat == view.seat), None)


def _is_trump(tile: Tile, view: SeatView) -> bool:
    contract = known(view.contract)
    trump = contract.trump_suit
    return trump is not None and tile in ordering(contract).members[trump]


def _has_pips(tile: Tile, suit: Suit) -> bool:
    return suit in NUMBER_SUITS and suit.pip in (tile.high, tile.low)


def _partner(scene: PanelScene) -> str:
    return scene.both(short_seat_name(scene, seat) for seat in partners(scene.view))
