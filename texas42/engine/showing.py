"""Tiles shown under the rules: the doubles of a plunge or splash, the kitty of 88."""

from collections import Counter

from texas42.engine.calls import CallKind
from texas42.engine.deal import Deal, Phase, Showing, ShowingTime, Shown
from texas42.engine.errors import IllegalAction, Rule
from texas42.engine.naming import partner_names
from texas42.engine.tiles import Tile


def seats_asking(deal: Deal) -> tuple[int, ...]:
    """List the seats that may ask for the doubles: the opponents of a plunge or splash (8.23).

    Their side may ask once, from the plunge bid or from naming a splash until the first lead.
    """
    if not deal.rules.show_doubles or deal.asked or deal.shown:
        return ()
    if deal.phase is Phase.CALL:
        standing = deal.standing
        plunged = standing is not None and standing.call.kind is CallKind.PLUNGE
        return deal.opponents(standing.seat) if standing is not None and plunged else ()
    if deal.bidder is None or partner_names(deal) is None or not _before_first_lead(deal):
        return ()
    return deal.opponents(deal.bidder)


def wants_doubles(deal: Deal, seat: int) -> bool:
    """Return True if a computer should ask: it cannot infer the doubles from its hand (8.23)."""
    if deal.contract is None or seat not in seats_asking(deal):
        return False
    held = sum(tile.is_double for tile in deal.hands[seat])
    doubles = sum(tile.is_double for tile in deal.rules.game.tiles)
    return doubles - held > deal.contract.overlay.doubles


def shown_doubles(deal: Deal) -> Showing | None:
    """Return the doubles that the bidder shows when asked, those with the fewest pips (8.23).

    Return None before a plunge or splash is named and after its first lead.
    """
    contract = deal.contract
    bidder = deal.bidder
    if contract is None or bidder is None or contract.is_bare or not contract.kind.partner_names:
        return None
    if not deal.rules.show_doubles or not _before_first_lead(deal):
        return None
    held = sorted(tile for tile in deal.dealt[bidder] if tile.is_double)
    return Showing(Shown.DOUBLES, bidder, tuple(held[: contract.overlay.doubles]))


def shown_kitty(deal: Deal, when: ShowingTime) -> Showing | None:
    """Return the kitty as the bidder may show it before or after the exchange (000:213, 8.24).

    Return None if the game does not allow it, or it is too late.
    """
    if deal.bidder is None or not deal.rules.shows_kitty or not _before_first_lead(deal):
        return None
    if when is ShowingTime.BEFORE:
        return Showing(Shown.KITTY, deal.bidder, deal.undealt, when)
    return None if deal.exchange is None else Showing(Shown.KITTY, deal.bidder, deal.kitty, when)


def kitty_to_show(deal: Deal) -> Showing | None:
    """Return the kitty that the bidder may show now, or None."""
    when = ShowingTime.BEFORE if deal.exchange is None else ShowingTime.AFTER
    showing = shown_kitty(deal, when)
    return None if any(one.when is when for one in deal.shown) else showing


def verify_showing(deal: Deal, showing: Showing) -> None:
    """Check the tiles that a record shows against contract and exchange; raises IllegalAction."""
    if showing.what is Shown.DOUBLES:
        expected = shown_doubles(deal)
        order_kept = not deal.shown
    else:
        expected = None if showing.when is None else shown_kitty(deal, showing.when)
        times = [one.when for one in deal.shown]
        order_kept = showing.when not in times and ShowingTime.AFTER not in times
    if expected is None or not order_kept:
        raise cannot_show(showing.what)
    if showing.seat != expected.seat or Counter(showing.tiles) != Counter(expected.tiles):
        tiles = " ".join(map(str, sorted(expected.tiles)))
        raise IllegalAction(
            Rule.CANNOT_SHOW,
            f"Seat {expected.seat} shows {tiles} and nothing else.",
            {"what": showing.what},
        )


def cannot_show(what: Shown) -> IllegalAction:
    """Build the error for tiles that may not be shown at this point."""
    return IllegalAction(
        Rule.CANNOT_SHOW, f"The {what} cannot be shown at this point.", {"what": what}
    )


def not_with_bidder(deal_shown: tuple[Showing, ...], tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """List the doubles that the bidder cannot have, since they are lower and were not shown."""
    shown = next((one.tiles for one in deal_shown if one.what is Shown.DOUBLES), ())
    if not shown:
        return ()
    highest = max(shown)
    return tuple(tile for tile in tiles if tile.is_double and tile < highest and tile not in shown)


def _before_first_lead(deal: Deal) -> bool:
    if deal.phase is not Phase.PLAY:
        return deal.phase is not Phase.OVER
    return not deal.tricks and (deal.trick is None or not deal.trick.plays)
