"""Every sentence comes from here: English in the source, other languages by catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from gettext import NullTranslations

from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from bot.engine import (
    DOUBLES,
    FOLLOW_ME,
    Call,
    CallKind,
    Contract,
    ContractKind,
    DoublesRule,
    Rules,
    Suit,
)
from bot.engine.calls import SHOOT_THE_MOON

_LIST_LOCALES = {"en": "en_GB"}  # "a, b or c": no comma before the last word


class Words:
    """The sentences of one language; `catalog` translates the English source text."""

    def __init__(self, locale: str = "en", catalog: NullTranslations | None = None) -> None:
        self._locale = locale
        self._catalog = catalog or NullTranslations()

    def say(self, text: str, /, **values: object) -> str:
        """Return a sentence with its named places filled."""
        return self._catalog.gettext(text).format(**values)

    def plural(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Return the form of a sentence for a number, which stands in it as `{n}`."""
        return self._catalog.ngettext(one, many, number).format(n=number, **values)

    def either(self, items: Iterable[str]) -> str:
        """Return "a, b or c"."""
        return format_list(list(items), style="or", locale=self._list_locale)

    def both(self, items: Iterable[str]) -> str:
        """Return "a, b and c"."""
        return format_list(list(items), style="standard", locale=self._list_locale)

    def percent(self, share: float) -> str:
        """Return a share of 1 as a whole percentage."""
        return format_percent(share, locale=self._locale)

    def number(self, value: float) -> str:
        """Return a number as the language writes it."""
        return format_decimal(value, locale=self._locale)

    @property
    def _list_locale(self) -> str:
        return _LIST_LOCALES.get(self._locale, self._locale)

    def suit(self, suit: Suit) -> str:
        """Return the name of a suit."""
        names = {
            Suit.BLANKS: self.say("blanks"),
            Suit.ONES: self.say("ones"),
            Suit.TWOS: self.say("twos"),
            Suit.THREES: self.say("threes"),
            Suit.FOURS: self.say("fours"),
            Suit.FIVES: self.say("fives"),
            Suit.SIXES: self.say("sixes"),
            Suit.SEVENS: self.say("sevens"),
            Suit.EIGHTS: self.say("eights"),
            DOUBLES: self.say("doubles"),
            FOLLOW_ME: self.say("follow me (no trump)"),
        }
        return names[suit]

    def one_of(self, suit: Suit) -> str:
        """Return what one tile of a suit is called: "a five"."""
        names = {
            Suit.BLANKS: self.say("a blank"),
            Suit.ONES: self.say("a one"),
            Suit.TWOS: self.say("a two"),
            Suit.THREES: self.say("a three"),
            Suit.FOURS: self.say("a four"),
            Suit.FIVES: self.say("a five"),
            Suit.SIXES: self.say("a six"),
            Suit.SEVENS: self.say("a seven"),
            Suit.EIGHTS: self.say("an eight"),
            DOUBLES: self.say("a double"),
        }
        return names[suit]

    def doubles(self, rule: DoublesRule) -> str:
        """Return how doubles rank without trump."""
        names = {
            DoublesRule.HIGH: self.say("doubles high"),
            DoublesRule.LOW: self.say("doubles low"),
            DoublesRule.OWN: self.say("doubles a suit of their own"),
            DoublesRule.OWN_REVERSED: self.say("doubles a suit of their own, 0-0 high"),
        }
        return names[rule]

    def marks(self, number: int) -> str:
        """Return "1 mark", "2 marks"."""
        return self.plural("{n} mark", "{n} marks", number)

    def score(self, number: int, rules: Rules) -> str:
        """Return a score with its unit, marks or points."""
        if rules.by_marks:
            return self.marks(number)
        return self.plural("{n} point", "{n} points", number)

    def call(self, call: Call, rules: Rules) -> str:
        """Return a call as players say it: "31", "2 marks", "84", "60 in fives"."""
        if call.kind is CallKind.PASS:
            return self.say("pass")
        if call.kind is CallKind.GAME:
            return self.say("game")
        if call.kind is CallKind.TRICKS and call.number == SHOOT_THE_MOON:
            return self.say("{number} (shoot the moon)", number=call.number)
        number = str(call.number)
        if call.multiple:
            by_points = str(call.number * rules.game.total)
            number = self.marks(call.number) if rules.by_marks else by_points
        if call.kind is CallKind.PLUNGE:
            return self.say("plunge for {bid}", bid=number)
        if call.trump is FOLLOW_ME:
            return self.say("{bid} follow me", bid=number)
        if call.trump:
            return self.say("{bid} in {suit}", bid=number, suit=self.suit(call.trump))
        return number

    def short_call(self, call: Call, rules: Rules) -> str:
        """Return a call in a word or two, where there is no room: "plunge 4", "21"."""
        number = str(call.number)
        if call.kind is CallKind.PLUNGE:
            said = number if rules.by_marks else str(call.number * rules.game.total)
            return self.say("plunge {number}", number=said)
        return number if call.kind is CallKind.TRICKS else self.call(call, rules)

    def contract(self, contract: Contract, rules: Rules) -> str:
        """Return a contract in a few words: "fives", "nel-o, doubles low", "plunge, fives"."""
        kind, named = contract.kind, contract.named
        suit = "" if named is None else self.suit(named)
        if named is FOLLOW_ME and rules.nt_doubles != (DoublesRule.HIGH,):
            suit = self.say("follow me, {doubles}", doubles=self.doubles(contract.doubles))
        if kind is ContractKind.NELLO:
            return self.say("nel-o, {doubles}", doubles=self.doubles(contract.doubles))
        if kind is ContractKind.SEVENS:
            return self.say("sevens (nearest to 7 wins)")
        if not kind.partner_names:
            return suit
        word = self.say("plunge") if kind is ContractKind.PLUNGE else self.say("splash")
        if not suit:
            return word
        return self.say("{contract}, {suit}", contract=word, suit=suit)

    def short_contract(self, contract: Contract) -> str:
        """Return a contract in a word or two, where there is no room for how doubles rank."""
        names = {
            ContractKind.FOLLOW_ME: self.say("follow me"),
            ContractKind.NELLO: self.say("nel-o"),
            ContractKind.SEVENS: self.say("sevens"),
            ContractKind.PLUNGE: self.say("plunge"),
            ContractKind.SPLASH: self.say("splash"),
        }
        if contract.trump_suit is not None:
            return self.suit(contract.trump_suit)
        return names[contract.kind]
