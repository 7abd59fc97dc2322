"""Table options: their values, validation and wording."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from texas42.library.errors import UnknownRule

OptionKind = Literal["switch", "choice", "number", "list"]
OptionGroup = Literal["bidding", "trump", "specials", "play", "scoring"]


_LONGEST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class OptionText:
    """The words of an option in English, as `data/games/options.toml` explains them.

    `sentences`, `shorts` and `toggles` are by value as people write it; for a number by `one`,
    `many` and `none`, for a list by `some`.
    """

    title: str
    about: str
    sentences: Mapping[str, str]
    shorts: Mapping[str, str]
    toggles: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its accepted values, and its words."""

    name: str
    kind: OptionKind
    group: OptionGroup
    text: OptionText = field(compare=False, repr=False)
    values: tuple[object, ...] = ()
    least: int = 0
    unlimited: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The values as people write them: for numbers the least, for lists the members."""
        match self.kind:
            case "switch":
                return ("on", "off")
            case "number":
                return ("none", str(self.least)) if self.unlimited else (str(self.least),)
            case "choice" | "list":
                return tuple(map(str, self.values))

    def line(self, value: object) -> str:
        """Format a checked value as `parse_options` reads it: ``renege=forfeit``."""
        return f"{self.name}={written(value)}"

    def check(self, value: object) -> object:
        """Check a value and convert it for the rules; raises UnknownRule."""
        match self.kind:
            case "switch":
                fits = isinstance(value, bool)
            case "choice":
                fits = any(type(value) is type(known) and value == known for known in self.values)
            case "number":
                fits = self._is_number(value)
            case "list":
                return self._check_list(value)
        if not fits:
            raise self._refusal(value)
        return value

    def _is_number(self, value: object) -> bool:
        if value is None:
            return self.unlimited
        return isinstance(value, int) and not isinstance(value, bool) and value >= self.least

    def _check_list(self, value: object) -> tuple[object, ...]:
        listed = value if isinstance(value, list | tuple) else []
        known = [item for item in self.values if item in listed]
        if not listed or len(known) != len(listed) or not all(type(i) is str for i in listed):
            raise self._refusal(value)
        return tuple(known)

    def _refusal(self, value: object) -> UnknownRule:
        shown = repr(value)
        if len(shown) > _LONGEST_SHOWN:
            shown = f"{shown[:_LONGEST_SHOWN]}…"
        reason = f"{shown} is not {self._describe_values()}"
        return UnknownRule(self.name, reason, self.words, open_ended=self.kind == "number")

    def _describe_values(self) -> str:
        words = ", ".join(str(value) for value in self.values)
        match self.kind:
            case "switch":
                return "true or false"
            case "choice":
                return f"one of {words}"
            case "number":
                return f"a whole number from {self.least}" + (" or null" if self.unlimited else "")
            case "list":
                return f"a list of some of {words}, each once"


def written(value: object) -> str:
    """Format a checked value of an option, or a member of a list, as people write it."""
    match value:
        case bool():
            return "on" if value else "off"
        case None:
            return "none"
        case tuple():
            return ",".join(map(str, value))
        case _:
            return str(value)
