"""The check that each value of an option has its words, and that words belong to a value."""

from collections.abc import Collection, Mapping
from string import Formatter

from texas42.library.errors import DataFileError
from texas42.library.options import Option


def check_text(file: str, option: Option) -> None:
    """Check the words of an option; raises DataFileError."""
    text = option.text
    needed = _forms(option)
    allowed = [*needed, "one"] if option.kind == "number" else needed
    _check_forms(file, f"{option.name}.sentence", text.sentences, needed, allowed)
    _check_forms(file, f"{option.name}.short", text.shorts, needed, allowed)
    _check_placeholders(file, f"{option.name}.sentence", text.sentences, _filled(option))
    also = ("marks", "score") if option.kind == "number" else ()
    _check_placeholders(file, f"{option.name}.short", text.shorts, (*_filled(option), *also))
    if text.toggles:
        _check_toggles(file, f"{option.name}.toggle", option)


def _forms(option: Option) -> Collection[str]:
    """List the keys of the words that an option needs."""
    match option.kind:
        case "switch" | "choice":
            return option.words
        case "number":
            return ("many", "none") if option.unlimited else ("many",)
        case "list":
            return ("some",) if option.values else ()


def _filled(option: Option) -> tuple[str, ...]:
    """List the placeholders that are filled in the words of an option."""
    return {"number": ("n",), "list": ("doubles",)}.get(option.kind, ())


def _check_toggles(file: str, key: str, option: Option) -> None:
    """Check the labels of toggles: all values but the one that is off, or members of a list."""
    toggles = option.text.toggles
    match option.kind:
        case "switch":
            _check_forms(file, key, toggles, ("on",), ("on",))
        case "choice":
            _check_forms(file, key, toggles, option.words[1:], option.words[1:])
        case "number":
            _check_forms(file, key, toggles, (), ())
        case "list":
            _check_forms(file, key, toggles, (), option.words or toggles)
    _check_placeholders(file, key, toggles, ())


def _check_forms(
    file: str, key: str, given: Mapping[str, str], needed: Collection[str], allowed: Collection[str]
) -> None:
    for form in given:
        if form not in allowed:
            reason = f"is none of {', '.join(allowed)}" if allowed else "has no words here"
            raise DataFileError(file, f"{key}.{form}", reason)
    for form in needed:
        if form not in given:
            raise DataFileError(file, f"{key}.{form}", "is missing: each value needs its words")


def _check_placeholders(
    file: str, key: str, given: Mapping[str, str], filled: Collection[str]
) -> None:
    for form, text in given.items():
        try:
            named = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
        except ValueError as error:
            raise DataFileError(file, f"{key}.{form}", f"{text!r}: {error}") from error
        for name in named:
            if name not in filled:
                raise DataFileError(file, f"{key}.{form}", f"{{{name}}} is not filled here")
