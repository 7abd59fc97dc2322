"""The interface of a special contract's words; `contracts` implements it for each contract."""

# ruff: noqa: ARG002 - each contract uses what its own sentence needs

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection

from texas42.engine import Contract, DoublesRule, Rules, SeatView

from .language import Words


class SpecialContract(ABC):
    """The words of one special contract."""

    def can_be_named(self, rules: Rules) -> bool:
        """Return True if a bid can be high enough to name it after the bidding."""
        return True

    @abstractmethod
    def name(self, words: Words) -> str:
        """Return the name in lower case."""

    def full_name(self, contract: Contract, words: Words) -> str:
        """Return the name with the choice: the suit, or the rank of doubles."""
        if contract.named is None:
            return self.name(words)
        suit = words.suit(contract.named)
        name = words.say("{contract}, {suit}", contract=self.name(words), suit=suit)
        if contract.doubles is DoublesRule.HIGH:
            return name
        doubles = words.doubles(contract.doubles)
        return words.say("{contract}, {doubles}", contract=name, doubles=doubles)

    def ranking(self, contract: Contract, words: Words) -> tuple[str, ...]:
        """Describe in short notes how dominoes rank, if not as ever."""
        if contract.doubles is DoublesRule.HIGH:
            return ()
        return words.doubles_notes(contract.doubles)

    @abstractmethod
    def typed_names(self, words: Words) -> Collection[str]:
        """Return the names that people type."""

    @abstractmethod
    def house_rule(self, rules: Rules, words: Words) -> str:
        """Describe how a table plays it."""

    @abstractmethod
    def help(self, words: Words) -> str:
        """Explain it to someone who has never played it."""

    def partner_names(self, bidder: str, words: Words) -> str:
        """Ask the bidder's partner to name the trump."""
        return ""

    def naming(self, words: Words) -> str:
        """Tell a newcomer who names it what it means; empty if it has a trump."""
        return ""

    def aim(self, bidder: str, words: Words, *, bids: bool) -> str:
        """Tell a newcomer what to play for, for the bidder's side or (not `bids`) the others.

        Empty if points or tricks count as ever.
        """
        return ""

    def goal(self, bidder: str, words: Words) -> str:
        """Describe the bidder's goal, if the points of the hand don't count."""
        return ""

    def lost(self, bidder: str, words: Words) -> str:
        """Say that the bidder missed that goal."""
        return ""

    def made(self, bidder: str, words: Words) -> str:
        """Say that the bidder reached that goal."""
        return ""

    def playable(self, view: SeatView, words: Words) -> str:
        """Describe the legal plays, if no suit is followed; else empty."""
        return ""

    def not_now(self, rules: Rules, words: Words) -> str:
        """Explain why it can't be named now at a table that plays it."""
        ways = words.either(words.doubles(order) for order in rules.nt_doubles)
        name = self.name(words).capitalize()
        return words.say("{name} is played with {ways} at this table.", name=name, ways=ways)
