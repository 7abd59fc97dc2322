"""Contracts and their notation."""

from dataclasses import dataclass

from bot.engine.errors import NotationError
from bot.engine.overlays import OVERLAYS, ContractKind, Overlay
from bot.engine.rules import Rules
from bot.engine.suit_tables import Ordering
from bot.engine.suits import FOLLOW_ME, DoublesRule, Suit

_SUIT_WORDS = frozenset(Suit)
_DOUBLES_WORDS = frozenset(DoublesRule)
_SPECIAL_WORDS = frozenset(kind for kind, row in OVERLAYS.items() if row.is_special)


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
        chooses_doubles = self.overlay.names_doubles or self.named is FOLLOW_ME
        if not fits or (self.doubles is not DoublesRule.HIGH and not chooses_doubles):
            raise ValueError(f"no such contract: {self.kind} {self.trump} {self.doubles}")

    @property
    def overlay(self) -> Overlay:
        """What this kind of contract does differently."""
        return OVERLAYS[self.kind]

    @property
    def has_suits(self) -> bool:
        """Whether a lead calls a suit that the others follow."""
        return self.overlay.has_suits

    @property
    def ordering(self) -> Ordering:
        """The order of the tiles; that of a bare word is follow-me's."""
        return self.overlay.ordering(self.trump_suit, self.doubles)

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

    def __str__(self) -> str:
        return format_contract(self)


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


def _parse_special(kind: ContractKind, rest: str, rules: Rules) -> Contract | None:
    """Read what stands behind the word of a special contract."""
    if kind.overlay.names_doubles:
        known = rest in _DOUBLES_WORDS
        return Contract(kind, doubles=DoublesRule(rest)) if known else None
    if not rest:
        return Contract(kind)
    named = _parse_named(rest, rules) if kind.partner_names else None
    return Contract(kind, *named) if named else None


def parse_contract(text: str, rules: Rules) -> Contract:
    """Read a contract in the words of the record, the bare words included.

    Follow-me carries its rule for doubles exactly where the table allows another than high
    (ruling 8.7). Raises NotationError.
    """
    word, space, rest = text.partition(" ")
    if word in _SPECIAL_WORDS:
        contract = _parse_special(ContractKind(word), rest, rules) if rest or not space else None
    else:
        named = _parse_named(text, rules)
        contract = suit_contract(*named) if named else None
    if contract is None:
        raise NotationError(f"{text!r} is no contract at this table.")
    return contract


def format_contract(contract: Contract, rules: Rules | None = None) -> str:
    """Write a contract in the words of the record: ``5``, ``nello own``, ``plunge 5``.

    Only the table's rules tell whether follow-me is written with high doubles said (ruling 8.7);
    without them ``high`` is left out.
    """
    words = [contract.kind.value] if contract.overlay.is_special else []
    if contract.named:
        words.append(contract.named.value)
    says_doubles = contract.overlay.names_doubles
    if contract.named is FOLLOW_ME:
        plain = contract.doubles is DoublesRule.HIGH if rules is None else _only_high_doubles(rules)
        says_doubles = not plain
    if says_doubles:
        words.append(contract.doubles.value)
    return " ".join(words)
