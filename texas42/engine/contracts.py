"""Contracts, their notation, and their suits, order, trumps, offs and walkers."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from texas42.engine.errors import NotationError
from texas42.engine.overlays import OVERLAYS, ContractKind, Overlay
from texas42.engine.rules import Rules
from texas42.engine.tiles import DOUBLES, FOLLOW_ME, DoublesRule, Ordering, Suit, Tile

_SUIT_WORDS = frozenset(Suit)
_SPECIAL_WORDS = frozenset(kind for kind, row in OVERLAYS.items() if row.is_special)
_WITHOUT_TRUMP = frozenset(DoublesRule) - {DoublesRule.REVERSED}


def partners_doubles(trump: Suit) -> tuple[DoublesRule, ...]:
    """Return the ranks of doubles in a trump suit of plunge or splash (004:198, ruling 8.22)."""
    return (DoublesRule.HIGH, DoublesRule.REVERSED if trump is DOUBLES else DoublesRule.LOW)


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract: its kind, its suit, and the rank of doubles.

    `trump`: for SUIT a number or doubles; for plunge and splash the suit that the partner named,
    FOLLOW_ME included, or None before that; None for the others. Raises ValueError for an
    impossible combination.
    """

    kind: ContractKind
    trump: Suit | None = None
    doubles: DoublesRule = DoublesRule.HIGH

    def __post_init__(self) -> None:
        if self.kind is ContractKind.SUIT:
            fits = self.trump is not None and self.trump is not FOLLOW_ME
        else:
            fits = self.trump is None or self.kind.partner_names
        if not fits or self.doubles not in self._doubles_rules():
            raise ValueError(f"no such contract: {self.kind} {self.trump} {self.doubles}")

    def _doubles_rules(self) -> Collection[DoublesRule]:
        """Return the ranks that doubles can have in this kind of contract and suit."""
        if self.overlay.names_doubles or self.named is FOLLOW_ME:
            return _WITHOUT_TRUMP
        if self.kind.partner_names and self.trump is not None:
            return partners_doubles(self.trump)
        return (DoublesRule.HIGH,)

    @property
    def overlay(self) -> Overlay:
        """The rules that this kind of contract overrides."""
        return OVERLAYS[self.kind]

    @property
    def has_suits(self) -> bool:
        """True if a lead calls a suit that the others follow."""
        return self.overlay.has_suits

    @property
    def ordering(self) -> Ordering:
        """The order of the tiles; follow-me's before the partner has named a suit."""
        return self.overlay.ordering(self.trump_suit, self.doubles)

    @property
    def named(self) -> Suit | None:
        """The suit named, FOLLOW_ME included; None for nel-o, sevens and unnamed suits."""
        return FOLLOW_ME if self.kind is ContractKind.FOLLOW_ME else self.trump

    @property
    def trump_suit(self) -> Suit | None:
        """The trump suit, or None."""
        return None if self.trump is FOLLOW_ME else self.trump

    @property
    def is_bare(self) -> bool:
        """True if the partner has yet to name the suit."""
        return self.kind.partner_names and self.trump is None

    def __str__(self) -> str:
        return format_contract(self)


def suit_contract(suit: Suit, doubles: DoublesRule = DoublesRule.HIGH) -> Contract:
    """Build the ordinary contract in a suit, or follow-me with this rule for doubles."""
    if suit is FOLLOW_ME:
        return Contract(ContractKind.FOLLOW_ME, doubles=doubles)
    return Contract(ContractKind.SUIT, suit)


def _words_of(kind: ContractKind, suit: Suit, rules: Rules) -> Collection[DoublesRule]:
    """Return the words that can follow a suit; empty if none is written (8.7, 8.22)."""
    if suit is FOLLOW_ME:
        return () if rules.nt_doubles == (DoublesRule.HIGH,) else _WITHOUT_TRUMP
    if not kind.partner_names or rules.plunge_doubles == (DoublesRule.HIGH,):
        return ()
    return partners_doubles(suit)


def _parse_named(kind: ContractKind, text: str, rules: Rules) -> tuple[Suit, DoublesRule] | None:
    suit, space, word = text.partition(" ")
    if suit not in _SUIT_WORDS:
        return None
    words = _words_of(kind, Suit(suit), rules)
    if not words:
        return None if space else (Suit(suit), DoublesRule.HIGH)
    return (Suit(suit), DoublesRule(word)) if word in words else None


def _parse_special(kind: ContractKind, rest: str, rules: Rules) -> Contract | None:
    """Parse the text after the word of a special contract."""
    if kind.overlay.names_doubles:
        known = rest in _WITHOUT_TRUMP
        return Contract(kind, doubles=DoublesRule(rest)) if known else None
    if not rest:
        return Contract(kind)
    named = _parse_named(kind, rest, rules) if kind.partner_names else None
    return Contract(kind, *named) if named else None


def parse_contract(text: str, rules: Rules) -> Contract:
    """Parse a contract in record notation, words without a suit included.

    A suit carries a rule for doubles only if the table allows another than high (8.7, 8.22).
    Raises NotationError.
    """
    word, space, rest = text.partition(" ")
    if word in _SPECIAL_WORDS:
        contract = _parse_special(ContractKind(word), rest, rules) if rest or not space else None
    else:
        named = _parse_named(ContractKind.SUIT, text, rules)
        contract = suit_contract(*named) if named else None
    if contract is None:
        raise NotationError(f"{text!r} is not a contract at this table.")
    return contract


def format_contract(contract: Contract, rules: Rules | None = None) -> str:
    """Format a contract in record notation: ``5``, ``nello own``, ``plunge 5``.

    The table's rules decide whether high doubles are written (rulings 8.7 and 8.22); without rules
    ``high`` is left out, but not in nel-o.
    """
    words = [contract.kind.value] if contract.overlay.is_special else []
    if contract.named:
        words.append(contract.named.value)
    says_doubles = contract.overlay.names_doubles or contract.doubles is not DoublesRule.HIGH
    if contract.named is not None and rules is not None:
        says_doubles = bool(_words_of(contract.kind, contract.named, rules))
    if says_doubles:
        words.append(contract.doubles.value)
    return " ".join(words)


def ordering(contract: Contract) -> Ordering:
    """Build the lookup tables of a contract; follow-me's before the partner has named a suit."""
    return contract.ordering


def suit_of(tile: Tile, contract: Contract) -> Suit:
    """Return the suit that a tile leads by itself: trump, else its higher end (000:80).

    Raises ValueError in a contract without suits.
    """
    if not contract.has_suits:
        raise ValueError(f"{contract.kind} has no suits")
    return contract.ordering.suit[tile]


def led_suit(tile: Tile, contract: Contract, declared: Suit | None = None) -> Suit:
    """Return the suit that a lead calls: the lower end if declared (000:173, 001:124)."""
    return suit_of(tile, contract) if declared is None else declared


def follows(tile: Tile, led: Suit, contract: Contract) -> bool:
    """Return True if a tile belongs to the suit led."""
    return tile in contract.ordering.members[led]


def strength(tile: Tile, led: Suit | None, contract: Contract) -> int | None:
    """Return a tile's strength in a trick, None if it cannot win it.

    `led` is the suit led, None in a contract without suits.
    """
    return contract.ordering.strength[led].get(tile)


def beats(challenger: Tile, best: Tile, led: Suit | None, contract: Contract) -> bool:
    """Return True if a tile played later beats the best so far.

    Equal tiles of a double set, and equal distances in sevens, don't: the first played stands
    (000:217, 004:271).
    """
    able = contract.ordering.strength[led]
    return able.get(challenger, -2) > able.get(best, -2)


def sort_hand(hand: Iterable[Tile], contract: Contract | None) -> tuple[Tile, ...]:
    """Sort a hand as players do: trumps first, then suit by suit, highest first.

    Without a contract, and in one without suits, it is sorted as for follow-me.
    """
    if contract is None or not contract.has_suits:
        return tuple(sorted(hand, reverse=True))
    order = contract.ordering
    trump = contract.trump_suit

    def place(tile: Tile) -> tuple[bool, bool, Suit, int]:
        suit = order.suit[tile]
        return suit is trump, suit is DOUBLES, suit, order.strength[suit][tile]

    return tuple(sorted(hand, key=place, reverse=True))


def trumps(hand: Iterable[Tile], contract: Contract) -> tuple[Tile, ...]:
    """List the trumps of a hand, highest first; empty without a trump suit."""
    suit = contract.trump_suit
    if suit is None:
        return ()
    order = contract.ordering
    held = [tile for tile in hand if tile in order.members[suit]]
    return tuple(sorted(held, key=order.strength[suit].__getitem__, reverse=True))


def offs(hand: Iterable[Tile], contract: Contract) -> tuple[Tile, ...]:
    """List the tiles of a hand that are neither trump nor double, in hand order (000:56)."""
    held = tuple(hand)
    of_trump = trumps(held, contract)
    return tuple(tile for tile in held if not tile.is_double and tile not in of_trump)


def is_walker(tile: Tile, contract: Contract, out: Collection[Tile]) -> bool:
    """Return True if a tile led by itself is the highest of its suit still out (000:143).

    `out`: the tiles that the others may still hold. Trumps among them don't count: players count
    their walkers after trumps are drawn. Raises ValueError in a contract without suits.
    """
    able = contract.ordering.strength[suit_of(tile, contract)]
    members = contract.ordering.members[suit_of(tile, contract)]
    return all(able[other] <= able[tile] for other in out if other in members)
