"""Build a seat's view of any moment from a hand, the calls and the plays."""

from dataclasses import replace
from random import Random
from typing import TypeGuard

from tests.ai.sound_positions import (
    Play,
)
from texas42.ai.inference.trick_order import trick_order
from texas42.engine import (
    Call,
    CallKind,
    Game,
    IllegalAction,
    MakeCall,
    NameContract,
    Phase,
    PlayTile,
    Rules,
    SeatView,
    Shake,
    Tile,
    apply,
    format_tile,
    new_game,
    parse_action,
    parse_call,
    parse_contract,
    parse_tile,
    view_for,
)
from texas42.library import load_rules

_TRIES = 4000


def tiles(text: str) -> list[Tile]:
    return [parse_tile(word) for word in text.split()]


def shaken(rules: Rules, shaker: int, rng: Random) -> Shake:
    """Shake a random deal of the game."""
    game = rules.game
    pool = list(game.tiles)
    rng.shuffle(pool)
    size = game.hand_size
    hands = tuple(tuple(pool[seat * size : (seat + 1) * size]) for seat in range(game.seats))
    return Shake(shaker, hands, tuple(pool[game.seats * size :]))


def calling(
    hand: str,
    calls: str = "",
    *,
    game: str = "42",
    seed: int = 0,
    total: tuple[int, ...] | None = None,
    **options: object,
) -> SeatView:
    """Build the view of the seat whose turn it is to call. `calls` is a comma-separated list."""
    rules = load_rules(game, options)
    said = [word.strip() for word in calls.split(",") if word.strip()]
    seat = len(said) % rules.game.seats
    shaker = rules.game.seats - 1
    state = _dealt(rules, {seat: tiles(hand)}, {}, shaker, Random(seed), total)
    for text in said:
        deal = state.deal
        assert deal is not None
        assert deal.to_act is not None
        state = apply(state, MakeCall(deal.to_act, parse_call(text, rules))).game
    return view_for(state, seat)


def naming(hand: str, bid: str, *, seed: int = 0, **options: object) -> SeatView:
    """Build the view of a bidder at 42 who must name the contract."""
    view = _won(hand, bid, seed, options)
    return view_for(view, 0)


def naming_for_partner(hand: str, bid: str, *, doubles: int, **options: object) -> SeatView:
    """Build the view of seat 2, whose partner has bid and called a plunge or splash.

    The bidder holds `doubles` of the remaining doubles.
    """
    rules = load_rules("42", options)
    held = tiles(hand)
    shown = [tile for tile in rules.game.tiles if tile.is_double and tile not in held][:doubles]
    state = _dealt(rules, {2: held}, {0: shown}, 3, Random(0))
    state = _auction(state, 0, bid)
    while state.deal is not None and state.deal.to_act == 0:
        state = apply(state, next(each for each in state.legal_actions() if _is_bare(each))).game
    return view_for(state, 2)


def _is_bare(action: object) -> TypeGuard[NameContract]:
    return isinstance(action, NameContract) and action.contract.is_bare


def exchanging(
    hand: str, kitty: str, bid: str, *, game: str, contract: str = "", seed: int = 0
) -> SeatView:
    """Build the view of bidder 0 before the exchange; pass `contract` if it is named first."""
    rules = load_rules(game, None)
    state = _dealt(rules, {0: tiles(hand)}, {}, rules.game.seats - 1, Random(seed), kitty=kitty)
    state = _auction(state, 0, bid)
    if contract:
        state = apply(state, NameContract(0, parse_contract(contract, rules))).game
    return view_for(state, 0)


def _won(hand: str, bid: str, seed: int, options: dict[str, object]) -> Game:
    rules = load_rules("42", options)
    state = _dealt(rules, {0: tiles(hand)}, {}, 3, Random(seed))
    return _auction(state, 0, bid)


def playing(
    hand: str,
    plays: str = "",
    *,
    contract: str,
    bid: str = "30",
    game: str = "42",
    bidder: int = 0,
    seed: int = 0,
    **options: object,
) -> SeatView:
    """Build the view of the seat whose turn it is to play, still holding `hand`.

    `plays` lists the tiles so far; bars between tricks are for readability. Unseen tiles are dealt
    at random until every play is legal.
    """
    rules = load_rules(game, options)
    return _seen(_played_so_far(rules, hand, plays, contract, bid, bidder, seed))


def position(case: Play, seed: int) -> SeatView:
    """Build the view of the seat to play in a listed position."""
    return _seen(open_position(case, seed))


def open_position(case: Play, seed: int) -> Game:
    """Build a game at a listed position, dealing the hidden tiles from this seed."""
    rules = load_rules(case.game, {"preset": case.preset} if case.preset else {})
    return _played_so_far(rules, case.hand, case.plays, case.contract, case.bid, 0, seed)


def _seen(state: Game) -> SeatView:
    assert state.deal is not None
    return view_for(state, state.deal.to_act)


def _played_so_far(
    rules: Rules, hand: str, plays: str, contract: str, bid: str, bidder: int, seed: int
) -> Game:
    words = plays.replace("|", " ").split()
    rng = Random(seed)
    for _ in range(_TRIES):
        state = _replay(rules, hand, words, contract, bid, bidder, rng)
        if state is not None:
            return state
    raise AssertionError("no deal fits these plays")


def exposing(view: SeatView, laid_down: dict[int, str]) -> SeatView:
    """Return the view with these hands face up."""
    hands = tuple(tuple(tiles(laid_down.get(seat, ""))) for seat in range(view.rules.game.seats))
    return replace(view, exposed=hands)


def _replay(
    rules: Rules, hand: str, words: list[str], contract: str, bid: str, bidder: int, rng: Random
) -> Game | None:
    owner = _owners(rules, words, contract, bid, bidder)
    if owner is None:
        return None
    *seats, to_act = owner
    fixed: dict[int, list[Tile]] = {seat: [] for seat in range(rules.game.seats)}
    for seat, word in zip(seats, words, strict=True):
        fixed[seat].append(parse_tile(word.partition("@")[0]))
    mine = fixed.pop(to_act) + tiles(hand)
    state = _dealt(rules, {to_act: mine}, fixed, (bidder - 1) % rules.game.seats, rng)
    try:
        state = _named(_auction(state, bidder, bid), contract)
    except IllegalAction:  # a plunge without its doubles
        return None
    for word in words:
        deal = state.deal
        assert deal is not None
        assert deal.to_act is not None
        action = parse_action(word, Phase.PLAY, deal.to_act, rules)
        if action not in state.legal_actions():
            return None
        state = apply(state, action).game
    return state


def _owners(
    rules: Rules, words: list[str], contract: str, bid: str, bidder: int
) -> list[int] | None:
    """Find who played each tile, and whose turn it is, by playing them with open hands."""
    named = parse_contract(contract, rules)
    order = trick_order(rules.game, named)
    seats = rules.game.seats
    out = (bidder + rules.game.sides) % seats if named.kind == "nello" else None
    size = seats - (out is not None)
    leader = bidder
    owners = []
    if named.overlay.partner_leads:
        leader = (bidder + rules.game.sides) % seats
    for start in range(0, len(words) + 1, size):
        trick = words[start : start + size]
        turn = [(leader + i) % seats for i in range(seats) if (leader + i) % seats != out]
        owners += turn[: len(trick)]
        if len(trick) < size:
            return [*owners, turn[len(trick)]]
        first = parse_action(trick[0], Phase.PLAY, leader, rules)
        assert isinstance(first, PlayTile)
        led = order.suit_led(first.tile, first.declared)
        best = first.tile
        leader = turn[0]
        for seat, word in zip(turn[1:], trick[1:], strict=True):
            tile = parse_tile(word)
            if order.beaters(led, best) >> order.places[tile] & 1:
                best = tile
                leader = seat
    return None


def _dealt(
    rules: Rules,
    whole: dict[int, list[Tile]],
    part: dict[int, list[Tile]],
    shaker: int,
    rng: Random,
    total: tuple[int, ...] | None = None,
    kitty: str = "",
) -> Game:
    game = rules.game
    pool = list(game.tiles)
    for held in (*whole.values(), *part.values(), tiles(kitty)):
        for tile in held:
            pool.remove(tile)
    rng.shuffle(pool)
    hands = []
    for seat in range(game.seats):
        held = list(whole.get(seat, part.get(seat, [])))
        while len(held) < game.hand_size:
            held.append(pool.pop())
        hands.append(tuple(held))
    aside = tuple(tiles(kitty) or pool)
    return apply(new_game(rules, total=total), Shake(shaker, tuple(hands), aside)).game


def _auction(state: Game, bidder: int, bid: str) -> Game:
    while state.deal is not None and state.deal.phase is Phase.CALL:
        seat = state.deal.to_act
        assert seat is not None
        call = parse_call(bid, state.rules) if seat == bidder else Call(CallKind.PASS)
        state = apply(state, MakeCall(seat, call)).game
    return state


def _named(state: Game, contract: str) -> Game:
    named = parse_contract(contract, state.rules)
    while state.deal is not None and state.deal.phase is not Phase.PLAY:
        actions = state.legal_actions()
        if state.deal.phase is Phase.CONTRACT:
            # The bidder calls a splash, and the partner names its trump.
            bare = (each for each in actions if _is_bare(each) and each.contract.kind == named.kind)
            seat = state.deal.to_act
            assert seat is not None
            state = apply(state, next(bare, NameContract(seat, named))).game
        else:
            state = apply(state, actions[0]).game
    return state


def text_of(action: object) -> str:
    """Write the tile, call or contract of an action."""
    assert isinstance(action, PlayTile)
    text = format_tile(action.tile)
    return text if action.declared is None else f"{text}@{action.declared}"


OPTIONS: dict[str, dict[str, object]] = {
    "": {},
    "house": {"preset": "house"},
    "plunge_doubles": {"preset": "house", "plunge_doubles": ["high", "low", "reversed"]},
    "forced30": {"all_pass": "forced30"},
    "forced_nello": {"all_pass": "forced30", "nello": "forced_only"},
}
