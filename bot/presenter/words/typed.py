"""Parse what people type into a command, into the record's notation.

Parsing tolerates spelling, in English and in the player's own language, and never decides what is
legal: unknown text is passed on, and the engine refuses it with the rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from texas42.engine import (
    DOUBLES,
    FOLLOW_ME,
    Call,
    CallKind,
    Contract,
    ContractKind,
    DoublesRule,
    NotationError,
    SeatView,
    Suit,
    format_call,
    format_contract,
)

from .bids import call_name, legal_bids
from .contracts import SPECIAL, contract_name, legal_names
from .language import Words
from .typed_text import cleaned, squeezed, with_digits

LEAST_PLUNGE = 4
"""The fewest marks of a plunge."""
_MARK = r"-.:/|\\_·~"
"""Separators of a tile's ends; a comma also separates tiles."""
_TILE = re.compile(rf"([0-8])\s*[{_MARK}]?\s*([0-8])")
_ENDS = re.compile(rf"(\S+?)(?:\s*[{_MARK},]\s*|\s+)(\S+)")
_NUMBER = re.compile(r"([0-9]{1,3})\s*(\D*)")
_PLUNGE = "plunge"
_ENGLISH = Words()
Named = TypeVar("Named", Call, Contract)


def read_call(typed: str, view: SeatView | None, words: Words = _ENGLISH) -> str:
    """Parse a call: "31", "thirty points", "2 marks", "1m", "60 in fives", "plunge"."""
    text = with_digits(cleaned(typed), words)
    if text in words.typed("pass, p, no"):
        return "pass"
    if view is None:
        return text
    bids = legal_bids(view)
    named = _find_named(text, ((call_name(c, view.rules, words), c) for c in bids))
    if named is not None:
        return format_call(named, view.rules)
    first, _, rest = text.partition(" ")
    if first in SPECIAL[ContractKind.PLUNGE].typed_names(words):
        return _read_plunge(rest, view, words)
    if text in words.typed("game"):
        return "game"
    found = _NUMBER.fullmatch(text)
    if found is None:
        return text
    number = found[1]
    behind = _after(found[2], words.typed("mark, marks, m"))
    if behind != found[2].strip():
        number = f"{number}m"
    behind = _after(behind, words.typed("point, points, pts, pt, trick, tricks"))
    if not behind:
        return number
    suit = _suit(_after(behind, words.typed("in")), words)
    return f"{number} {suit}" if suit is not None and view.rules.trump_in_bid else text


def _read_plunge(amount: str, view: SeatView, words: Words) -> str:
    """Parse a plunge; without an amount, the lowest one."""
    if amount:
        amount = with_digits(_after(amount, words.typed("for")), words)
        found = _NUMBER.fullmatch(amount)
        if found is None or _after(found[2], words.typed("mark, marks, m")):
            return f"{_PLUNGE} {amount}"
        return f"{_PLUNGE} {found[1]}{'m' if found[2].strip() else ''}"
    plunge = next((call for call in legal_bids(view) if call.kind is CallKind.PLUNGE), None)
    least = Call(
        CallKind.PLUNGE, LEAST_PLUNGE
    )  # if none is legal, the engine refuses it with the rule
    return format_call(plunge or least, view.rules)


def read_contract(typed: str, view: SeatView | None, words: Words = _ENGLISH) -> str:
    """Parse a contract: "fives", "5", "no trump", "nello low", "plunge"."""
    text = cleaned(typed)
    if view is None:
        return text
    legal = legal_names(view)
    if text in {format_contract(contract, view.rules) for contract in legal}:
        return text
    kind, behind = _contract_kind(text, words)
    suit = _suit(text, words)
    if suit in view.rules.game.number_suits:
        kind = None  # the Big Game has a suit called sevens
    if kind is not None:
        return _read_special(kind, behind, legal, view, words)
    naming = [c for c in legal if c.kind.partner_names and c.trump is not None]
    if naming:
        found = _read_partners_suit(text, naming, words)
        return text if found is None else format_contract(found, view.rules)
    if suit is FOLLOW_ME:
        return _only(view, FOLLOW_ME, ContractKind.FOLLOW_ME) or FOLLOW_ME.value
    if suit is not None:
        return suit.value
    named = _find_named(text, ((contract_name(c, view.rules, words), c) for c in legal))
    return text if named is None else format_contract(named, view.rules)


def _read_partners_suit(text: str, naming: Iterable[Contract], words: Words) -> Contract | None:
    """Find the partner's contract: "threes", "threes low"; without a word the first that fits."""
    for contract in naming:
        ways = words.typed(_DOUBLES[contract.doubles]) | {words.doubles(contract.doubles)}
        named = {text, *(text.removesuffix(way).rstrip(" ,") for way in ways)}
        if contract.named in {_suit(each, words) for each in named if each}:
            return contract
    return None


def _contract_kind(text: str, words: Words) -> tuple[ContractKind | None, str]:
    """Split a text into the special contract it begins with, and the rest."""
    first, _, behind = text.partition(" ")
    first = first.rstrip(",")
    fitting = (kind for kind, special in SPECIAL.items() if first in special.typed_names(words))
    return next(fitting, None), behind


def _read_special(
    kind: ContractKind, behind: str, legal: Iterable[Contract], view: SeatView, words: Words
) -> str:
    """Format a special contract with the choice after its name."""
    if not behind:
        return _only(view, None, kind) or kind.value
    fitting = ((c, format_contract(c, view.rules)) for c in legal if c.kind is kind)
    for contract, notation in fitting:
        ways = words.typed(_DOUBLES[contract.doubles]) | {words.doubles(contract.doubles)}
        if behind in ways:
            return notation
    return f"{kind.value} {behind}"


_DOUBLES = {
    DoublesRule.HIGH: "high",
    DoublesRule.LOW: "low",
    DoublesRule.OWN: "own",
    DoublesRule.OWN_REVERSED: "own-reversed, reversed",
    DoublesRule.REVERSED: "reversed, 0-0 high",
}


def _only(view: SeatView, named: Suit | None, kind: ContractKind) -> str | None:
    """Find the only legal contract of a kind and suit; None if there is none, or a choice."""
    fitting = [c for c in legal_names(view) if c.named is named and c.kind is kind]
    return format_contract(fitting[0], view.rules) if len(fitting) == 1 else None


def read_tile(typed: str, words: Words = _ENGLISH) -> str:
    """Parse a tile: "6-4", "4.6", "six-four", "double five"; return other text unchanged."""
    text = cleaned(typed).split("(")[0].strip()
    found = _TILE.fullmatch(text) or _ENDS.fullmatch(text)
    ends = [_suit(end, words) for end in found.groups()] if found else []
    if DOUBLES in ends:
        ends = [end for end in ends if end is not DOUBLES] * 2
    pips = [end.value for end in ends if end is not None and end.value.isdecimal()]
    return "".join(sorted(pips, reverse=True)) if len(pips) == len(ends) == 2 else text


def read_play(
    typed: str, view: SeatView | None, declared: str = "", words: Words = _ENGLISH
) -> str:
    """Parse a play; `declared` is the suit of the led end, if it is the lower."""
    tile, at, behind = cleaned(typed).partition("@")
    text = read_tile(tile, words)
    word = cleaned(declared) or behind
    if not word:
        return f"{text}{at}"
    suit = _suit(word, words)
    if suit is None or suit in {DOUBLES, FOLLOW_ME}:
        return f"{text}@{word}"
    trump = None if view is None or view.contract is None else view.contract.trump_suit
    is_high_end = text.startswith(suit.value) and suit is not trump
    return text if is_high_end else f"{text}@{suit.value}"


def read_exchange(take: str, give: str, words: Words = _ENGLISH) -> str:
    """Parse an exchange from its two lists: "5-5, 5-0" and "3-1 2-1", or "none"."""
    return f"{read_tiles(take, words)}/{read_tiles(give, words)}"


def read_tiles(typed: str, words: Words) -> str:
    """Parse a list of tiles, "5-5, 5-0", into the record's notation. Raises NotationError."""
    text = cleaned(typed)
    if not text or text in words.typed("none, nothing, no, -"):
        return ""
    if text in words.typed("?, widow, unseen"):
        return "?"
    tiles = [read_tile(piece, words) for piece in text.split(",")]
    if not all(map(_TILE.fullmatch, tiles)):
        tiles = ["".join(sorted(pair, reverse=True)) for pair in _TILE.findall(text)]
        if not tiles or re.search(r"\d", _TILE.sub("", text)):
            raise NotationError(f"{text!r} is not a list of dominoes.")
    return ",".join(tiles)


def _suit(text: str, words: Words) -> Suit | None:
    if len(text.removesuffix("s")) == 1 and text[0] in "012345678":
        return Suit(text[0])
    accepted = {
        Suit.BLANKS: words.typed("blanks, blank, zeros, zero"),
        Suit.ONES: words.typed("ones, one, aces, ace"),
        Suit.TWOS: words.typed("twos, two, deuces, deuce"),
        Suit.THREES: words.typed("threes, three, treys, trey"),
        Suit.FOURS: words.typed("fours, four"),
        Suit.FIVES: words.typed("fives, five"),
        Suit.SIXES: words.typed("sixes, six"),
        Suit.SEVENS: words.typed("sevens, seven"),
        Suit.EIGHTS: words.typed("eights, eight"),
        DOUBLES: words.typed("doubles, double"),
        FOLLOW_ME: words.typed("follow me, follow-me, followme, no trump, no-trump, nt, none")
        | {words.suit(FOLLOW_ME).casefold()},
    }
    return next((suit for suit, names in accepted.items() if text in names), None)


def _find_named(text: str, named: Iterable[tuple[str, Named]]) -> Named | None:
    """Find the value with this name, ignoring spaces and punctuation."""
    wanted = squeezed(text)
    return next((value for name, value in named if squeezed(name) == wanted), None)


def _after(text: str, accepted: frozenset[str]) -> str:
    """Return the rest of a text after an accepted first word."""
    first, _, rest = text.strip().partition(" ")
    return rest.strip() if first in accepted else text.strip()
