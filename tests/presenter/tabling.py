"""Helpers for screen tests: seats, views, random games, and parts of messages."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.presenter.words.ids import Verb
from bot.presenter.words.spec import (
    Button,
    Container,
    Link,
    Message,
    Part,
    Picture,
    Row,
    Select,
    Text,
)
from bot.tables.model import Occupant, Place, Status
from bot.tables.views import PanelView, SeatLine, TableView
from tests.support.matrix import long
from texas42.engine import (
    Deal,
    Game,
    Phase,
    Rules,
    Shake,
    Tile,
    apply,
    new_game,
    parse_action,
    parse_tile,
    view_for,
)
from texas42.library import games, load_rules, presets

NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
LONG_NAMES = tuple(f"{name} Throckmorton-Weaver" for name in NAMES)
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def tiles(text: str) -> tuple[Tile, ...]:
    """Parse tiles separated by spaces, like "66 65"."""
    return tuple(parse_tile(word) for word in text.split())


def seat_lines(rules: Rules, names: Sequence[str] = NAMES) -> tuple[SeatLine, ...]:
    """Fill every seat with a person; the first is the host."""
    return tuple(
        SeatLine(
            seat=seat,
            side=rules.game.side_of(seat),
            occupant=Occupant.PERSON,
            user_id=1000 + seat,
            name=names[seat],
            level="",
            away=False,
            ready=False,
            host=seat == 0,
        )
        for seat in range(rules.game.seats)
    )


def table_of(
    rules: Rules,
    game: Game | None = None,
    *,
    status: Status | None = None,
    seats: tuple[SeatLine, ...] | None = None,
) -> TableView:
    """Build the table of a game, or a lobby without one."""
    deal = None if game is None else game.deal
    if status is None:
        status = Status.LOBBY
        if game is not None and deal is not None:
            status = Status.PLAYING if deal.phase is not Phase.OVER else Status.BETWEEN
            status = Status.FINISHED if game.winner is not None else status
    return TableView(
        table_id="k3f9q2",
        place=Place(1, 42, 42, 3),
        rules=rules,
        status=status,
        seats=seats or seat_lines(rules),
        total=(0,) * rules.game.sides if game is None else game.total,
        wins=(0,) * rules.game.sides,
        winner=None if game is None else game.winner,
        game_no=1,
        hand_no=4,
        seq=31,
        view=None if game is None or deal is None else view_for(game, None),
        commitment=COMMITMENT,
        turn_since=1000.0,
        nudge=False,
        offer=False,
        next_at=2000.0,
    )


def panel_of(table: TableView, game: Game, seat: int | None) -> PanelView:
    """Build the panel of a seat, or of a watcher if `seat` is None."""
    user_id = 1 if seat is None else 1000 + seat
    return PanelView(table, user_id, seat, view_for(game, seat))


def deal_next_hand(rules: Rules, rng: random.Random, game: Game | None = None) -> Game:
    """Shake the next hand."""
    game = new_game(rules) if game is None else game
    spec = rules.game
    mixed = list(spec.tiles)
    rng.shuffle(mixed)
    size = spec.hand_size
    hands = tuple(tuple(mixed[seat * size : (seat + 1) * size]) for seat in range(spec.seats))
    shaker = 0 if game.next_shaker is None else game.next_shaker
    return apply(game, Shake(shaker, hands, tuple(mixed[spec.seats * size :]))).game


def states(rules: Rules, seed: int, hands: int = 2) -> Iterator[Game]:
    """Yield every state of a randomly played game, for this many hands."""
    rng = random.Random(seed)
    game = deal_next_hand(rules, rng)
    for hand in range(hands):
        yield game
        while legal := game.legal_actions():
            game = apply(game, rng.choice(legal)).game
            yield game
        if game.winner is not None or hand + 1 == hands:
            return
        game = deal_next_hand(rules, rng, game)


def rules_of(game_id: str, preset: str | None = None, **options: object) -> Rules:
    """Load rules with a preset and some options."""
    chosen = dict(options) if preset is None else {"preset": preset, **options}
    return load_rules(game_id, chosen)


SAMPLE_HANDS = (
    "11 61 41 64 60 43 32",
    "65 53 51 50 22 21 20",
    "55 44 00 54 42 40 10",
    "66 63 62 52 33 31 30",
)
SAMPLE_CALLS = ("pass", "30", "31", "32")
SAMPLE_PLAYS = "11 21 10 31 61 51 54 30 60 65 40 62 22 42 52 32 20 00 63 41 43 53 44 33 55 66 64 50"


def sample(steps: int, preset: str = "straight-marks", **options: object) -> Game:
    """Play this many acts of the sources' sample hand: 4 calls, the trump (ones), 28 tiles."""
    rules = rules_of("42", preset, **options)
    game = apply(new_game(rules), Shake(0, tuple(map(tiles, SAMPLE_HANDS)))).game
    for text in (*SAMPLE_CALLS, "1", *SAMPLE_PLAYS.split())[:steps]:
        game = act(game, text)
    return game


def act(game: Game, text: str) -> Game:
    """Apply an action, in record notation, of the seat to act."""
    deal = game.deal
    assert deal is not None
    assert deal.to_act is not None
    return apply(game, parse_action(text, deal.phase, deal.to_act, game.rules)).game


def panel_at(game: Game, seat: int | None = None, **changes: object) -> PanelView:
    """Build the panel of a seat, by default of the seat to act."""
    deal = game.deal
    assert deal is not None
    table = replace(table_of(game.rules, game), **changes)  # type: ignore[arg-type]
    return panel_of(table, game, deal.to_act if seat is None else seat)


def parts_of(message: Message) -> Iterator[Part]:
    """Yield the parts of a message, including those in containers."""
    for part in message.body:
        if isinstance(part, Container):
            yield from part.children
        else:
            yield part


def pages_of(screen: Callable[..., Message], *args: Any) -> list[Message]:
    """Build all pages of a screen."""
    pages = [screen(*args, page=1)]
    while any(b.label == "Next ▶" and not b.disabled for b in buttons_of(pages[-1])):
        pages.append(screen(*args, page=len(pages) + 1))
    return pages


def whole_text(screen: Callable[..., Message], *args: Any) -> str:
    """Format a screen as plain lines, its pages as one, with the buttons of the last one."""
    *pages, last = pages_of(screen, *args)
    texts = [part.markdown for page in pages for part in parts_of(page) if isinstance(part, Text)]
    lines = "\n".join([*texts, text_of(last)]).splitlines()
    return "\n".join(line for line in lines if not re.match(r"-# Page \d|\[◀ Prev\]", line))


def buttons_of(message: Message) -> list[Button]:
    """List all buttons of a message."""
    rows = [*message.rows, *(part for part in parts_of(message) if isinstance(part, Row))]
    return [item for row in rows for item in row.items if isinstance(item, Button)]


def selects_of(message: Message) -> list[Select]:
    """List all selects of a message."""
    rows = (part for part in parts_of(message) if isinstance(part, Row))
    return [item for row in rows for item in row.items if isinstance(item, Select)]


def label_of(item: Button | Link | Select) -> str:
    """Format an item for a golden text, with (parentheses) if it is disabled."""
    if isinstance(item, Select):
        return f"[{item.placeholder} ▾ {' | '.join(option.label for option in item.options)}]"
    return f"({item.label})" if isinstance(item, Button) and item.disabled else f"[{item.label}]"


def text_of(message: Message) -> str:
    """Format a message as plain lines for a golden text."""
    lines = [message.content] if message.content else []
    for part in parts_of(message):
        match part:
            case Text(markdown):
                lines.append(markdown)
            case Row(items):
                lines.append(" ".join(map(label_of, items)))
            case Picture(_, _, name):
                lines.append(f"<{name}>")
            case _:
                lines.append("----")
    lines += [" ".join(map(label_of, row.items)) for row in message.rows]
    return "\n".join(lines)


def first_state(rules: Rules, wanted: Callable[[Deal], bool], seeds: int = 400) -> Game:
    """Find the first state of random hands that matches."""
    return next(
        game
        for seed in range(seeds)
        for game in states(rules, seed, hands=1)
        if game.deal is not None and wanted(game.deal)
    )


def ids_of(message: Message, verb: Verb) -> dict[str, bool]:
    """Map the argument of each button with this verb to whether it is enabled."""
    found = [(button.component_id, button.disabled) for button in buttons_of(message)]
    return {component.arg: not off for component, off in found if component.verb is verb}


LONG = tuple("*_`~|<>[]()#" * 2 + str(seat) for seat in range(8))
PRESETS = [(game.id, preset.name, {}) for game in games() for preset in presets(game.id)]
IN_EVERY_RUN = {(game.id, presets(game.id)[0].name) for game in games()}
TABLES = [case if case[:2] in IN_EVERY_RUN else long(case) for case in PRESETS]


def redeal_hidden(game, seat, rng):
    """Redeal the tiles that are hidden from a seat."""
    deal = game.deal
    knows_kitty = deal.bidder == seat and deal.phase not in {Phase.CALL, Phase.CONTRACT}
    if deal.rules.blind_exchange and deal.exchange is None:
        knows_kitty = False
    others = [s for s in range(len(deal.hands)) if s != seat]
    pool = [tile for s in others for tile in deal.hands[s]]
    if not knows_kitty:
        pool += deal.kitty
    rng.shuffle(pool)
    hands = list(deal.hands)
    for s in others:
        size = len(hands[s])
        hands[s] = tuple(sorted(pool[:size]))
        pool = pool[size:]
    kitty = deal.kitty if knows_kitty else tuple(pool)
    undealt = kitty if deal.exchange is None and not knows_kitty else deal.undealt
    return replace(game, deal=replace(deal, hands=tuple(hands), kitty=kitty, undealt=undealt))
