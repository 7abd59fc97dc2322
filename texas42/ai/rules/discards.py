"""Discards that tell a partner of a double (002:61-69), where the table plays that."""

from collections.abc import Iterator, Sequence

from texas42.ai.findings.judgments import ReasonKind
from texas42.ai.inference.knowledge import Knowledge
from texas42.ai.inference.signals import (
    Promises,
    open_doubles_held,
    promise_of,
    promises_so_far,
    signals_in,
)
from texas42.ai.valuation.trick_value import holds_led
from texas42.engine import PlayTile, Tile


def keep_convention(known: Knowledge, free: Sequence[PlayTile]) -> PlayTile:
    """Choose by the convention among plays that are about equally good, best first (ruling 8.25).

    In this order: a discard that promises a double in hand, a double with its next behind it, a
    discard that promises nothing, the best play.
    """
    best = free[0]
    if not signals_now(known):
        return best
    discards = [play for play in free if not _is_trump(known, play)]
    said = promises_so_far(known.view, known.order)
    promised = {play: _promise(known, said, play.tile) for play in discards}
    silent = (play for play in discards if not promised[play])
    return next(_signals(known, said, promised), next(silent, best))


def signals_now(known: Knowledge) -> bool:
    """Return True if this seat can't follow suit, and what it throws may promise something."""
    view = known.view
    if known.led is None or view.contract is None or holds_led(known, known.led):
        return False
    return len(view.hand) > 1 and signals_in(view.rules, view.contract)


def signal_of(known: Knowledge, tile: Tile) -> ReasonKind | None:
    """Return what a discard truthfully promises: a double in hand, or a double's next tile."""
    if not signals_now(known):
        return None
    promise = _promise(known, promises_so_far(known.view, known.order), tile)
    if not promise & _rest(known, tile):
        return None
    return ReasonKind.SHOW_NEXT if tile.is_double else ReasonKind.SHOW_DOUBLE


def _signals(known: Knowledge, said: Promises, promised: dict[PlayTile, int]) -> Iterator[PlayTile]:
    """Yield truthful signals, the preferred one first."""
    doubles = open_doubles_held(known.order, known.view.hand, said, known.me)
    for double in doubles:
        place = 1 << known.order.places[double]
        telling = [
            play
            for play, promise in promised.items()
            if not play.tile.is_double and promise & place
        ]
        yield from sorted(telling, key=lambda play: known.order.places[play.tile])
    for double in doubles:
        for play, promise in promised.items():
            if play.tile == double and promise & _rest(known, double):
                yield play


def _promise(known: Knowledge, said: Promises, tile: Tile) -> int:
    """Return every copy of the tile that this seat would promise by discarding `tile` now."""
    counts = known.view.rules.game.counts
    opened = said.opened_with(known.order, tile)
    return promise_of(known.order, tile, opened, said.doubles[known.me], counts=counts)


def _rest(known: Knowledge, tile: Tile) -> int:
    """Return the hand without one copy of a tile."""
    rest = list(known.view.hand)
    rest.remove(tile)
    return known.order.mask(rest)


def _is_trump(known: Knowledge, play: PlayTile) -> bool:
    return bool(known.order.trump >> known.order.places[play.tile] & 1)
