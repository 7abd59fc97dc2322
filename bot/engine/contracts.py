"""Contracts and their notation."""

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.errors import NotationError
from bot.engine.rules import Rules
from bot.engine.suits import FOLLOW_ME, DoublesRule, Suit

_SUIT_WORDS = frozenset(Suit)
_DOUBLES_WORDS = frozenset(DoublesRule)


class ContractKind(StrEnum):
    """The kinds of contract; a number and doubles as trump are both SUIT."""

    SUIT = "suit"
    FOLLOW_ME = "follow-me"
    NELLO = "nello"
    SEVENS = "sevens"
    PLUNGE = "plunge"
    SPLASH = "splash"

    @property
    def partner_names(self) -> bool:
        """Whether the bidder's partner names the suit (002:124, 004:241)."""
        return self in {ContractKind.PLUNGE, ContractKind.SPLASH}


@dataclass(frozen=True, slots=True)
class Contract:
    """What is played: the kind, the suit named, and how doubles rank without trump.

    `trump` is a number or doubles for SUIT; what the partner named for plunge and splash, which
    may be FOLLOW_ME, or None while they are bare words; None for the others. Raises ValueError
    for a combination that is no contract.
    """

    kind: ContractKind
    trump: Suit | None = None
    doubles: DoublesRule = DoublesRule.HIGH

    def __post_init__(self) -> None:
        if self.kind is ContractKind.SUIT:
            fits = self.trump is not None and self.trump is not FOLLOW_ME
        else:
            fits = self.trump is None or self.kind.partner_names
        chooses_doubles = self.kind is ContractKind.NELLO or self.named is FOLLOW_ME
        if not fits or (self.doubles is not DoublesRule.HIGH and not chooses_doubles):
            raise ValueError(f"no such contract: {self.kind} {self.trump} {self.doubles}")

    @property
    def named(self) -> Suit | None:
        """The suit named, FOLLOW_ME being one of them; None for nel-o, sevens, bare words."""
        return FOLLOW_ME if self.kind is ContractKind.FOLLOW_ME else self.trump

    @property
    def trump_suit(self) -> Suit | None:
        """The suit that is trump, None where there is none."""
        return None if self.trump is FOLLOW_ME else self.trump

    @property
    def is_bare(self) -> bool:
        """Whether the partner has still to name the suit."""
        return self.kind.partner_names and self.trump is None


def suit_contract(suit: Suit, doubles: DoublesRule = DoublesRule.HIGH) -> Contract:
    """Return the ordinary contract in a suit, or follow-me with that rule for doubles."""
    if suit is FOLLOW_ME:
        return Contract(ContractKind.FOLLOW_ME, doubles=doubles)
    return Contract(ContractKind.SUIT, suit)


def _only_high_doubles(rules: Rules) -> bool:
    return rules.nt_doubles == (DoublesRule.HIGH,)


def _parse_named(text: str, rules: Rules) -> tuple[Suit, DoublesRule] | None:
    suit, _, word = text.partition(" ")
    if suit != FOLLOW_ME or _only_high_doubles(rules):
        return (Suit(suit), DoublesRule.HIGH) if suit in _SUIT_WORDS and suit == text else None
    return (FOLLOW_ME, DoublesRule(word)) if word in _DOUBLES_WORDS else None


def parse_contract(text: str, rules: Rules) -> Contract:
    """Read a contract in the words of the record, the bare words included.

    Follow-me carries its rule for doubles exactly where the table allows another than high
    (ruling 8.7). Raises NotationError.
    """
    if text in {ContractKind.SEVENS, ContractKind.PLUNGE, ContractKind.SPLASH}:
        return Contract(ContractKind(text))
    word, _, rest = text.partition(" ")
    if word == ContractKind.NELLO and rest in _DOUBLES_WORDS:
        return Contract(ContractKind.NELLO, doubles=DoublesRule(rest))
    if word in {ContractKind.PLUNGE, ContractKind.SPLASH}:
        named = _parse_named(rest, rules)
        if named:
            return Contract(ContractKind(word), *named)
    elif named := _parse_named(text, rules):
        return suit_contract(*named)
    raise NotationError(f"{text!r} is no contract at this table.")


def format_contract(contract: Contract, rules: Rules) -> str:
    """Write a contract in the words of the record: ``5``, ``nello own``, ``plunge 5``."""
    if contract.kind is ContractKind.NELLO:
        return f"{contract.kind} {contract.doubles}"
    words = [contract.kind.value] if contract.kind.partner_names else []
    if contract.named:
        words.append(contract.named.value)
    if contract.named is FOLLOW_ME and not _only_high_doubles(rules):
        words.append(contract.doubles.value)
    return " ".join(words) or contract.kind.value
