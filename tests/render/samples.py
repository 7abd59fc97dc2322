"""Pictures of games played by the engine, for the tests, the benchmark and the gallery."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import TypeVar

from bot.presenter.table.drawings import (
    NO_SWAP,
    panel_picture,
    result_picture,
    table_picture,
)
from bot.presenter.table.scene import Scene
from bot.presenter.table.score_picture import score_picture
from bot.presenter.words.render_context import RenderContext
from bot.render import (
    Colors,
    PanelPicture,
    ResultPicture,
    ScorePicture,
    Size,
    TablePicture,
)
from bot.render.picture import render_pixels
from bot.tables.model import Occupant
from bot.tables.views import ExposedHand, TableView
from tests.presenter.tabling import seat_lines
from tests.presenter.tabling import table_of as table_view
from tests.support.random_games import choose, deal_of
from texas42.engine import (
    ContractKind,
    Game,
    MakeExchange,
    NameContract,
    Phase,
    Rules,
    Tile,
    apply,
    new_game,
    view_for,
)
from texas42.library import load_rules

CONTEXT = RenderContext()
Picture = TypeVar("Picture", TablePicture, PanelPicture, ResultPicture, ScorePicture)
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
"""The samples to render: a game's id, optionally with a variant, and its options."""
_KINDS = {
    "42-nello": ContractKind.NELLO,
    "42-plunge": ContractKind.PLUNGE,
    "42-splash": ContractKind.SPLASH,
    "42-sevens": ContractKind.SEVENS,
}


@dataclass(frozen=True, slots=True)
class Look:
    """The names at the seats and the viewing seat, None for a spectator of the board."""

    names: Sequence[str] = USUAL
    viewer: int | None = 0
    computers: frozenset[int] = frozenset({1, 3})
    colors: Colors = Colors.STANDARD
    avatars: bool = False


def rules_of(sample: str) -> Rules:
    """Load the rules of a sample game."""
    game = sample if sample in {"big-game"} else sample.split("-")[0]
    return load_rules(game, GAMES[sample])


@lru_cache(maxsize=64)
def hand_of(sample: str, seed: int = 0) -> tuple[Game, ...]:
    """List every position of one hand, from the shake to its result.

    In samples of special contracts the hand is played in that contract; in samples with a kitty the
    bidder exchanges dominoes.
    """
    rules = rules_of(sample)
    for attempt in range(seed * 1000, seed * 1000 + 1000):
        found = _play(rules, Random(attempt), _KINDS.get(sample))
        if found is not None:
            return tuple(found)
    raise AssertionError(f"no hand of {sample} in a thousand deals")


def _play(rules: Rules, random: Random, kind: ContractKind | None) -> list[Game] | None:
    """Play one hand at random; return None if it does not show what the sample needs."""
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
        if kind is not None and _is_played_otherwise(game, kind):
            return None
    deal = game.deal
    assert deal is not None
    if deal.contract is None:
        return None
    exchange = deal.exchange
    if exchange is not None and deal.undealt and not exchange.give:
        return None
    return found if len(deal.tricks) > 3 or kind is not None else None


def _is_played_otherwise(game: Game, kind: ContractKind) -> bool:
    """Return True once another contract than the wanted one is named."""
    contract = None if game.deal is None else game.deal.contract
    return contract is not None and contract.kind is not kind


def _legal(game: Game) -> list[NameContract]:
    deal = game.deal
    assert deal is not None
    legal = view_for(game, deal.to_act).legal
    return [action for action in legal if isinstance(action, NameContract)]


def _totals(rules: Rules, random: Random) -> tuple[int, ...]:
    return tuple(random.randrange(rules.target * 2 // 3) for _ in range(rules.game.sides))


def _table(game: Game, look: Look, *, winner: int | None = None) -> TableView:
    """Build the table of a position, with its players."""
    people = seat_lines(game.rules, look.names)
    seats = tuple(
        replace(line, occupant=Occupant.COMPUTER)
        if line.seat in look.computers and line.seat != look.viewer
        else line
        for line in people
    )
    return replace(table_view(game.rules, game, seats=seats), winner=winner)


def _in_colors(drawing: Picture, look: Look) -> Picture:
    """Return the picture in the look's colors, with its avatars."""
    if isinstance(drawing, PanelPicture):
        return replace(drawing, table=_in_colors(drawing.table, look))
    names = [f"avatar-{seat}" if look.avatars else "" for seat in range(len(drawing.seats))]
    seats = (replace(one, avatar=avatar) for one, avatar in zip(drawing.seats, names, strict=True))
    return replace(drawing, colors=look.colors, seats=tuple(seats))


def _with_face_up(table: TableView, game: Game, seat: int | None) -> TableView:
    deal = game.deal
    assert deal is not None
    if seat is None:
        return table
    return replace(table, laid_down=(ExposedHand(seat, deal.hands[seat]),))


def table_of(game: Game, look: Look, *, laid_down: int | None = None) -> TablePicture:
    """Build the public table, painted from the viewer's side."""
    table = _with_face_up(_table(game, look), game, laid_down)
    drawing = table_picture(Scene.of(table, CONTEXT, view_for(game, look.viewer)))
    return _in_colors(drawing, look)


def panel_of(game: Game, look: Look, *, laid_down: int | None = None) -> PanelPicture:
    """Build the viewer's own panel; during an exchange, in the middle of a swap."""
    table = _with_face_up(_table(game, look), game, laid_down)
    view = view_for(game, look.viewer)
    moves = (a for a in view.legal if isinstance(a, MakeExchange) and a.take and a.give)
    move = next(moves, None) if view.kitty and look.colors is Colors.STANDARD else None
    swap = NO_SWAP if move is None else (move.take[:1], move.give[:1])
    return _in_colors(panel_picture(Scene.of(table, CONTEXT, view), swap), look)


def result_of(game: Game, look: Look, size: Size = Size.BOARD) -> ResultPicture:
    """Build the sheet of a finished hand."""
    drawing = result_picture(Scene.of(_table(game, look), CONTEXT, view_for(game, look.viewer)))
    return _in_colors(replace(drawing, size=size), look)


def score_of(game: Game, look: Look, size: Size = Size.BOARD) -> ScorePicture:
    """Build the end of a game with the totals after this hand, as if its first side had won."""
    target = game.rules.target
    others = game.rules.game.sides - 1
    table = replace(_table(game, look, winner=0), total=(target, *(target // 2,) * others))
    drawing = score_picture(Scene.of(table, CONTEXT, view_for(game, None)))
    return _in_colors(replace(drawing, size=size), look)


def moments(sample: str, seed: int = 0) -> Iterator[tuple[str, Game]]:
    """Yield the representative positions of a hand by name."""
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


EVERY_TILE = [Tile(high, low) for high in range(9) for low in range(high + 1)]


def gray(picture) -> bytes:
    """Return the pixels in grayscale, so that only shapes remain."""
    image = render_pixels(picture, {}).convert("L")
    return image.point(lambda ink: ink // 64).tobytes()


def a_table(moment: str = "second", sample: str = "42", **look) -> TablePicture:
    return table_of(dict(moments(sample))[moment], Look(viewer=None, **look))


def a_panel(moment: str = "second", sample: str = "42") -> PanelPicture:
    game = dict(moments(sample))[moment]
    return panel_of(game, Look(viewer=game.deal.to_act))
