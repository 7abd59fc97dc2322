"""Creates and edits messages, with their files."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from discord_sandbox.api.files import Files
from discord_sandbox.api.rest import Upload
from discord_sandbox.checks.components import walk
from discord_sandbox.checks.form import Check, Form, Path
from discord_sandbox.checks.message_bodies import (
    MESSAGE,
    NEW_MESSAGE,
    check_components,
    check_message,
)
from discord_sandbox.checks.message_flags import EPHEMERAL, LOADING
from discord_sandbox.checks.refusal import Json, Refusal
from discord_sandbox.checks.stored_form import to_stored_form
from discord_sandbox.state.discord_state import DiscordState
from discord_sandbox.state.objects import displayed_file_ids
from discord_sandbox.state.permissions import Permission

_NONCES_KEPT = 1_000
_NONCE_SECONDS = 300.0
_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")


class _NonceEntry(NamedTuple):
    """A message sent with a nonce, and when."""

    channel_id: str
    message_id: str
    at: float


class MessageWriter:
    """Turns checked request bodies into stored messages."""

    def __init__(self, state: DiscordState) -> None:
        self.state = state
        self._files = Files(state)
        self._nonces: OrderedDict[tuple[str, str], _NonceEntry] = OrderedDict()

    def create(
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
        """Check a new message, store it and notify the listeners.

        `extra` adds fields, `owner` makes it ephemeral for one reader, `path` is the place of the
        body in the request, `loading` makes it a deferred answer's placeholder.
        """
        form = Form()
        ephemeral = known is not NEW_MESSAGE
        check_message(form, path, body, known=known, old=None, ephemeral=ephemeral)
        form.raise_complaints()
        repeated = self._find_by_nonce(author_id, body)
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
            self._attach(form, path, body, merged, uploads, had=None)
        merged["mentions"] = self._mentions(merged, body.get("allowed_mentions"))
        merged["mention_roles"] = self._mention_roles(merged, body.get("allowed_mentions"))
        if body.get("nonce") is not None:
            merged["nonce"] = body["nonce"]
            key = author_id, str(body["nonce"])
            self._nonces[key] = _NonceEntry(channel["id"], merged["id"], self.state.clock.now())
            self._nonces.move_to_end(key)
        self.state.post(merged, owner)
        return merged

    def edit(
        self, message: Json, body: Json, uploads: Sequence[Upload], *, path: Path = ()
    ) -> Json:
        """Check an edit, store the new version and notify the listeners."""
        form = Form()
        check_message(form, path, body, known=MESSAGE, old=message, ephemeral=False)
        form.raise_complaints()
        merged = dict(message)
        for name, empty in (("content", ""), ("embeds", []), ("components", [])):
            if name in body:
                merged[name] = body[name] or empty
        # The components V2 flag cannot be removed.
        merged["flags"] = (message["flags"] & ~LOADING) | (body.get("flags") or 0)
        self._attach(form, path, body, merged, uploads, had=self._files.of(message))
        merged["mentions"] = self._mentions(merged, body.get("allowed_mentions"))
        merged["mention_roles"] = self._mention_roles(merged, body.get("allowed_mentions"))
        if not message["flags"] & LOADING:
            merged["edited_timestamp"] = self.state.clock.iso()
        self.state.replace(merged)
        return merged

    def _attach(
        self,
        form: Form,
        path: Path,
        body: Json,
        merged: Json,
        uploads: Sequence[Upload],
        *,
        had: Mapping[str, Json] | None,
    ) -> None:
        """Resolve files and components; store them only if nothing is refused."""
        files = self._files.settle(form, path, merged["channel_id"], body, uploads, had)
        merged["attachments"] = files.all
        check_components(
            form, path, body, merged, emojis=self.state.emojis.keys(), filenames=files.named.keys()
        )
        if body.get("components"):
            merged["components"] = to_stored_form(body["components"], files.named)
        shown = displayed_file_ids(merged)
        merged["attachments"] = [file for file in files.all if file["id"] not in shown]
        for file_id, blob in files.fresh.items():
            self.state.add_file(file_id, blob)

    def _mentions(self, message: Json, allowed: Json | None) -> list[Json]:
        named = dict.fromkeys(i for i in _MENTION.findall(_text(message)) if i in self.state.users)
        if allowed is not None and "users" not in (allowed.get("parse") or ()):
            wanted = {str(user) for user in allowed.get("users") or ()}
            named = {user: None for user in named if user in wanted}
        return [self.state.users[user] for user in named]

    def _mention_roles(self, message: Json, allowed: Json | None) -> list[str]:
        """Return the roles that a message notifies.

        A role that not everybody may mention needs the author's Mention Everyone.
        """
        channel = self.state.channel(message["channel_id"])
        guild = self.state.guilds.get(channel.get("guild_id") or "")
        if guild is None:
            return []
        bits = self.state.permissions(channel, message["author"]["id"])
        may = bool(bits & Permission.MENTION_EVERYONE)
        named = dict.fromkeys(i for i in _ROLE_MENTION.findall(_text(message)) if i in guild.roles)
        if allowed is not None and "roles" not in (allowed.get("parse") or ()):
            wanted = {str(role) for role in allowed.get("roles") or ()}
            named = {role: None for role in named if role in wanted}
        return [role for role in named if may or guild.roles[role]["mentionable"]]

    def _find_by_nonce(self, author_id: str, body: Json) -> Json | None:
        """Find the message that this author sent with this nonce, in any channel.

        See `enforce_nonce` in the documentation of Create Message. If that message was deleted,
        Discord deliberately answers Unknown Message: a nonce may only ever repeat one message
        (discord-api-docs, pull request 6647).
        """
        now = self.state.clock.now()
        while self._nonces and (
            len(self._nonces) > _NONCES_KEPT
            or next(iter(self._nonces.values())).at < now - _NONCE_SECONDS
        ):
            self._nonces.popitem(last=False)
        if not body.get("enforce_nonce") or body.get("nonce") is None:
            return None
        sent = self._nonces.get((author_id, str(body["nonce"])))
        if sent is None:
            return None
        if sent.channel_id not in self.state.messages:
            raise Refusal(10008)
        return self.state.message(sent.channel_id, sent.message_id)


def _text(message: Json) -> str:
    return str(message["content"]) + "".join(
        c["content"] for c in walk(message["components"]) if c["type"] == 10
    )
