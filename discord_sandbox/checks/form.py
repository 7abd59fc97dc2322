"""Checks of request fields; collects errors as Discord reports them (code 50035)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from discord_sandbox.checks.refusal import Json, Refusal

Path = tuple[str | int, ...]
Check = Callable[["Form", Path, Any], None]


class Form:
    """Collects the errors in a request body."""

    def __init__(self) -> None:
        self.complaints: list[tuple[Path, str, str]] = []

    def complain(self, path: Path, code: str, message: str) -> None:
        """Record an error for the value at `path`."""
        self.complaints.append((path, code, message))

    def raise_complaints(self) -> None:
        """Raise 50035 with all complaints, if any."""
        if not self.complaints:
            return
        errors: Json = {}
        for path, code, message in self.complaints:
            at = errors
            for step in path:
                at = at.setdefault(str(step), {})
            at.setdefault("_errors", []).append({"code": code, "message": message})
        first = self.complaints[0]
        where = ".".join(map(str, first[0]))
        raise Refusal(50035, errors=errors, reason=f"{where}: {first[1]} {first[2]}")

    def fields(
        self, path: Path, value: Any, known: Mapping[str, Check], required: Sequence[str] = ()
    ) -> bool:
        """Check an object's fields, rejecting unknown ones; return True if it is an object."""
        if not isinstance(value, dict):
            self.complain(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used here.")
            return False
        for name in required:
            if value.get(name) is None:
                self.complain((*path, name), "BASE_TYPE_REQUIRED", "This field is required")
        for name, item in value.items():
            check = known.get(name)
            if check is None:
                self.complain((*path, name), "UNKNOWN_FIELD", "Unknown field.")
            elif item is not None:
                check(self, (*path, name), item)
        return True


def require(check: Check, value: Any, path: Path = ()) -> None:
    """Check a value; raise 50035 with all complaints, if any."""
    form = Form()
    check(form, path, value)
    form.raise_complaints()


def text(low: int, high: int) -> Check:
    """Check for a string of `low` to `high` characters."""

    def check(form: Form, path: Path, value: Any) -> None:
        if not isinstance(value, str):
            form.complain(path, "STRING_TYPE_CONVERT", "Could not interpret as string.")
        elif not low <= len(value) <= high:
            form.complain(
                path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length."
            )

    return check


def whole(low: int, high: int) -> Check:
    """Check for an integer from `low` to `high`."""

    def check(form: Form, path: Path, value: Any) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            form.complain(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif not low <= value <= high:
            form.complain(path, "NUMBER_TYPE_RANGE", f"Must be between {low} and {high}.")

    return check


def boolean(form: Form, path: Path, value: Any) -> None:
    """Check for true or false."""
    if not isinstance(value, bool):
        form.complain(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


def snowflake(form: Form, path: Path, value: Any) -> None:
    """Check for an id, written as a string or an integer."""
    if isinstance(value, bool) or not str(value).isdigit():
        form.complain(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


def number(form: Form, path: Path, value: Any) -> None:
    """Check for an integer or a float."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        form.complain(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')


def anything(_form: Form, _path: Path, _value: Any) -> None:
    """Accept every value."""


def mapping(form: Form, path: Path, value: Any) -> None:
    """Check for an object with any fields."""
    if not isinstance(value, dict):
        form.complain(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used here.")


def one_of(*values: Any) -> Check:
    """Check for one of `values`."""

    def check(form: Form, path: Path, value: Any) -> None:
        if value not in values:
            form.complain(path, "BASE_TYPE_CHOICES", f"Value must be one of {values}.")

    return check


def listing(item: Check, low: int, high: int) -> Check:
    """Check for a list of `low` to `high` values, each by `item`."""

    def check(form: Form, path: Path, value: Any) -> None:
        if not isinstance(value, list):
            form.complain(path, "LIST_TYPE_CONVERT", "Only iterables may be used here.")
            return
        if not low <= len(value) <= high:
            form.complain(
                path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length."
            )
        for index, entry in enumerate(value):
            item(form, (*path, index), entry)

    return check


def shape(known: Mapping[str, Check], required: Sequence[str] = ()) -> Check:
    """Check for an object with these fields and no other."""

    def check(form: Form, path: Path, value: Any) -> None:
        form.fields(path, value, known, required)

    return check
