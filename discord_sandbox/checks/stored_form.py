"""Converts the components of a request to the form in which Discord stores and sends them."""

from __future__ import annotations

import itertools

from discord_sandbox.checks.components import walk
from discord_sandbox.checks.refusal import Json


def to_stored_form(components: list[Json], files: dict[str, Json]) -> list[Json]:
    """Convert components to the stored form: each has an id, and media are resolved.

    Ids of emojis and of chosen objects become strings, as in all that Discord sends. `files` are
    the message's attachments by file name.
    """
    taken = {c["id"] for c in walk(components) if c.get("id")}
    free = (n for n in itertools.count(1) if n not in taken)

    def finish(component: Json) -> Json:
        done = {name: value for name, value in component.items() if value is not None}
        done["id"] = component.get("id") or next(free)
        if "emoji" in done:
            done["emoji"] = with_text_id(done["emoji"])
        if "default_values" in done:
            done["default_values"] = [with_text_id(each) for each in done["default_values"]]
        if "options" in done:
            done["options"] = [
                {**each, "emoji": with_text_id(each["emoji"])} if each.get("emoji") else each
                for each in done["options"]
            ]
        for name in ("media", "file"):
            if name in done:
                done[name] = _resolve_media(done[name], files)
        if "items" in done:
            done["items"] = [
                {**i, "media": _resolve_media(i["media"], files)} for i in done["items"]
            ]
        if "components" in done:
            done["components"] = [finish(child) for child in done["components"]]
        for name in ("accessory", "component"):
            if name in done:
                done[name] = finish(done[name])
        return done

    return [finish(component) for component in components]


def with_text_id(value: Json) -> Json:
    """Write the id of an object, if it has one, as a string."""
    return value if value.get("id") is None else {**value, "id": str(value["id"])}


def _resolve_media(media: Json, files: dict[str, Json]) -> Json:
    scheme, _, name = media["url"].partition("://")
    if scheme != "attachment":
        return {"proxy_url": media["url"], **media}
    file = files[name]
    return {
        "url": file["url"],
        "proxy_url": file["proxy_url"],
        "width": file.get("width"),
        "height": file.get("height"),
        "content_type": file["content_type"],
        "attachment_id": file["id"],
        "loading_state": 2,
        "flags": 0,
    }
