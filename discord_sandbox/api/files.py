"""Files of messages: uploads, what an edit keeps, and what components display."""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from discord_sandbox.api.rest import Upload
from discord_sandbox.checks.form import Form, Path
from discord_sandbox.checks.refusal import Json, Refusal
from discord_sandbox.state.clock import snowflake_time
from discord_sandbox.state.discord_state import ATTACHMENT_LIMIT, DiscordState
from discord_sandbox.state.objects import Blob, displayed_file_ids

_SIGNED_SECONDS = 24 * 3600
_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "txt": "text/plain",
    "json": "application/json",
}


@dataclass(slots=True)
class FilesOfMessage:
    """The files that a message has after a request, as attachment objects.

    `named` are those that its components may refer to, by file name; `fresh` is the content of the
    newly uploaded ones, by id.
    """

    all: list[Json] = field(default_factory=list)
    named: dict[str, Json] = field(default_factory=dict)
    fresh: dict[str, Blob] = field(default_factory=dict)


class Files:
    """Resolves which files a message has."""

    def __init__(self, state: DiscordState) -> None:
        self._state = state

    def of(self, message: Json) -> dict[str, Json]:
        """Return all files of a message by id, including those its components display."""
        channel_id = message["channel_id"]
        blobs = self._state.blobs
        shown = {
            file_id: self._attachment(channel_id, file_id, blobs[file_id])
            for file_id in displayed_file_ids(message)
        }
        return shown | {attachment["id"]: attachment for attachment in message["attachments"]}

    def settle(
        self,
        form: Form,
        path: Path,
        channel_id: str,
        body: Json,
        uploads: Sequence[Upload],
        had: Mapping[str, Json] | None,
    ) -> FilesOfMessage:
        """Resolve which files a message has after a request, without storing them.

        `had` are the files before an edit, None for a new message. Components of an edit may only
        refer to files that the edit lists by id *and* `filename` (discord-api-docs, issue 7529).
        """
        found = FilesOfMessage()
        sent = {upload.field: upload for upload in uploads}
        listed = body.get("attachments")
        if listed is None:
            found.all += (had or {}).values()
            listed = [{"id": number} for number in range(len(uploads))]
        for index, entry in enumerate(listed):
            old = (had or {}).get(str(entry["id"]))
            upload = sent.pop(f"files[{entry['id']}]", None) if old is None else None
            if old is not None:
                file = old | {key: entry[key] for key in ("description",) if key in entry}
            elif upload is not None:
                file = self._store_upload(channel_id, entry, upload, found)
            else:
                form.complain(
                    (*path, "attachments", index, "id"),
                    "ATTACHMENT_NOT_FOUND",
                    f"There is no attachment and no file with the id {entry['id']}.",
                )
                continue
            found.all.append(file)
            if had is None or _file_name(entry.get("filename") or "") == file["filename"]:
                found.named[file["filename"]] = file
        if sent:
            form.complain((*path, "attachments"), "FILE_NOT_LISTED", f"Not listed: {sorted(sent)}.")
        if len(found.all) > 10:
            form.complain((*path, "attachments"), "BASE_TYPE_BAD_LENGTH", "Must be 10 or fewer.")
        return found

    def _store_upload(
        self, channel_id: str, entry: Json, upload: Upload, found: FilesOfMessage
    ) -> Json:
        if len(upload.data) > ATTACHMENT_LIMIT:
            raise Refusal(40005)
        if self._state.channel(channel_id).get("guild_id") in self._state.guilds_without_uploads:
            raise Refusal(400001)
        file_id = self._state.clock.snowflake()
        name = _file_name(entry.get("filename") or upload.filename)
        content_type = _TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        found.fresh[file_id] = blob = Blob(name, content_type, upload.data)
        attachment = self._attachment(channel_id, file_id, blob)
        if entry.get("description"):
            attachment["description"] = entry["description"]
        return attachment

    def _attachment(self, channel_id: str, file_id: str, blob: Blob) -> Json:
        """Build the attachment object of a file, with a signed URL like Discord's."""
        made = int(snowflake_time(file_id))
        signature = hashlib.sha256(file_id.encode()).hexdigest()
        signed = f"ex={made + _SIGNED_SECONDS:x}&is={made:x}&hm={signature}&"
        path = f"attachments/{channel_id}/{file_id}/{blob.filename}"
        url = f"{self._state.cdn_base}/{path}?{signed}"
        return {
            "id": file_id,
            "filename": blob.filename,
            "size": len(blob.data),
            "url": url,
            "proxy_url": url,
            "content_type": blob.content_type,
            **_size(blob.data),
        }


def _file_name(name: str) -> str:
    """Replace the characters that Discord does not keep in file names."""
    return re.sub(r"[^\w.-]", "_", name)


def _size(data: bytes) -> dict[str, int]:
    """Read the width and height of an image; {} for other files."""
    if data.startswith(b"\x89PNG") and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
    elif data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8 ":
        width, height = (side & 0x3FFF for side in struct.unpack("<HH", data[26:30]))
    else:
        return {}
    return {"width": width, "height": height}
