"""Payloads of requests: messages, components, commands and modals."""

from __future__ import annotations

from typing import Any

V2 = 1 << 15
Json = dict[str, Any]


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def button(n: int = 0, **fields: Any) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"b{n}", **fields}


def select(*values: str, **fields: Any) -> Json:
    options = [{"label": v, "value": v} for v in values]
    return {"type": 3, "custom_id": "s", "options": options, **fields}


def words(n: int) -> Json:
    return {"type": 10, "content": "x" * n}


def v2(*components: Json) -> Json:
    return {"flags": V2, "components": list(components)}


def gallery(url: str) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}}]}


def command(**fields: Any) -> Json:
    return {"name": "play", "description": "Play", "type": 1, **fields}


def option(name: str = "tile", **fields: Any) -> Json:
    return {"type": 3, "name": name, "description": "x", **fields}


def modal(*components: Json, **fields: Any) -> Json:
    data = {"title": "x", "custom_id": "m", "components": list(components), **fields}
    return {"type": 9, "data": data}


def label(component: Json | None = None, **fields: Any) -> Json:
    component = component or {"type": 4, "custom_id": "i", "style": 1}
    return {"type": 18, "label": "x", "component": component, **fields}


def options(n: int) -> list[Json]:
    return [{"label": str(i), "value": str(i)} for i in range(n)]
