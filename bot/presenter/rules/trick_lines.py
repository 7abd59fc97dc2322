"""Trump, following suit, tricks, and the end of a hand, in words."""

from __future__ import annotations

from texas42.engine import (
    DOUBLES,
    FOLLOW_ME,
    ContractKind,
    DoublesRule,
    Rules,
    Suit,
    Tile,
    suit_contract,
)

from ..words.bids import can_bid_game
from ..words.contracts import played_specials
from ..words.language import Words
from ..words.parts import capital
from ..words.render_context import tile_text
from .explanation import Explanation
from .option_words import usual_sentence


def trump(rules: Rules, words: Words) -> Explanation:
    """Say what can be trump, and what a trump is."""
    return Explanation.of(
        [
            _choices(rules, words),
            _only_trump(rules, words),
            _doubles_as_trump(rules, words),
            _doubles_in_follow_me(rules, words),
        ]
    )


def _choices(rules: Rules, words: Words) -> str:
    numbers = rules.game.number_suits
    if set(numbers) <= set(rules.nameable):
        named = [words.say("any number")]
    else:
        named = [words.suit(suit) for suit in numbers if suit in rules.nameable]
    if DOUBLES in rules.nameable:
        named.append(words.suit(DOUBLES))
    if FOLLOW_ME in rules.nameable:
        named.append(words.say("follow me (no trump)"))
    return capital(words.say("{suits}.", suits=words.either(named)))


def _only_trump(rules: Rules, words: Words) -> str:
    """Show that a trump belongs to no other suit (001:54)."""
    high = rules.game.max_pip
    lower = [suit for suit in rules.game.number_suits if suit.pip < high]
    named = [suit for suit in lower if suit in rules.nameable]
    if not named:
        return ""
    suit = named[-1]
    tile = Tile(high, suit.pip)
    return words.say(
        "A trump is only a trump: with {suits} as trump, the {tile} is {one}, not {other}.",
        suits=words.suit(suit),
        tile=tile_text(tile),
        one=words.one_of(suit),
        other=words.one_of(rules.game.number_suits[-1]),
    )


def _doubles_as_trump(rules: Rules, words: Words) -> str:
    """Say how doubles rank as trump, and what then leads a number (000:68, 000:110)."""
    if DOUBLES not in rules.nameable:
        return ""
    high = rules.game.max_pip
    return words.say(
        "With doubles as trump, the {double} is the highest, and the {tile} heads the {suits}.",
        double=tile_text(Tile(high, high)),
        tile=tile_text(Tile(high, high - 1)),
        suits=words.suit(rules.game.number_suits[-1]),
    )


def _doubles_in_follow_me(rules: Rules, words: Words) -> str:
    if FOLLOW_ME not in rules.nameable or rules.nt_doubles == (DoublesRule.HIGH,):
        return ""
    choices = words.either(map(words.doubles, rules.nt_doubles))
    if len(rules.nt_doubles) > 1:
        return words.say("In follow me the bidder chooses {doubles}.", doubles=choices)
    return words.say("Follow me is played with {doubles}.", doubles=choices)


def following(rules: Rules, words: Words) -> Explanation:
    """Say what a lead asks for, and what can be played on it."""
    high = rules.game.max_pip
    lead = Tile(high, high - 2)
    lines = [
        words.say(
            "The high end of a lead is the suit: the {tile} leads {suits}.",
            tile=tile_text(lead),
            suits=words.suit(rules.game.number_suits[-1]),
        ),
        words.say("If you can't follow suit, play anything, a trump too."),
        _follow_pip(rules, words) if rules.doubles_follow_pip else "",
        _low_ends(rules, words),
        words.say(
            "Only the first lead of a hand can call its small end: a 6-1 that isn't trump, as a "
            "one."
        )
        if rules.small_end_first_lead
        else "",
        words.say("The first lead of a hand must be a trump, if the leader has one.")
        if rules.must_lead_trump
        else "",
        words.say("Not following suit when you could is a renege. It loses the hand.")
        if rules.renege == "forfeit"
        else "",
    ]
    return Explanation.of(lines, words.say("Follow suit if you can."))


def _follow_pip(rules: Rules, words: Words) -> str:
    """Say when the number of a double is followed (000:80, 000:195); empty if never."""
    ranks = list(rules.nt_doubles) if FOLLOW_ME in rules.nameable else []
    for kind in ContractKind:
        if kind.overlay.names_doubles and kind.overlay.is_played(rules):
            ranks += kind.overlay.doubles_rules(rules)
    if any(rank.is_own_suit for rank in ranks):
        return words.say(
            "With doubles as trump or a suit of their own, a player without doubles follows the "
            "number of the double led."
        )
    if DOUBLES not in rules.nameable:
        return ""
    return words.say(
        "With doubles as trump, a player without doubles follows the number of the double led."
    )


def _low_ends(rules: Rules, words: Words) -> str:
    """List the dominoes that can be led by their low end, in any trick (001:124)."""
    tiles = rules.game.low_end_leads
    if not tiles:
        return ""
    ways = [
        words.say(
            "the {tile} as {one}",
            tile=tile_text(tile),
            one=words.one_of(rules.game.number_suits[tile.low]),
        )
        for tile in tiles
    ]
    return words.say("You can lead {ways}, if it isn't trump.", ways=words.both(ways))


def tricks(rules: Rules, words: Words) -> Explanation:
    """Say what takes a trick."""
    has_trump = any(suit is not FOLLOW_ME for suit in rules.nameable)
    if has_trump:
        short = words.say("High trump takes it, or the highest of the suit led.")
    else:
        short = words.say("The highest of the suit led takes it.")
    lines = [
        _order(rules, words),
        words.say("Whoever takes a trick leads the next one."),
        words.say("Of two equal dominoes, the first one played wins.")
        if rules.game.copies > 1
        else "",
        usual_sentence("stacked_tricks", rules, words) if rules.stacked_tricks else "",
    ]
    return Explanation.of(lines, short)


def _order(rules: Rules, words: Words) -> str:
    """List a suit from the highest down (000:13)."""
    suit = Suit.FIVES
    strength = suit_contract(FOLLOW_ME).ordering.strength[suit]
    tiles = sorted(
        {tile for tile in rules.game.tiles if tile in strength}, key=strength.__getitem__
    )
    return words.say(
        "The double is the highest of its suit, then the other end counts: {tiles}.",
        tiles=words.listed(tile_text(tile) for tile in reversed(tiles)),
    )


def ending(rules: Rules, words: Words) -> Explanation:
    """Say when a hand is over (ruling 8.10)."""
    return Explanation(details=(_end(rules, words),))


def _end(rules: Rules, words: Words) -> str:
    say = words.say
    stops = rules.game.counts and rules.early_stop != "none"
    if stops and rules.by_marks and rules.early_stop == "decided":
        return say("A hand is over as soon as the bid is made or set.")
    if stops and (rules.by_marks or rules.exact_42plus):
        if ContractKind.NELLO.overlay.is_played(rules):
            return say(
                "Hands are played out. One that needs every trick, or none, stops when it's lost."
            )
        return say("Hands are played out. One that needs every trick stops when it's lost.")
    names = [special.name(words) for special in played_specials(rules)]
    if can_bid_game(rules):
        names.append(words.say("a bid of the game"))
    if stops and names:
        return say(
            "Hands are played out. Only {contracts} stops early, once it's lost.",
            contracts=words.either(names),
        )
    return say("Every hand is played to the last domino.")
