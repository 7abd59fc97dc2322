"""Errors: text that cannot be parsed, and actions that break the rules."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class EngineError(ValueError):
    """Base class of the engine's errors."""


class NotationError(EngineError):
    """The text is not in record notation."""


class Rule(StrEnum):
    """The rule that an action breaks; below each, the keys of its error's data."""

    NOT_IN_TURN = "not-in-turn"
    """seat, to_act (None when nobody is in turn)"""
    WRONG_PHASE = "wrong-phase"
    """phase (None between deals)"""
    BAD_DEAL = "bad-deal"
    """seats, hand_size, kitty_size"""
    WRONG_SHAKER = "wrong-shaker"
    """shaker, expected (None: any seat of the table)"""
    CANNOT_CHOOSE_SHAKER = "cannot-choose-shaker"
    """shaker, expected (None: not chosen yet)"""
    CANNOT_SHOW = "cannot-show"
    """what: the doubles or the kitty"""
    GAME_OVER = "game-over"
    """winner"""
    MUST_OUTBID = "must-outbid"
    """call, standing"""
    NOT_ON_LADDER = "not-on-ladder"
    """call, standing (None at the opening)"""
    MUST_BID = "must-bid"
    """call, legal: the lowest call that is allowed"""
    NEEDS_DOUBLES = "needs-doubles"
    """need, held"""
    TRUMP_NOT_ALLOWED = "trump-not-allowed"
    """trump"""
    HOLDS_NO_TRUMP = "holds-no-trump"
    """trump"""
    NOT_ALLOWED_HERE = "not-allowed-here"
    """what: the words of the call or contract; partners: the contract whose suit is to be named,
    where that is the case"""
    BID_TOO_LOW = "bid-too-low"
    """what, need (in multiples of T), bid"""
    ONLY_WHEN_FORCED = "only-when-forced"
    """what"""
    NOT_HELD = "not-held"
    """tile"""
    NOT_IN_KITTY = "not-in-kitty"
    """tile"""
    TAKEN_UNSEEN = "taken-unseen"
    """no keys"""
    EXCHANGE_SIZE = "exchange-size"
    """take, give: how many"""
    MUST_TAKE_COUNT = "must-take-count"
    """tile"""
    EXCHANGE_COUNT = "exchange-count"
    """tile"""
    MUST_FOLLOW = "must-follow"
    """led, tile, tiles: what could be played"""
    MUST_LEAD_TRUMP = "must-lead-trump"
    """tile, tiles: what could be led"""
    NEAREST_SEVEN = "nearest-seven"
    """tile, tiles: what could be played"""
    CANNOT_DECLARE = "cannot-declare"
    """tile, declared"""


class IllegalAction(EngineError):
    """The action breaks the rules; str() is a plain English sentence."""

    def __init__(self, rule: Rule, sentence: str, data: Mapping[str, object]) -> None:
        super().__init__(sentence)
        self.rule = rule
        self.data: Mapping[str, object] = MappingProxyType(dict(data))


class NotInTurn(IllegalAction):
    """The acting seat is not in turn."""
