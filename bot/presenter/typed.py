"""What people type into a command, turned into the words of the record.

These are generous with spelling and never decide what is legal: what they do not know they
pass on, and the engine refuses it with the rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.engine import (
    DOUBLES,
    FOLLOW_ME,
    Call,
    CallKind,
    ContractKind,
    NotationError,
    SeatView,
    Suit,
    format_call,
    format_contract,
)

from .panel.naming import legal_bids, legal_names

LONGEST = 40
LEAST_PLUNGE = 4
"""Marks: what a plunge is worth at least."""
_TILE = re.compile(r"\s*([0-8])\s*[-|:/ ]?\s*([0-8])\s*")
_MARKS = re.compile(r"([1-9][0-9]?)\s*(?:m|marks?)")
_BID_AND_TRUMP = re.compile(r"(\S+(?:\s+marks?)?)\s+(?:in\s+)?(.+)")
_SUITS: Mapping[str, Suit] = {
    "blank": Suit.BLANKS,
    "zero": Suit.BLANKS,
    "one": Suit.ONES,
    "ace": Suit.ONES,
    "two": Suit.TWOS,
    "deuce": Suit.TWOS,
    "three": Suit.THREES,
    "trey": Suit.THREES,
    "four": Suit.FOURS,
    "five": Suit.FIVES,
    "six": Suit.SIXES,
    "sixe": Suit.SIXES,
    "seven": Suit.SEVENS,
    "eight": Suit.EIGHTS,
    "double": DOUBLES,
}
_NO_TRUMP = frozenset({"follow me", "follow-me", "followme", "no trump", "no-trump", "nt", "none"})


def _suit(text: str) -> Suit | None:
    if text in _NO_TRUMP:
        return FOLLOW_ME
    number = text.removesuffix("s")
    if len(number) == 1 and number in "012345678":
        return Suit(number)
    return _SUITS.get(text) or _SUITS.get(text.removesuffix("s"))


def _cleaned(text: str) -> str:
    return " ".join(text.casefold().split())[:LONGEST]


def _marks(text: str) -> str:
    found = _MARKS.fullmatch(text)
    return f"{found[1]}m" if found else text


def read_call(typed: str, view: SeatView | None) -> str:
    """Return a call: "31", "2 marks", "1m", "60 in fives", "plunge"."""
    text = _cleaned(typed)
    if text in {"pass", "p", "no"}:
        return "pass"
    if view is None:
        return text
    if text == "plunge":
        plunges = (c for c in legal_bids(view) if c.kind is CallKind.PLUNGE)
        plunge = next(plunges, None)
        least = Call(CallKind.PLUNGE, LEAST_PLUNGE)  # refused with the rule where none is legal
        return format_call(plunge or least, view.rules)
    if text.startswith("plunge "):
        return f"plunge {_marks(text.removeprefix('plunge ').removeprefix('for '))}"
    if not view.rules.trump_in_bid:
        return _marks(text)
    found = _BID_AND_TRUMP.fullmatch(text)
    if found is None:
        return text
    suit = _suit(found[2])
    return f"{_marks(found[1])} {suit or found[2]}"


def read_contract(typed: str, view: SeatView | None) -> str:
    """Return a contract: "fives", "5", "no trump", "nello low", "plunge"."""
    text = _cleaned(typed).replace("nel-o", "nello").replace("nillo", "nello")
    if view is None:
        return text
    written = {format_contract(contract, view.rules) for contract in legal_names(view)}
    if text in written:
        return text
    suit = _suit(text)
    if suit is Suit.SEVENS and suit not in view.rules.game.number_suits:
        return ContractKind.SEVENS.value  # only the Big Game has a suit of that name
    naming = [c for c in legal_names(view) if c.kind.partner_names and c.trump is not None]
    if suit is not None and naming:
        return _only(view, suit, naming[0].kind) or text
    if suit is FOLLOW_ME:
        return _only(view, FOLLOW_ME, ContractKind.FOLLOW_ME) or FOLLOW_ME.value
    if suit is not None:
        return suit.value
    if text == ContractKind.NELLO:
        return _only(view, None, ContractKind.NELLO) or text
    return text


def _only(view: SeatView, named: Suit | None, kind: ContractKind) -> str | None:
    """Return the one legal contract of a kind and suit; None where there is none, or a choice."""
    fitting = [c for c in legal_names(view) if c.named is named and c.kind is kind]
    return format_contract(fitting[0], view.rules) if len(fitting) == 1 else None


def read_tile(typed: str) -> str:
    """Return a tile: "6-4", "46", "6|4"; anything else comes back as it is."""
    text = _cleaned(typed).split("★")[0]
    found = _TILE.fullmatch(text)
    return "".join(sorted(found.groups(), reverse=True)) if found else text


def read_play(typed: str, view: SeatView | None, declared: str = "") -> str:
    """Return a play; `declared` is the suit of the end that is led, where it is the lower."""
    tile, at, behind = _cleaned(typed).partition("@")
    text, word = read_tile(tile), _cleaned(declared) or behind
    if not word:
        return f"{text}{at}"
    suit = _suit(word)
    if suit is None or suit in {DOUBLES, FOLLOW_ME}:
        return f"{text}@{word}"
    trump = None if view is None or view.contract is None else view.contract.trump_suit
    is_high_end = text.startswith(suit.value) and suit is not trump
    return text if is_high_end else f"{text}@{suit.value}"


def read_exchange(take: str, give: str) -> str:
    """Return an exchange from its two lists: "5-5, 5-0" and "3-1 2-1", or "none"."""
    return f"{_tiles(take)}/{_tiles(give)}"


def _tiles(typed: str) -> str:
    text = _cleaned(typed)
    if text in {"", "none", "nothing", "-", "no"}:
        return ""
    if text in {"?", "widow", "unseen"}:
        return "?"
    found = re.findall(r"([0-8])\s*[-|:]?\s*([0-8])", text)
    if not found:
        raise NotationError(f"{text!r} is no list of dominoes.")
    return ",".join("".join(sorted(pair, reverse=True)) for pair in found)
