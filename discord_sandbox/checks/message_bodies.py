"""Discord's rules for message bodies."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from discord_sandbox.checks.components import ComponentCheck
from discord_sandbox.checks.form import (
    Check,
    Form,
    Path,
    anything,
    boolean,
    listing,
    one_of,
    shape,
    snowflake,
    text,
    whole,
)
from discord_sandbox.checks.message_flags import (
    COMPONENTS_V2,
    EPHEMERAL,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
)
from discord_sandbox.checks.refusal import Json, Refusal

CONTENT_LIMIT = 2_000
EMBEDS_TOTAL = 6_000

_url = text(0, 2_048)
_picture = shape(
    {"url": _url, **dict.fromkeys(("proxy_url", "width", "height", "content_type"), anything)}
)
_embed = shape(
    {
        "title": text(0, 256),
        "type": text(1, 32),
        "description": text(0, 4_096),
        "url": _url,
        "timestamp": text(1, 64),
        "color": whole(0, 0xFFFFFF),
        "footer": shape({"text": text(1, 2_048), "icon_url": _url}, ("text",)),
        "image": _picture,
        "thumbnail": _picture,
        "author": shape({"name": text(1, 256), "url": _url, "icon_url": _url}, ("name",)),
        "fields": listing(
            shape(
                {"name": text(1, 256), "value": text(1, 1_024), "inline": boolean},
                ("name", "value"),
            ),
            0,
            25,
        ),
        "flags": whole(0, 1 << 20),
    }
)
_mentions = shape(
    {
        "parse": listing(one_of("users", "roles", "everyone"), 0, 3),
        "users": listing(snowflake, 0, 100),
        "roles": listing(snowflake, 0, 100),
        "replied_user": boolean,
    }
)
_attachment = shape(
    {
        "id": snowflake,
        "filename": text(1, 1_024),
        "description": text(0, 1_024),
        "title": text(0, 1_024),
        "is_spoiler": boolean,
        "spoiler": boolean,
        **dict.fromkeys(
            ("size", "url", "proxy_url", "height", "width", "content_type", "flags"), anything
        ),
    },
    ("id",),
)
_reference = shape(
    {
        "type": one_of(0),
        "message_id": snowflake,
        "channel_id": snowflake,
        "guild_id": snowflake,
        "fail_if_not_exists": boolean,
    },
    ("message_id",),
)
#: Fields of an edit, a follow-up or an interaction callback.
MESSAGE: dict[str, Check] = {
    "content": text(0, CONTENT_LIMIT),
    "tts": boolean,
    "embeds": listing(_embed, 0, 10),
    "allowed_mentions": _mentions,
    "components": anything,
    "attachments": listing(_attachment, 0, 10),
    "flags": whole(0, (1 << 31) - 1),
}


def _nonce(form: Form, path: Path, value: Any) -> None:
    if not isinstance(value, int):
        text(1, 25)(form, path, value)


#: Fields of a new message in a channel.
NEW_MESSAGE: dict[str, Check] = {
    **MESSAGE,
    "nonce": _nonce,
    "enforce_nonce": boolean,
    "message_reference": _reference,
    "sticker_ids": listing(snowflake, 0, 3),
}


def check_message(
    form: Form,
    path: Path,
    body: Any,
    *,
    known: dict[str, Check],
    old: Json | None,
    ephemeral: bool,
) -> None:
    """Check a message's fields, except components; `old` is the message to edit.

    `ephemeral`: True if that flag is allowed.
    """
    if not form.fields(path, body, known):
        return
    flags = body.get("flags") or 0
    allowed = SUPPRESS_EMBEDS | COMPONENTS_V2 | SUPPRESS_NOTIFICATIONS
    allowed |= EPHEMERAL if ephemeral else 0
    allowed |= old["flags"] if old else 0
    if isinstance(flags, int) and flags & ~allowed:
        form.complain((*path, "flags"), "INVALID_FLAGS", f"These flags may not be set: {flags}.")
    embeds = body.get("embeds")
    if embeds and not form.complaints and sum(map(_embed_size, embeds)) > EMBEDS_TOTAL:
        form.complain(
            (*path, "embeds"), "MAX_EMBED_SIZE_EXCEEDED", f"Embeds exceed {EMBEDS_TOTAL}."
        )


def check_components(
    form: Form,
    path: Path,
    body: Json,
    merged: Json,
    *,
    emojis: Collection[str],
    filenames: Collection[str],
) -> None:
    """Check the components in `body`, and the message that would result, `merged`."""
    v2 = bool(merged["flags"] & COMPONENTS_V2)
    if body.get("components") is not None:
        check = ComponentCheck(form, emojis, filenames)
        check.message((*path, "components"), body["components"], v2=v2)
    if v2:
        for name in ("content", "embeds"):
            if merged[name]:
                form.complain(
                    (*path, name),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )
    form.raise_complaints()
    parts = ("components",) if v2 else ("content", "embeds", "components", "attachments")
    if not any(merged[part] for part in parts):
        raise Refusal(50006)


def _embed_size(embed: Any) -> int:
    if not isinstance(embed, dict):
        return 0
    parts: list[Any] = [embed.get("title"), embed.get("description")]
    parts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or []:
        if isinstance(field, dict):
            parts += [field.get("name"), field.get("value")]
    return sum(len(part) for part in parts if isinstance(part, str))
