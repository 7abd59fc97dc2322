"""A second, plain implementation of tricks and following, without the engine.

Everything is text and lists: a tile is "64", a contract the word of the record ("5", "doubles",
"follow-me low", "nello own", "sevens", "plunge 5" ...), a play "64" or "61@1". Slow on purpose:
each rule is one sentence of the rules, so that it can be compared with the engine's.
"""

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class PlainTable:
    """The rules that matter to tricks."""

    max_pip: int = 6
    trick_points: int = 1
    counts: bool = True
    declared_leads: tuple[str, ...] = ()  # tiles that may always lead their low end
    small_end_first_lead: bool = False
    must_lead_trump: bool = False
    doubles_follow_pip: bool = False
    sevens_tie: str = "first"
    sevens_lead: str = "free"


def plain_table(rules):
    """Extract the rules that matter here."""
    return PlainTable(
        max_pip=rules.game.max_pip,
        trick_points=rules.game.trick_points,
        counts=rules.game.counts,
        declared_leads=("73", "82") if rules.game.id == "big-game" else (),
        small_end_first_lead=rules.small_end_first_lead,
        must_lead_trump=rules.must_lead_trump,
        doubles_follow_pip=rules.doubles_follow_pip,
        sevens_tie=rules.sevens_tie,
        sevens_lead=rules.sevens_lead,
    )


def is_double(tile):
    return tile[0] == tile[1]


def kind(contract):
    """The first word: "nello", "sevens", or "" for a contract with suits."""
    word = contract.split()[0]
    return word if word in ("nello", "sevens") else ""


def named(contract):
    """The suit that was named: "5", "doubles", "follow-me", or "" where none is."""
    words = contract.split()
    if words[0] in ("nello", "sevens"):
        return ""
    return words[1] if words[0] in ("plunge", "splash") else words[0]


def doubles_rule(contract):
    last = contract.split()[-1]
    return last if last in ("high", "low", "own", "own-reversed", "reversed") else "high"


@cache
def trump_suit(contract):
    """The suit that is trump, or "" in follow-me, nel-o and sevens."""
    suit = named(contract)
    return "" if suit == "follow-me" else suit


@cache
def is_trump(tile, contract):
    trump = trump_suit(contract)
    if trump == "":
        return False
    if trump == "doubles":
        return is_double(tile)
    return trump in tile


@cache
def doubles_apart(contract):
    """Return True if the doubles are a suit of their own."""
    return trump_suit(contract) == "doubles" or doubles_rule(contract) in ("own", "own-reversed")


@cache
def members(suit, contract, max_pip):
    """List the tiles of a suit in this contract, best first."""
    pips = [str(pip) for pip in range(max_pip, -1, -1)]
    if suit == "doubles":
        row = tuple(pip + pip for pip in pips)
        return row[::-1] if doubles_rule(contract) in ("own-reversed", "reversed") else row
    plain = tuple(max(suit, pip) + min(suit, pip) for pip in pips if pip != suit)
    double = (suit + suit,)
    if doubles_apart(contract):
        row = plain
    elif doubles_rule(contract) == "low":
        row = plain + double
    else:
        row = double + plain
    if suit == trump_suit(contract):
        return row
    return tuple(tile for tile in row if not is_trump(tile, contract))


@cache
def suit_led(play, contract):
    """Return the suit that a lead asks for."""
    tile, _, declared = play.partition("@")
    if declared:
        return declared
    if is_trump(tile, contract):
        return trump_suit(contract)
    if is_double(tile) and doubles_apart(contract):
        return "doubles"
    return max(tile)


def distance(tile):
    return abs(int(tile[0]) + int(tile[1]) - 7)


def nearest(tiles):
    best = min(distance(tile) for tile in tiles)
    return {tile for tile in tiles if distance(tile) == best}


def legal(hand, trick, contract, table, *, first_trick):
    """Return the legal plays of the seat in turn."""
    if kind(contract) == "sevens":
        if trick or table.sevens_lead == "forced":
            return nearest(hand)
        return set(hand)
    if not trick:
        return leads(hand, contract, table, first_trick=first_trick)
    led = suit_led(trick[0], contract)
    following = [tile for tile in hand if tile in members(led, contract, table.max_pip)]
    doubles = [tile for tile in hand if is_double(tile)]
    if led == "doubles" and not doubles and table.doubles_follow_pip:
        following = [tile for tile in hand if trick[0][0] in tile]
    return set(following or hand)


def leads(hand, contract, table, *, first_trick):
    trumps = [tile for tile in hand if is_trump(tile, contract)]
    if first_trick and table.must_lead_trump and trumps:
        return set(trumps)
    plays = set(hand)
    for tile in hand:
        if is_double(tile) or is_trump(tile, contract):
            continue
        small_end = first_trick and table.small_end_first_lead and kind(contract) == ""
        if small_end or tile in table.declared_leads:
            plays.add(f"{tile}@{tile[1]}")
    return plays


def best_play(trick, contract, table, bidders=()):
    """The place in the trick (0 is the lead) of the tile that takes it.

    `bidders` holds the places that the bidder's side played, for the sevens option.
    """
    tiles = [play[:2] for play in trick]
    if kind(contract) == "sevens":
        equals = [place for place, tile in enumerate(tiles) if tile in nearest(tiles)]
        if table.sevens_tie == "bidder_side":
            equals = [place for place in equals if place in bidders] or equals
        return equals[0]
    trumps = [place for place, tile in enumerate(tiles) if is_trump(tile, contract)]
    suit = trump_suit(contract) if trumps else suit_led(trick[0], contract)
    order = members(suit, contract, table.max_pip)
    return min((order.index(tile), place) for place, tile in enumerate(tiles) if tile in order)[1]


def trick_points(trick, table):
    total = table.trick_points
    for play in trick:
        pips = int(play[0]) + int(play[1])
        if table.counts and pips in (5, 10):
            total += pips
    return total
