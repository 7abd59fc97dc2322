"""Acts that need no turn: asking for doubles, showing the kitty, choosing the next shaker."""

from dataclasses import dataclass, replace

from texas42.engine.deal import Deal, Showing, Shown, TilesShown
from texas42.engine.errors import IllegalAction, NotationError, Rule
from texas42.engine.game import Game, Step
from texas42.engine.scoring import next_shaker
from texas42.engine.showing import (
    cannot_show,
    kitty_to_show,
    seats_asking,
    shown_doubles,
    verify_showing,
)


@dataclass(frozen=True, slots=True)
class AskDoubles:
    """An opponent of a plunge or splash asks to see the doubles (ruling 8.23)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ShowKitty:
    """The bidder shows the kitty (ruling 8.24)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChooseShaker:
    """The winning side chooses which of them shakes the next game (ruling 8.20)."""

    seat: int
    shaker: int


OutOfTurn = AskDoubles | ShowKitty | ChooseShaker

_ASK = "ask"
_SHOW = "show"
_SHAKER = "shaker"


def format_out_of_turn(action: OutOfTurn) -> str:
    """Format an action as a table stores it: ``ask``, ``show``, ``shaker 2``."""
    match action:
        case AskDoubles():
            return _ASK
        case ShowKitty():
            return _SHOW
        case ChooseShaker(shaker=shaker):
            return f"{_SHAKER} {shaker}"


def is_out_of_turn(text: str) -> bool:
    """Return True if a stored action is an act out of turn."""
    return text.partition(" ")[0] in {_ASK, _SHOW, _SHAKER}


def parse_out_of_turn(text: str, seat: int) -> OutOfTurn:
    """Parse a seat's action; raises NotationError."""
    word, _, rest = text.partition(" ")
    if word == _SHAKER and rest.isdecimal():
        return ChooseShaker(seat, int(rest))
    if text == _ASK:
        return AskDoubles(seat)
    if text == _SHOW:
        return ShowKitty(seat)
    raise NotationError(f"{text!r} is neither {_ASK}, {_SHOW} nor {_SHAKER} and a seat.")


def legal_out_of_turn(game: Game, seat: int) -> tuple[OutOfTurn, ...]:
    """List the acts that a seat may make now without having the turn."""
    if game.deal is None:
        return ()
    found: list[OutOfTurn] = []
    if seat in seats_asking(game.deal):
        found.append(AskDoubles(seat))
    kitty = kitty_to_show(game.deal)
    if kitty is not None and kitty.seat == seat:
        found.append(ShowKitty(seat))
    choices = shaker_choices(game)
    if seat in choices:
        found += [ChooseShaker(seat, shaker) for shaker in choices]
    return tuple(found)


def apply_out_of_turn(game: Game, action: OutOfTurn) -> Step:
    """Apply an act; return the new game and what happened. Raises IllegalAction."""
    match action:
        case AskDoubles(seat=seat):
            return _ask(game, seat)
        case ShowKitty(seat=seat):
            return _show_kitty(game, seat)
        case ChooseShaker():
            return _choose_shaker(game, action)


def show(game: Game, showing: Showing) -> Step:
    """Show the tiles that a record shows; raises IllegalAction."""
    deal = _deal(game)
    verify_showing(deal, showing)
    return _record_showing(game, deal, showing)


def shaker_choices(game: Game) -> tuple[int, ...]:
    """List the seats that may choose the next shaker among themselves; empty once chosen."""
    spec = game.rules.game
    if game.winner is None or game.rules.next_game_shaker != "winner-choice":
        return ()
    if game.next_shaker is not None:
        return ()
    return tuple(seat for seat in range(spec.seats) if spec.side_of(seat) == game.winner)


def drawing_seats(game: Game) -> tuple[int, ...]:
    """List the seats that draw for the next game's shake; empty if the rules name the shaker.

    Under `loser-draw` only the losing side draws (ruling 8.20).
    """
    spec = game.rules.game
    way = game.rules.next_game_shaker
    if game.winner is None or way not in {"draw", "loser-draw"}:
        return ()
    return tuple(
        seat for seat in range(spec.seats) if way == "draw" or spec.side_of(seat) != game.winner
    )


def unchosen_shaker(game: Game) -> int:
    """Return the shaker of the next game if the winners don't choose: as under `winner` (8.20)."""
    rules = replace(game.rules, next_game_shaker="winner")
    shaker = next_shaker(rules, _deal(game).shaker, game.winner)
    if shaker is None:
        raise AssertionError("the winners have a seat")
    return shaker


def _deal(game: Game) -> Deal:
    if game.deal is None:
        raise IllegalAction(Rule.WRONG_PHASE, "No hand is being played.", {"phase": None})
    return game.deal


def _record_showing(game: Game, deal: Deal, showing: Showing) -> Step:
    deal = replace(deal, shown=(*deal.shown, showing))
    return Step(replace(game, deal=deal), (TilesShown(showing),))


def _ask(game: Game, seat: int) -> Step:
    deal = _deal(game)
    if seat not in seats_asking(deal):
        raise cannot_show(Shown.DOUBLES)
    deal = replace(deal, asked=True)
    showing = shown_doubles(deal)
    if showing is None:
        return Step(replace(game, deal=deal), ())
    return _record_showing(game, deal, showing)


def _show_kitty(game: Game, seat: int) -> Step:
    deal = _deal(game)
    showing = kitty_to_show(deal)
    if showing is None or showing.seat != seat:
        raise cannot_show(Shown.KITTY)
    return _record_showing(game, deal, showing)


def _choose_shaker(game: Game, action: ChooseShaker) -> Step:
    seats = shaker_choices(game)
    if action.seat not in seats or action.shaker not in seats:
        raise IllegalAction(
            Rule.CANNOT_CHOOSE_SHAKER,
            "The winners choose one of themselves, once.",
            {"shaker": action.shaker, "expected": game.next_shaker},
        )
    return Step(replace(game, next_shaker=action.shaker), ())
