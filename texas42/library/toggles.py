"""House rules that one press switches on or off."""

from collections.abc import Mapping
from dataclasses import dataclass

from texas42.engine import Rules
from texas42.library.errors import UnknownRule
from texas42.library.options import Option, written


@dataclass(frozen=True, slots=True)
class Toggle:
    """A value of an option, or a member of a list, that is on or off at a table.

    `on`: that value or member. An option with more than two values can have one that is neither
    `on` nor `off`.
    """

    option: Option
    on: object

    @property
    def key(self) -> str:
        """The name of the toggle in ids: the option's, or the member's for a list."""
        return str(self.on) if self.option.kind == "list" else self.option.name

    @property
    def off(self) -> object:
        """The value of an option that is switched off; a list has none."""
        return False if self.option.kind == "switch" else self.option.values[0]

    def is_on(self, rules: Rules) -> bool:
        """Return True if the rule is on at a table."""
        value = getattr(rules, self.option.name)
        return self.on in value if isinstance(value, tuple) else bool(value == self.on)

    def is_off(self, rules: Rules) -> bool:
        """Return True if the rule is off at a table."""
        value = getattr(rules, self.option.name)
        return self.on not in value if isinstance(value, tuple) else bool(value == self.off)

    def label(self, rules: Rules) -> str:
        """Return the English label of the rule with its value at a table, or of `on`."""
        value = getattr(rules, self.option.name)
        named = self.on if isinstance(value, tuple) or self.is_off(rules) else value
        return self.option.text.toggles[written(named)]

    def value(self, rules: Rules, *, on: bool) -> object:
        """Return the option's value with the rule on or off.

        A list that would become empty holds everything else instead.
        """
        value = getattr(rules, self.option.name)
        if not isinstance(value, tuple):
            return self.on if on else self.off
        kept = tuple(
            each for each in self.option.values if (on if each == self.on else each in value)
        )
        return kept or tuple(each for each in self.option.values if each != self.on)


def read_toggle(text: str, options: Mapping[str, Option]) -> Toggle:
    """Read a toggle as a game's file has it, ``plunge`` or ``nello=any``. Raises UnknownRule."""
    name, _, value = text.partition("=")
    option = options.get(name)
    if option is None:
        raise UnknownRule(name, "is none of the options")
    if option.kind == "switch" and not value:
        return Toggle(option, on=True)
    on = next((known for known in option.values if str(known) == value), None)
    if on is None:
        raise UnknownRule(name, f"has no value {value!r}")
    return Toggle(option, on)
