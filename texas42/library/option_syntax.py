"""Options typed on one line: ``renege=forfeit nello=any plunge``."""

import re

from texas42.library.catalog import PRESET, entry_of
from texas42.library.errors import UnknownRule
from texas42.library.options import Option

_SWITCHES = {
    **dict.fromkeys(("on", "yes", "true"), True),
    **dict.fromkeys(("off", "no", "false"), False),
}
_UNLIMITED = "none"
_NUMBER = re.compile(r"[0-9]{1,9}")
_BETWEEN_PAIRS = re.compile(r"[\s;]+")
_AROUND_SIGNS = re.compile(r"\s*([=,])\s*")


def parse_options(game_id: str, text: str) -> dict[str, object]:
    """Parse options written as ``name=value``, separated by spaces or semicolons.

    A switch without a value is on; commas separate the members of a list. Raises UnknownGame and
    UnknownRule.
    """
    known = entry_of(game_id).options
    found: dict[str, object] = {}
    for pair in filter(None, _BETWEEN_PAIRS.split(_AROUND_SIGNS.sub(r"\1", text.casefold()))):
        written, sign, value = pair.partition("=")
        name = written.replace("-", "_")
        option = known.get(name)
        if option is None or name == PRESET:
            raise UnknownRule(written, f"is not an option of {game_id}")
        found[name] = _read(option, value if sign or option.kind != "switch" else "on")
    return found


def complete_options(game_id: str, text: str) -> tuple[str, ...]:
    """Complete the last pair of a line of options in every way, the best first.

    Raises UnknownGame.
    """
    entry = entry_of(game_id)
    known = entry.options
    default = entry.presets[entry.default_preset].options
    line = _AROUND_SIGNS.sub(r"\1", text.casefold())
    *before, last = _BETWEEN_PAIRS.split(line) if line else [""]
    start = "".join(f"{pair} " for pair in before if pair)
    written, sign, value = last.partition("=")
    name = written.replace("-", "_")
    used = {pair.partition("=")[0].replace("-", "_") for pair in before}
    if sign:
        option = known.get(name)
        values = () if option is None else _completions(option, value)
        return tuple(f"{start}{name}={found}" for found in values)
    free = [option for option in known.values() if option.name not in used]
    fitting = [option for option in free if option.name.startswith(name)]
    fitting += [option for option in free if name in option.name and option not in fitting]
    if len(fitting) == 1:
        return tuple(f"{start}{fitting[0].name}={value}" for value in fitting[0].words)
    return tuple(
        f"{start}{option.name}={_example_value(option, default.get(option.name))}"
        for option in fitting
    )


def _example_value(option: Option, default: object) -> str:
    """Choose a value other than the default, as an example."""
    usual = "none" if default is None else str(default)
    if isinstance(default, bool):
        usual = "on" if default else "off"
    return next((word for word in option.words if word != usual), option.words[0])


def _read(option: Option, text: str) -> object:
    value: object = text
    match option.kind:
        case "switch":
            value = _SWITCHES.get(text, text)
        case "number":
            value = int(text) if _NUMBER.fullmatch(text) else text
            value = None if text == _UNLIMITED else value
        case "choice":
            value = next((known for known in option.values if str(known) == text), text)
        case "list":
            value = text.split(",")
    return option.check(value)


def _completions(option: Option, typed: str) -> list[str]:
    """List the values that start with the typed text; a list grows by one member."""
    if option.kind != "list":
        if typed and option.kind == "number":
            return [typed]
        return [word for word in option.words if word.startswith(typed)]
    *chosen, last = typed.split(",")
    start = "".join(f"{word}," for word in chosen)
    words = map(str, option.values)
    return [start + word for word in words if word.startswith(last) and word not in chosen]
