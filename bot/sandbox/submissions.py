"""What may be chosen or typed into a component, by the component's own terms."""

from __future__ import annotations

from typing import Any

from bot.sandbox.components import BOX, BOXES, INPUT, RADIO, SELECTS, UPLOAD
from bot.sandbox.form import Form, Path
from bot.sandbox.refusal import Json


def check_submission(form: Form, path: Path, component: Json, answer: Json) -> None:
    """Hold a person's answer against the component that asked for it."""
    kind = component["type"]
    if kind == INPUT:
        _check_text(form, path, component, answer.get("value") or "")
    elif kind == RADIO:
        chosen = [] if answer.get("value") is None else [answer["value"]]
        _check_values(form, path, component, chosen, 1, 1)
    elif kind in (*SELECTS, BOXES, UPLOAD):
        most = len(component.get("options", ())) if kind == BOXES else 1
        _check_values(form, path, component, answer.get("values") or [], 1, most)
    elif kind == BOX and not isinstance(answer.get("value"), bool):
        form.complain(path, "BOOLEAN_TYPE_CONVERT", "A checkbox is on or off.")


def _check_text(form: Form, path: Path, component: Json, value: str) -> None:
    low = component.get("min_length") or (1 if component.get("required", True) else 0)
    if not component.get("required", True) and not value:
        return
    if not low <= len(value) <= (component.get("max_length") or 4_000):
        form.complain(path, "BASE_TYPE_BAD_LENGTH", f"{len(value)} characters are not allowed.")


def _check_values(
    form: Form, path: Path, component: Json, values: list[Any], least: int, most: int
) -> None:
    if component.get("min_values") is not None:
        least = component["min_values"]
    most = component.get("max_values") or most
    if not component.get("required", True) and not values:
        return
    if not least <= len(values) <= most or len(set(values)) < len(values):
        form.complain(path, "BASE_TYPE_BAD_LENGTH", f"{len(values)} values, not {least}–{most}.")
    if "options" in component:
        offered = {option["value"] for option in component["options"]}
        for value in values:
            if value not in offered:
                form.complain(path, "BASE_TYPE_CHOICES", f"{value!r} is not offered.")
