"""Infer the bidder's hand and the kitty from tiles shown under the rules."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from texas42.engine import SeatView, ShowingTime, Shown, Tile, not_with_bidder


@dataclass(frozen=True, slots=True)
class OpenTiles:
    """Tiles whose place was shown: still with the bidder, lying aside, or not with the bidder."""

    with_bidder: tuple[Tile, ...] = ()
    aside: tuple[Tile, ...] = ()
    not_with_bidder: tuple[Tile, ...] = ()


_NOTHING = OpenTiles()


def open_tiles(view: SeatView) -> OpenTiles:
    """Infer from shown doubles or a shown kitty; nothing for the bidder, who knows those tiles."""
    if not view.shown or view.seat == view.bidder:
        return _NOTHING
    doubles = next((one.tiles for one in view.shown if one.what is Shown.DOUBLES), ())
    if doubles:
        out = not_with_bidder(view.shown, view.rules.game.tiles)
        return OpenTiles(with_bidder=_remove_played(view, doubles), not_with_bidder=out)
    kitty = {one.when: Counter(one.tiles) for one in view.shown}
    return _from_kitty(view, kitty.get(ShowingTime.BEFORE), kitty.get(ShowingTime.AFTER))


def _from_kitty(
    view: SeatView, before: Counter[Tile] | None, after: Counter[Tile] | None
) -> OpenTiles:
    """Infer from the kitty of 88, as it was dealt and as the bidder left it (000:213)."""
    if before is None:
        return OpenTiles(aside=tuple((after or Counter()).elements()))
    if after is None:
        taken = Counter({tile: number for tile, number in before.items() if tile.count})
        if view.exchanged == before.total():
            taken = before
        elif view.exchanged != taken.total():
            # One tile without count was taken, and nobody knows which.
            return OpenTiles(with_bidder=_remove_played(view, taken.elements()))
        after = before - taken
    return OpenTiles(_remove_played(view, (before - after).elements()), tuple(after.elements()))


def _remove_played(view: SeatView, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return those of the bidder's tiles that the bidder has not played yet."""
    plays = (play for trick in view.all_tricks for play in trick.plays)
    played = Counter(play.tile for play in plays if play.seat == view.bidder)
    return tuple((Counter(tiles) - played).elements())
