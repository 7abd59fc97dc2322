"""Pictures of games played by the engine, for the tests, the benchmark and the gallery."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from bot.engine import (
    OVERLAYS,
    Call,
    CallKind,
    Contract,
    ContractKind,
    Game,
    MakeExchange,
    NameContract,
    Phase,
    PlayTile,
    Rules,
    SeatView,
    Tile,
    Trick,
    apply,
    new_game,
    ordering,
    sort_hand,
    view_for,
)
from bot.engine.tiles import all_of
from bot.library import load_rules
from bot.render import (
    Colors,
    GameOverPicture,
    Hand,
    HandTile,
    LaidDown,
    LeftOver,
    PanelPicture,
    ResultPicture,
    ResultTrick,
    Scoreboard,
    Seat,
    Side,
    Size,
    Stance,
    TablePicture,
    TrickTile,
    can_draw,
)
from tests.support.random_games import choose, deal_of

SHORT = ("Bo", "Al", "Cy", "Di", "Ed", "Fay", "Gus", "Hal")
USUAL = ("Ana", "Opal", "Hoyt", "Pearl", "Walker", "Ruth", "Earl", "Dixie")
LONG = (
    "Maximiliana Throckmorton-Weaver",
    "Bartholomew of the Brazos Valley",
    "Wilhelmina Featherstonehaugh III",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "The Honorable Judge Roy Bean, Sr",
    "Šárka Nováková-Dvořáčková Žižková",
    "Αλέξανδρος Παπαδόπουλος του Νότου",
    "Екатерина Константинопольская-Мир",
)
SCRIPTS = (
    "مرحبا بالعالم",
    "שלום עולם",
    "雪の女王",
    "🎲🀄👩‍👩‍👧",
    "한국어 이름",
    "Z̷͉a̸lgo",
    "𝓐𝓷𝓪 🤠",
    "José Núñez",
)
NAMES = {"short": SHORT, "usual": USUAL, "long": LONG, "scripts": SCRIPTS}
GAMES: dict[str, dict[str, object]] = {
    "42": {},
    "42-nello": {"nello": "any"},
    "42-plunge": {"plunge": True},
    "42-splash": {"splash": True},
    "42-sevens": {"sevens": True},
    "42-points": {"scoring": "points"},
    "88": {},
    "80": {},
    "79": {},
    "84x6": {},
    "84x8": {},
    "big-game": {},
    "moon": {},
    "moon4": {},
}
"""What is drawn: a game's id with a variant behind it, and the options that make it."""
_KINDS = {
    "42-nello": ContractKind.NELLO,
    "42-plunge": ContractKind.PLUNGE,
    "42-splash": ContractKind.SPLASH,
    "42-sevens": ContractKind.SEVENS,
}


@dataclass(frozen=True, slots=True)
class Look:
    """Who sits where, and who looks: None for a watcher of the board."""

    names: Sequence[str] = USUAL
    viewer: int | None = 0
    computers: frozenset[int] = frozenset({1, 3})
    colors: Colors = Colors.STANDARD
    avatars: bool = False


def rules_of(sample: str) -> Rules:
    """Return the rules of a sample game."""
    game = sample if sample in {"big-game"} else sample.split("-")[0]
    return load_rules(game, GAMES[sample])


@lru_cache(maxsize=64)
def hand_of(sample: str, seed: int = 0) -> tuple[Game, ...]:
    """Return every position of one hand, from the shake to its result.

    In the samples of special contracts the hand is one that is played in that contract; a sample
    with left-over dominoes is one in which the bidder exchanges some.
    """
    rules = rules_of(sample)
    for attempt in range(seed * 1000, seed * 1000 + 1000):
        found = _played(rules, Random(attempt), _KINDS.get(sample))
        if found is not None:
            return tuple(found)
    raise AssertionError(f"no hand of {sample} in a thousand deals")


def _played(rules: Rules, random: Random, kind: ContractKind | None) -> list[Game] | None:
    """Play one hand at random, None where it does not show what is wanted."""
    start = new_game(rules, total=_totals(rules, random))
    game = apply(start, deal_of(rules, rules.game.seats - 1, random)).game
    found = [game]
    while game.deal is not None and game.deal.to_act is not None:
        action = choose(game, random)
        if kind is not None and isinstance(action, NameContract):
            wanted = [a for a in _legal(game) if a.contract.kind is kind]
            action = random.choice(wanted or [action])
        game = apply(game, action).game
        found.append(game)
    deal = game.deal
    assert deal is not None
    if deal.contract is None or (kind is not None and deal.contract.kind is not kind):
        return None
    exchange = deal.exchange
    if exchange is not None and deal.undealt and not exchange.give:
        return None
    return found if len(deal.tricks) > 3 or kind is not None else None


def _legal(game: Game) -> list[NameContract]:
    deal = game.deal
    assert deal is not None
    legal = view_for(game, deal.to_act).legal
    return [action for action in legal if isinstance(action, NameContract)]


def _totals(rules: Rules, random: Random) -> tuple[int, ...]:
    return tuple(random.randrange(rules.target * 2 // 3) for _ in range(rules.game.sides))


def scoreboard(view: SeatView, look: Look) -> Scoreboard:
    """Return the rail of a position."""
    rules, game = view.rules, view.rules.game
    title = detail = ""
    bidder = view.bidder
    if view.contract is not None and view.bid is not None:
        title = _named(view.contract)
        detail = _short(view.bid, rules).split(" in ")[0]
    elif view.bid is not None:
        title = _short(view.bid, rules)
    else:
        high = next((made for made in reversed(view.calls) if made.call.is_bid), None)
        if high is not None:
            title, bidder = _short(high.call, rules), high.seat
    sides = tuple(
        Side(
            name=_side_name(view, side, look),
            total=view.total[side],
            points=view.points[side] if view.phase in (Phase.PLAY, Phase.OVER) else None,
            goal=_goal(view, side),
            tricks=sum(1 for trick in view.tricks if _took(view, trick) == side),
        )
        for side in range(game.sides)
    )
    return Scoreboard(
        sides=sides,
        target=rules.target,
        bar=game.total,
        title=title,
        detail=detail,
        bidder=bidder,
        trump=None if view.contract is None else view.contract.trump_suit,
        in_marks=rules.by_marks,
    )


def _called(look: Look, seat: int) -> str:
    return "you" if seat == look.viewer else look.names[seat]


def _took(view: SeatView, trick: Trick) -> int | None:
    return None if trick.winner is None else view.rules.game.side_of(trick.winner)


def _side_name(view: SeatView, side: int, look: Look) -> str:
    game = view.rules.game
    if look.viewer is None or game.sides > 2:
        members = [s for s in range(game.seats) if game.side_of(s) == side]
        return " & ".join(_called(look, seat) for seat in members)
    return "us" if game.side_of(look.viewer) == side else "them"


def _goal(view: SeatView, side: int) -> int | None:
    if view.needed is None or view.bidder is None:
        return None
    game = view.rules.game
    if game.side_of(view.bidder) == side:
        return view.needed
    return game.total - view.needed + 1 if game.sides == 2 else None


def _seats(view: SeatView, look: Look) -> tuple[Seat, ...]:
    rules, game = view.rules, view.rules.game
    calls = {made.seat: made.call for made in view.calls}
    high = next((made.seat for made in reversed(view.calls) if made.call.is_bid), None)
    asking = view.phase in (Phase.CALL, Phase.CONTRACT)
    found = []
    for seat in range(game.seats):
        call = calls.get(seat) if asking else None
        out = view.sitting_out == seat
        found.append(
            Seat(
                name=look.names[seat],
                shown="You" if seat == look.viewer else "",
                side=game.side_of(seat),
                avatar=f"avatar-{seat}" if look.avatars else "",
                computer=seat in look.computers and seat != look.viewer,
                words="sits out" if out else "" if call is None else _short(call, rules),
                standing=asking and seat == high,
                waiting=view.to_act == seat,
                sits_out=out,
            )
        )
    return tuple(found)


def _short(call: Call, rules: Rules) -> str:
    """Return a call in so few words that it fits before a seat."""
    if not call.is_bid:
        return "pass"
    marks = "1 mark" if call.number == 1 else f"{call.number} marks"
    multiple = marks if rules.by_marks else str(call.number * rules.game.total)
    said = {
        CallKind.MULTIPLE: multiple,
        CallKind.GAME: "game",
        CallKind.PLUNGE: f"plunge {multiple}",
    }
    words = said.get(call.kind, str(call.number))
    return words if call.trump is None else f"{words} in {all_of(call.trump)}"


def _named(contract: Contract) -> str:
    if contract.trump_suit is not None:
        return all_of(contract.trump_suit)
    return "nel-o" if contract.kind is ContractKind.NELLO else contract.kind.replace("-", " ")


def _trumps(view: SeatView, contract: Contract | None) -> frozenset[Tile]:
    trump = None if contract is None else contract.trump_suit
    if contract is None or trump is None:
        return frozenset()
    return frozenset(ordering(contract).members[trump])


def _trick(view: SeatView) -> tuple[TrickTile, ...]:
    trick = view.trick
    if view.phase is Phase.PLAY and view.tricks and (trick is None or not trick.plays):
        trick = view.tricks[-1]
    if trick is None or not trick.plays or view.contract is None or view.bidder is None:
        return ()
    side = view.rules.game.side_of(view.bidder)
    row = OVERLAYS[view.contract.kind]
    best = row.winner(trick.plays, trick.led, view.contract, view.rules, side)
    trumps = _trumps(view, view.contract)
    return tuple(
        TrickTile(
            seat=play.seat,
            tile=play.tile,
            count=view.rules.game.tile_count(play.tile),
            trump=play.tile in trumps,
            winning=play.seat == best,
            words="led" if number == 0 else "",
        )
        for number, play in enumerate(trick.plays)
    )


def table_of(game: Game, look: Look, *, laid_down: int | None = None) -> TablePicture:
    """Return the table as everybody sees it, from the viewer's side."""
    deal = game.deal
    assert deal is not None
    view = view_for(game, None)
    trick, led = _trick(view), view.trick.led if view.trick is not None else None
    kitty = view.kitty_size if view.phase is not Phase.PLAY and view.bidder is not None else 0
    laid = None
    if laid_down is not None:
        tiles = sort_hand(deal.hands[laid_down], deal.contract)
        counts = view.rules.game.tile_count
        laid = LaidDown(
            seat=laid_down, tiles=tuple(HandTile(tile=t, count=counts(t)) for t in tiles)
        )
    return TablePicture(
        scoreboard=scoreboard(view, look),
        seats=_seats(view, look),
        bottom=look.viewer or 0,
        trick=trick,
        words=all_of(led) if led is not None and view.phase is Phase.PLAY else "",
        bidding=view.phase is Phase.CALL,
        left_over=LeftOver(number=kitty, words="left over") if kitty else None,
        laid_down=laid,
        colors=look.colors,
    )


def panel_of(game: Game, look: Look, *, laid_down: int | None = None) -> PanelPicture:
    """Return the viewer's own panel."""
    assert look.viewer is not None
    view = view_for(game, look.viewer)
    playable = {action.tile for action in view.legal if isinstance(action, PlayTile)}
    trumps, counts = _trumps(view, view.contract), view.rules.game.tile_count
    exchanging = view.phase is Phase.EXCHANGE and view.to_act == look.viewer

    def held(tile: Tile, stance: Stance) -> HandTile:
        return HandTile(tile=tile, count=counts(tile), trump=tile in trumps, stance=stance)

    def stance(tile: Tile) -> Stance:
        if view.phase is Phase.PLAY and view.to_act == look.viewer:
            return Stance.READY if tile in playable else Stance.DIMMED
        return Stance.RESTING

    hand = [held(tile, stance(tile)) for tile in sort_hand(view.hand, view.contract)]
    left: list[HandTile] = []
    if exchanging and view.kitty:
        left = [held(tile, Stance.READY) for tile in view.kitty]
        move = next(
            (a for a in view.legal if isinstance(a, MakeExchange) and a.take and a.give), None
        )
        if move is not None and look.colors is Colors.STANDARD:
            hand, left = _moved(hand, left, move)
    return PanelPicture(
        table=table_of(game, look, laid_down=laid_down),
        hand=Hand(
            tiles=tuple(hand),
            left_over=tuple(left),
            words="left over" if left else "",
            dealt=view.rules.game.hand_size,
        ),
    )


def _moved(
    hand: list[HandTile], left: list[HandTile], move: MakeExchange
) -> tuple[list[HandTile], list[HandTile]]:
    """Return hand and left-over dominoes in the middle of an exchange."""
    take, give = move.take[0], move.give[0]
    crossing = {take, give}

    def ringed(held: HandTile) -> HandTile:
        return HandTile(tile=held.tile, count=held.count, stance=Stance.MOVED)

    given = [ringed(held) for held in hand if held.tile == give][:1]
    taken = [ringed(held) for held in left if held.tile == take][:1]
    return (
        [held for held in hand if held.tile not in crossing] + taken,
        [held for held in left if held.tile not in crossing] + given,
    )


def result_of(game: Game, look: Look, size: Size = Size.BOARD) -> ResultPicture:
    """Return the sheet of a finished hand."""
    deal = game.deal
    assert deal is not None
    assert deal.result is not None
    view = view_for(game, None)
    spec = view.rules.game
    rows = []
    for trick in deal.tricks:
        by_seat = {play.seat: play.tile for play in trick.plays}
        assert trick.winner is not None
        tiles = tuple(by_seat.get(seat) for seat in range(spec.seats))
        rows.append(ResultTrick(tiles=tiles, winner=trick.winner, points=trick.points))
    unplayed = deal.hands if any(deal.hands) else ()
    who = "" if deal.bidder is None else look.names[deal.bidder]
    about = () if deal.bidder is None or can_draw(who) else (deal.bidder,)
    bid = "" if deal.bid is None else _short(deal.bid, view.rules)
    return ResultPicture(
        scoreboard=scoreboard(view, look),
        seats=_seats(view, look),
        headline=f"{'' if about else who} {'made' if deal.result.made else 'got set on'} {bid}",
        about=about,
        detail=f"{max(deal.result.points)} to {min(deal.result.points)}",
        tricks=tuple(rows),
        unplayed=unplayed,
        counts=frozenset(tile for tile in spec.tiles if spec.tile_count(tile)),
        size=size,
        colors=look.colors,
    )


def game_over_of(game: Game, look: Look, size: Size = Size.BOARD) -> GameOverPicture:
    """Return the end of a game that stands as after this hand, as if its first side had won."""
    view = view_for(game, None)
    board, rules = scoreboard(view, look), view.rules
    sides = tuple(
        Side(name=side.name, total=rules.target if number == 0 else rules.target // 2)
        for number, side in enumerate(board.sides)
    )
    won = Scoreboard(
        sides=sides, target=rules.target, bar=board.bar, in_marks=board.in_marks, title="Game over"
    )
    return GameOverPicture(
        scoreboard=won,
        seats=_seats(view, look),
        winner=0,
        headline=f"{board.sides[0].name} win" if can_draw(board.sides[0].name) else "win",
        about=() if can_draw(board.sides[0].name) else (0, 2),
        detail=f"{sides[0].total} to {sides[1].total}",
        size=size,
        colors=look.colors,
    )


def moments(sample: str, seed: int = 0) -> Iterator[tuple[str, Game]]:
    """Yield the telling positions of a hand by name."""
    hand = hand_of(sample, seed)
    seen: set[str] = set()
    for game in hand:
        deal = game.deal
        assert deal is not None
        name = str(deal.phase)
        if deal.phase is Phase.CALL and len(deal.calls) < min(3, deal.rules.game.seats - 1):
            continue
        if deal.phase is Phase.PLAY:
            plays = len(deal.trick.plays) if deal.trick is not None else 0
            name = {0: "trick-end", 1: "led", 2: "second"}.get(plays, "late")
            if not deal.tricks and deal.phase is Phase.PLAY and plays != 1:
                continue
            if name == "late" and plays < deal.rules.game.seats - 1:
                continue
        if name not in seen:
            seen.add(name)
            yield name, game
