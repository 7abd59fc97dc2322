"""Writing, editing and deleting messages, with their files."""

from __future__ import annotations

import re
import struct
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from bot.sandbox.bodies import MESSAGE, NEW_MESSAGE, check_components, check_message
from bot.sandbox.components import as_stored, walk
from bot.sandbox.form import Check, Form, Path
from bot.sandbox.objects import Blob
from bot.sandbox.refusal import Json, Refusal
from bot.sandbox.rest import Upload
from bot.sandbox.state import ATTACHMENT_LIMIT, EPHEMERAL, LOADING, DiscordState

_NONCES_KEPT = 1_000
_NONCE_SECONDS = 300.0
_MENTION = re.compile(r"<@!?(\d+)>")
_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "txt": "text/plain",
    "json": "application/json",
}


class Messages:
    """Turns checked request bodies into stored messages."""

    def __init__(self, state: DiscordState) -> None:
        self.state = state
        self._nonces: OrderedDict[tuple[str, str, str], tuple[str, float]] = OrderedDict()

    def write(
        self,
        channel: Json,
        author_id: str,
        body: Json,
        uploads: Sequence[Upload],
        *,
        extra: Json | None = None,
        owner: str | None = None,
        path: Path = (),
        known: dict[str, Check] = MESSAGE,
        loading: bool = False,
    ) -> Json:
        """Check a new message, store it and show it.

        `extra` adds fields, `owner` makes it an ephemeral of one reader, `path` is where the body
        stands in the request, `loading` is for a deferred answer's placeholder.
        """
        form = Form()
        ephemeral = known is not NEW_MESSAGE
        check_message(form, path, body, known=known, old=None, ephemeral=ephemeral)
        form.raise_complaints()
        repeated = self._repeated(channel, author_id, body)
        if repeated is not None:
            return repeated
        merged: Json = {
            "id": self.state.clock.snowflake(),
            "type": 0,
            "channel_id": channel["id"],
            "author": self.state.users[author_id],
            "timestamp": self.state.clock.iso(),
            "edited_timestamp": None,
            "tts": bool(body.get("tts")),
            "mention_everyone": False,
            "mention_roles": [],
            "pinned": False,
            "content": body.get("content") or "",
            "embeds": body.get("embeds") or [],
            "components": body.get("components") or [],
            "attachments": [],
            "flags": body.get("flags") or 0,
            **(extra or {}),
        }
        if owner is not None:
            merged["flags"] |= EPHEMERAL
        if loading:
            merged["flags"] |= LOADING
        else:
            self._finish(form, path, body, merged, uploads)
        merged["mentions"] = self._mentions(merged, body.get("allowed_mentions"))
        if body.get("nonce") is not None:
            merged["nonce"] = body["nonce"]
            self._nonces[self._nonce_key(channel, author_id, body)] = (
                merged["id"],
                self.state.clock.now(),
            )
        self.state.post(merged, owner)
        return merged

    def edit(
        self, message: Json, body: Json, uploads: Sequence[Upload], *, path: Path = ()
    ) -> Json:
        """Check an edit, store the new state and show it."""
        form = Form()
        check_message(form, path, body, known=MESSAGE, old=message, ephemeral=False)
        form.raise_complaints()
        merged = dict(message)
        for name, empty in (("content", ""), ("embeds", []), ("components", [])):
            if name in body:
                merged[name] = body[name] or empty
        # The components V2 flag cannot be taken back.
        merged["flags"] = (message["flags"] & ~LOADING) | (body.get("flags") or 0)
        self._finish(form, path, body, merged, uploads)
        merged["mentions"] = self._mentions(merged, body.get("allowed_mentions"))
        if not message["flags"] & LOADING:
            merged["edited_timestamp"] = self.state.clock.iso()
        self.state.replace(merged)
        return merged

    def _finish(
        self, form: Form, path: Path, body: Json, merged: Json, uploads: Sequence[Upload]
    ) -> None:
        """Settle attachments and components; the files are stored when nothing is refused."""
        attachments, blobs = self._attachments(form, path, body, merged, uploads)
        merged["attachments"] = attachments
        files = {a["filename"]: a for a in attachments}
        check_components(
            form, path, body, merged, emojis=self.state.emojis.keys(), filenames=files.keys()
        )
        if body.get("components"):
            merged["components"] = as_stored(body["components"], files)
        for file_id, blob in blobs.items():
            self.state.add_file(file_id, blob)

    def _attachments(
        self, form: Form, path: Path, body: Json, merged: Json, uploads: Sequence[Upload]
    ) -> tuple[list[Json], dict[str, Blob]]:
        had = {a["id"]: a for a in merged["attachments"]}
        sent = {upload.field: upload for upload in uploads}
        listed = body.get("attachments")
        if listed is None:
            kept = list(had.values())
            listed = [{"id": n} for n, upload in enumerate(uploads)]
        else:
            kept = []
        blobs: dict[str, Blob] = {}
        for index, entry in enumerate(listed):
            old = had.get(str(entry["id"]))
            upload = sent.pop(f"files[{entry['id']}]", None) if old is None else None
            if old is not None:
                description = (
                    {"description": entry["description"]} if "description" in entry else {}
                )
                kept.append({**old, **description})
            elif upload is None:
                form.complain(
                    (*path, "attachments", index, "id"),
                    "ATTACHMENT_NOT_FOUND",
                    f"There is no attachment and no file with the id {entry['id']}.",
                )
            else:
                kept.append(self._store(merged["channel_id"], entry, upload, blobs))
        if sent:
            form.complain((*path, "attachments"), "FILE_NOT_LISTED", f"Not listed: {sorted(sent)}.")
        if len(kept) > 10:
            form.complain((*path, "attachments"), "BASE_TYPE_BAD_LENGTH", "Must be 10 or fewer.")
        return kept, blobs

    def _store(self, channel_id: str, entry: Json, upload: Upload, blobs: dict[str, Blob]) -> Json:
        if len(upload.data) > ATTACHMENT_LIMIT:
            raise Refusal(40005)
        if self.state.channel(channel_id).get("guild_id") in self.state.without_uploads:
            raise Refusal(400001)
        attachment_id = self.state.clock.snowflake()
        name = re.sub(r"[^\w.-]", "_", entry.get("filename") or upload.filename)
        content_type = _TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        blobs[attachment_id] = Blob(name, content_type, upload.data)
        url = f"{self.state.cdn_base}/attachments/{channel_id}/{attachment_id}/{name}"
        attachment: Json = {
            "id": attachment_id,
            "filename": name,
            "size": len(upload.data),
            "url": url,
            "proxy_url": url,
            "content_type": content_type,
        }
        if entry.get("description"):
            attachment["description"] = entry["description"]
        if upload.data.startswith(b"\x89PNG") and len(upload.data) >= 24:
            width, height = struct.unpack(">II", upload.data[16:24])
            attachment |= {"width": width, "height": height}
        elif upload.data[:4] == b"RIFF" and upload.data[8:16] == b"WEBPVP8 ":
            width, height = struct.unpack("<HH", upload.data[26:30])
            attachment |= {"width": width & 0x3FFF, "height": height & 0x3FFF}
        return attachment

    def _mentions(self, message: Json, allowed: Json | None) -> list[Json]:
        text = message["content"] + "".join(
            c["content"] for c in walk(message["components"]) if c["type"] == 10
        )
        named = dict.fromkeys(i for i in _MENTION.findall(text) if i in self.state.users)
        if allowed is not None and "users" not in (allowed.get("parse") or ()):
            wanted = {str(user) for user in allowed.get("users") or ()}
            named = {user: None for user in named if user in wanted}
        return [self.state.users[user] for user in named]

    def _repeated(self, channel: Json, author_id: str, body: Json) -> Json | None:
        """Find what was already written with this nonce, if the request enforces it."""
        now = self.state.clock.now()
        while self._nonces and (
            len(self._nonces) > _NONCES_KEPT
            or next(iter(self._nonces.values()))[1] < now - _NONCE_SECONDS
        ):
            self._nonces.popitem(last=False)
        if not body.get("enforce_nonce") or body.get("nonce") is None:
            return None
        known = self._nonces.get(self._nonce_key(channel, author_id, body))
        return self.state.messages[channel["id"]].get(known[0]) if known else None

    @staticmethod
    def _nonce_key(channel: Json, author_id: str, body: Json) -> tuple[str, str, Any]:
        return channel["id"], author_id, str(body["nonce"])
