"""The exchange with the undealt tiles: kitty, spare and widow."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from texas42.engine.deal import Action, Deal, MakeExchange, Phase
from texas42.engine.errors import IllegalAction, Rule
from texas42.engine.tiles import Tile


def _choices(tiles: Iterable[Tile], number: int) -> list[tuple[Tile, ...]]:
    """List the ways to choose from tiles, ascending; equal tiles count once."""
    return sorted(set(combinations(sorted(tiles), number)))


def must_take(deal: Deal) -> tuple[Tile, ...]:
    """List the undealt tiles that the bidder must take: the counts (000:213, ruling 8.16)."""
    if deal.rules.game.exchange == "free":
        return ()
    return tuple(tile for tile in deal.undealt if tile.count)


def may_give(deal: Deal) -> tuple[Tile, ...]:
    """List the dealt tiles that may be put back: no counts, in Moon any (8.16)."""
    if deal.bidder is None:
        return ()
    hand = deal.dealt[deal.bidder]
    if deal.rules.game.exchange == "free":
        return hand
    return tuple(tile for tile in hand if not tile.count)


def legal_exchanges(deal: Deal) -> tuple[MakeExchange, ...]:
    """List every exchange that the bidder may make, by tiles taken and then put back.

    At a `blind_swap` table these hold the real widow; the bidder's view writes it unseen. Empty
    before there is a bidder, and if too few tiles may be put back.
    """
    if deal.bidder is None:
        return ()
    demanded = Counter(must_take(deal))
    taken = sorted(
        take
        for number in range(len(deal.undealt) + 1)
        for take in _choices(deal.undealt, number)
        if demanded <= Counter(take)
    )
    give = {number: _choices(may_give(deal), number) for number in range(len(deal.undealt) + 1)}
    return tuple(
        MakeExchange(deal.bidder, take, back) for take in taken for back in give[len(take)]
    )


def is_exchange_possible(deal: Deal) -> bool:
    """Return True if the bidder can put back enough tiles for those that must be taken."""
    return len(must_take(deal)) <= len(may_give(deal))


def reveal_blind_tiles(deal: Deal, action: MakeExchange) -> MakeExchange:
    """Replace tiles taken unseen by the real ones."""
    if not action.unseen or not deal.rules.blind_exchange or action.take:
        return action
    if action.unseen != len(deal.undealt):
        return action
    return MakeExchange(action.seat, deal.undealt, action.give)


def require_unseen(deal: Deal, action: Action) -> None:
    """Refuse tiles that a bidder names to take them unseen; raises IllegalAction.

    `apply` accepts the widow by name, as records do; its answer would tell a bidder where it lies.
    """
    if not deal.rules.blind_exchange or deal.phase is not Phase.EXCHANGE:
        return
    if isinstance(action, MakeExchange) and action.take:
        raise IllegalAction(Rule.TAKEN_UNSEEN, "The widow is taken unseen.", {})


def verify_exchange(deal: Deal, action: MakeExchange) -> None:
    """Check an exchange; raises IllegalAction."""
    real = reveal_blind_tiles(deal, action)
    if real.unseen or len(real.take) != len(real.give):
        raise IllegalAction(
            Rule.EXCHANGE_SIZE,
            "Put back as many dominoes as you take.",
            {"take": len(real.take) + real.unseen, "give": len(real.give)},
        )
    _verify_part_of(real.take, deal.undealt, Rule.NOT_IN_KITTY, "was not left over")
    _verify_part_of(real.give, deal.dealt[action.seat], Rule.NOT_HELD, "was not dealt to you")
    refused = next((tile for tile in real.give if tile not in may_give(deal)), None)
    if refused is not None:
        raise IllegalAction(
            Rule.EXCHANGE_COUNT,
            f"{refused} is a count: it cannot be put back.",
            {"tile": refused},
        )
    left = Counter(must_take(deal)) - Counter(real.take)
    if left:
        tile = min(left)
        raise IllegalAction(
            Rule.MUST_TAKE_COUNT,
            f"{tile} is a count: it must be taken.",
            {"tile": tile},
        )


def _verify_part_of(
    part: tuple[Tile, ...], whole: tuple[Tile, ...], rule: Rule, reason: str
) -> None:
    missing = Counter(part) - Counter(whole)
    if missing:
        tile = min(missing)
        raise IllegalAction(rule, f"{tile} {reason}.", {"tile": tile})


def swap_tiles(deal: Deal, action: MakeExchange) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """Return the bidder's hand and the kitty, both ascending, after a legal exchange."""
    hand = Counter(deal.hands[action.seat])
    hand.subtract(action.give)
    hand.update(action.take)
    kitty = Counter(deal.undealt)
    kitty.subtract(action.take)
    kitty.update(action.give)
    return tuple(sorted(hand.elements())), tuple(sorted(kitty.elements()))
