"""Builds engine positions from text: hands, calls and plays in record notation."""

from collections import Counter
from random import Random

from texas42.engine import (
    Phase,
    Shake,
    Tile,
    apply,
    format_action,
    format_tile,
    new_game,
    ordering,
    parse_action,
    parse_contract,
    parse_tile,
)
from texas42.library import load_rules


def rules(preset=None, game="42", **options):
    given = {} if preset is None else {"preset": preset}
    return load_rules(game, {**given, **options})


def tiles(text):
    return tuple(parse_tile(word) for word in text.split())


def words(found):
    return [format_tile(tile) for tile in found]


def contract(text, table=None):
    return parse_contract(text, table or rules("house", nt_doubles=["high", "low", "own"]))


def order(suit, named, of=None):
    """List the members of a suit, best first, when that suit is led."""
    ordered = ordering(named)
    strong = ordered.strength[suit]
    inside = of if of is not None else [Tile(a, b) for a in range(7) for b in range(a + 1)]
    return words(
        sorted((t for t in inside if t in ordered.members[suit]), key=strong.get, reverse=True)
    )


def strength_in(named, word):
    """Return the strength of a tile in a contract without suits."""
    return ordering(named).strength[None][parse_tile(word)]


def split_hand(text, named):
    """Split a hand as players do: trumps, doubles, and the rest (offs and walkers)."""
    ordered = ordering(named)
    trump = named.trump_suit
    trumps = [t for t in tiles(text) if trump is not None and t in ordered.members[trump]]
    doubles = [t for t in tiles(text) if t.is_double and t not in trumps]
    rest = [t for t in tiles(text) if t not in trumps and t not in doubles]
    return set(words(trumps)), set(words(doubles)), set(words(rest))


def fill(table, *hands, kitty=""):
    """Deal the game's tiles so that each seat has at least the given tiles.

    The other tiles are dealt in a fixed shuffled order.
    """
    spec = table.game
    wanted = [list(tiles(hand)) for hand in hands] + [[] for _ in range(spec.seats - len(hands))]
    left = Counter(spec.tiles)
    for part in (*wanted, tiles(kitty)):
        left.subtract(part)
    assert min(left.values()) >= 0, "a tile was asked for too often"
    pool = sorted(left.elements())
    Random(42).shuffle(pool)
    for hand in wanted:
        while len(hand) < spec.hand_size:
            hand.append(pool.pop())
    aside = list(tiles(kitty))
    while len(aside) < spec.kitty_size:
        aside.append(pool.pop())
    assert not pool
    return tuple(map(tuple, wanted)), tuple(aside)


def shaken(table, *hands, shaker=None, kitty="", total=None):
    """Build a game after its shake; by default the last seat shakes, so seat 0 bids first."""
    dealt, aside = fill(table, *hands, kitty=kitty)
    seat = table.game.seats - 1 if shaker is None else shaker
    return apply(new_game(table, total=total), Shake(seat, dealt, aside)).game


def do(game, *texts):
    """Apply acts of the seat in turn, in record notation."""
    for text in texts:
        game = apply(game, read(game, text)).game
    return game


def read(game, text):
    return parse_action(text, game.deal.phase, game.deal.to_act, game.rules)


def legal(game):
    """Return the legal acts of the seat in turn, in record notation."""
    return {format_action(action, game.rules) for action in game.legal_actions()}


def may(game, text):
    return game.accepts(read(game, text))


def bid_and_name(game, bid, named):
    """Bid for the seat in turn, pass for everyone else, and name the contract."""
    game = do(game, bid)
    while game.deal.phase is Phase.CALL:
        game = do(game, "pass")
    return do(game, *named.split(", ")) if game.deal.phase is Phase.CONTRACT else game


def playing(table, bid, named, *hands, **more):
    """Build a game in which seat 0 has won the auction and is about to lead."""
    return bid_and_name(shaken(table, *hands, **more), bid, named)


def random_end(game, random):
    """Play the rest of the hand at random."""
    while game.deal.to_act is not None:
        game = apply(game, random.choice(game.legal_actions())).game
    return game


def random_playing(table, bid, named, seed):
    """Build a random deal with seat 0 as bidder, ready to lead."""
    random = Random(seed)
    mixed = list(table.game.tiles)
    random.shuffle(mixed)
    size = table.game.hand_size
    hands = tuple(tuple(mixed[seat * size : (seat + 1) * size]) for seat in range(table.game.seats))
    shake = Shake(table.game.seats - 1, hands, tuple(mixed[table.game.seats * size :]))
    return bid_and_name(apply(new_game(table), shake).game, bid, named)
