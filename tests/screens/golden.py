"""The golden screens: what every sample of the registry says, shows and offers.

    python -m tests.screens.golden

writes them anew, into a file for each screen. A sample is shown to a reader of pictures, and to a
reader of words where that is something else. Of what a value has by default nothing is written.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from enum import Enum
from pathlib import Path

from bot.presenter.words.ids import ComponentId, format_id
from bot.presenter.words.render_context import RenderContext, tile_text
from bot.presenter.words.spec import (
    Button,
    ButtonStyle,
    Container,
    Link,
    Message,
    Picture,
    Row,
    Select,
    SelectOption,
    Separator,
    Text,
    TextForm,
)
from texas42.engine import Tile

from .registry import Look, Screen, full_name, samples, screens

FOLDER = Path(__file__).parents[1] / "golden" / "screens"
WIDTH = 140
SENT_AS = {"component_id": "custom_id"}
TILES = [Tile(high, low) for high in range(9) for low in range(high + 1)]
COUNTED = {(t, count): f"<:{t.high}{t.low}:1>" for t in TILES for count in (0, t.count)}
EMOJI = {(t, c): f"<:d{t.high}{t.low}n:{10**18}>" for t in TILES for c in (0, t.count)}
"""Emojis as long as Discord writes them; those of the golden files are short."""
PICTURES = RenderContext(avatars={1000 + seat: f"avatar-{seat}" for seat in range(3)})
WORDS = RenderContext(tile_emoji=COUNTED, command_ids={"hand": 7, "daily": 8}, pictures=False)
Json = object


def golden_of(screen: Screen) -> str:
    """Write the golden file of a screen."""
    drawn = samples(screen, Look(PICTURES))
    spoken = samples(screen, Look(WORDS))
    shown: dict[str, Json] = {}
    known: dict[str, str] = {}
    for name, message in drawn.items():
        shown[name] = told(message)
    for name, message in spoken.items():
        words = told(message)
        if shown.get(name) != words:
            shown[f"{name}, in words"] = words
    for name, parts in shown.items():
        _name_what_is_known(name, parts, known)
    return written(shown) + "\n"


def _name_what_is_known(name: str, parts: Json, known: dict[str, str]) -> None:
    """Replace a picture or a list that an earlier sample has by the name of that sample."""
    for part in parts if isinstance(parts, list) else ():
        if not isinstance(part, dict):
            continue
        _name_known(name, part, "drawing", known)
        for item in part.get("row", ()):
            if isinstance(item, dict):
                _name_known(name, item, "options", known)


def _name_known(name: str, part: dict[str, Json], field: str, known: dict[str, str]) -> None:
    """Replace a field that an earlier sample has by the name of that sample, if that is shorter."""
    if field not in part:
        return
    whole = json.dumps(part[field])
    reference = f"as in {known.setdefault(whole, name)}"
    if known[whole] != name and len(reference) < len(whole):
        part[field] = reference


def told(message: Message | TextForm) -> Json:
    """Describe a message: its parts in order, then what else it has."""
    if isinstance(message, TextForm):
        return value_of(message)
    found = [part for each in message.body for part in _part(each)]
    found += [{"content": lines_of(message.content)}] if message.content else []
    found += [part for row in message.rows for part in _part(row)]
    found += [{"file": file.name, "holds": lines_of(file.content)} for file in message.files]
    found += [{"pings": list(message.mentions)}] if message.mentions else []
    found += ["silent"] if message.silent else []
    return found


def _part(part: object) -> Iterator[Json]:
    match part:
        case Container(children, accent):
            yield f"frame {'' if accent is None else accent.value}".strip()
            for child in children:
                yield from _part(child)
        case Text(markdown):
            yield {"text": lines_of(markdown)}
        case Row(items):
            yield {"row": [_control(item) for item in items]}
        case Separator():
            yield "line"
        case Picture(drawing, alt, name):
            yield {"picture": name, "alt": lines_of(alt), "drawing": drawing_of(drawing)}
        case _:
            raise TypeError(f"no part of a message: {part!r}")


def _control(item: Button | Link | Select) -> Json:
    match item:
        case Button(label, component_id, style, disabled, emoji):
            more = [] if style is ButtonStyle.SECONDARY else [style.value]
            more += ["off"] if disabled else []
            more += [emoji] if emoji else []
            return " | ".join((label, format_id(component_id), *more))
        case Link(label, url):
            return f"{label} | {url}"
        case Select():
            found = dict(value_of(item))  # type: ignore[call-overload]
            options = [_option(option) for option in item.options]
            return found | ({"options": options} if options else {})


def _option(option: SelectOption) -> str:
    more = [option.description] if option.description else []
    more += ["chosen"] if option.default else []
    value = [] if option.value == option.label else [option.value]
    return " | ".join((option.label, *value, *more))


def lines_of(text: str) -> Json:
    """Write a text of several lines as a list of them."""
    return text.split("\n") if "\n" in text else text


def drawing_of(drawing: object) -> Json:
    """Describe a picture by its kind and contents."""
    return {"is": type(drawing).__name__, **dict(value_of(drawing))}  # type: ignore[call-overload]


def value_of(value: object) -> Json:
    """Describe a value by what it has beyond its defaults, the same in each run."""
    if isinstance(value, Tile):
        return tile_text(value)
    if isinstance(value, ComponentId):
        return format_id(value)
    if is_dataclass(value):
        shown = {each.name: getattr(value, each.name) for each in fields(value)}
        usual = {each.name: each.default for each in fields(value) if each.default is not MISSING}
        told_of = {
            SENT_AS.get(name, name): value_of(each)
            for name, each in shown.items()
            if name not in usual or each != usual[name]
        }
        return _domino(told_of) if "tile" in told_of else told_of
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, Mapping):
        return {str(value_of(key)): value_of(each) for key, each in value.items()}
    if isinstance(value, frozenset):
        return sorted((value_of(each) for each in value), key=str)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [value_of(each) for each in value]
    return value.isoformat() if isinstance(value, date) else value


def _domino(told_of: dict[str, Json]) -> str:
    """Write a domino of a picture in a line: "6-4 count=10 trump"."""
    tile, *facts = told_of.items()
    more = (name if each is True else f"{name}={each}" for name, each in facts)
    return " ".join((f"{tile[0]}={tile[1]}" if tile[0] != "tile" else str(tile[1]), *more))


def written(value: Json, indent: str = "") -> str:
    """Format JSON with what fits on a line, and every sample and part on its own."""
    short = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(short) <= WIDTH and indent:
        return short
    inner = indent + " "
    if isinstance(value, dict) and value:
        items = [
            f"{json.dumps(k, ensure_ascii=False)}: {written(v, inner)}" for k, v in value.items()
        ]
        return "{\n" + ",\n".join(inner + item for item in items) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        items = [written(each, inner) for each in value]
        return "[\n" + ",\n".join(inner + item for item in items) + f"\n{indent}]"
    return short


def path_of(screen: Screen) -> Path:
    """Return the golden file of a screen."""
    return FOLDER / f"{full_name(screen)}.json"


def difference(screen: Screen) -> str:
    """Return what differs from the golden file of a screen, as a diff; empty if nothing does."""
    path = path_of(screen)
    before = path.read_text("utf-8") if path.exists() else ""
    now = golden_of(screen)
    if before == now:
        return ""
    lines = difflib.unified_diff(
        before.splitlines(),
        now.splitlines(),
        f"golden {full_name(screen)}",
        "now",
        lineterm="",
        n=4,
    )
    return "\n".join(lines)


def main() -> None:
    """Write every golden file anew, and remove those of screens that are gone."""
    wanted = {path_of(screen): screen for screen in screens()}
    for path in set(FOLDER.glob("*/*.json")) - set(wanted):
        path.unlink()
    for path, screen in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(golden_of(screen), encoding="utf-8")
    print(f"{len(wanted)} golden screens in {FOLDER}")


if __name__ == "__main__":
    main()
