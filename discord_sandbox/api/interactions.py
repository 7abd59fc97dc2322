"""Interactions: from a user's action to the bot's callback and follow-ups."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from discord_sandbox.api.gateway import Gateway
from discord_sandbox.api.message_writer import MessageWriter
from discord_sandbox.api.rest import ApiCall, Reply
from discord_sandbox.checks.components import ComponentCheck
from discord_sandbox.checks.form import Form, anything, listing, mapping, require, shape, text
from discord_sandbox.checks.message_flags import EPHEMERAL, LOADING
from discord_sandbox.checks.refusal import Json, Refusal
from discord_sandbox.checks.stored_form import to_stored_form
from discord_sandbox.state.clock import Alarm
from discord_sandbox.state.discord_state import ATTACHMENT_LIMIT, DiscordState
from discord_sandbox.state.installs import IN_BOT_DM, IN_SERVER, authorizing_owners, context_of
from discord_sandbox.state.permissions import APP_IN_BOT_DM, APP_IN_PRIVATE

ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0
ORIGINAL = "@original"
"""Stands for the id of an interaction's first answer."""
COMMAND = 2
COMPONENT = 3
AUTOCOMPLETE = 4
MODAL = 5
#: Interaction type -> the callback types that may answer it.
CALLBACKS = {
    COMMAND: (4, 5, 9),
    COMPONENT: (4, 5, 6, 7, 9),
    AUTOCOMPLETE: (8,),
    MODAL: (4, 5, 6, 7),
}
_choice = shape(
    {"name": text(1, 100), "value": anything, "name_localizations": anything}, ("name", "value")
)
_choices = shape({"choices": listing(_choice, 0, 25)}, ("choices",))

SendFrame = Callable[[Json], None]


@dataclass(slots=True)
class Interaction:
    """A user's action that the bot has to answer.

    `owners` are the installations that allow it. `source` is the message whose component was
    used, `original_id` the message that `@original` means, `message_ids` all messages written with
    this token. `sink` receives frames for the user's page.
    """

    id: str
    token: str
    kind: int
    user_id: str
    channel: Json
    owners: dict[str, str]
    name: str
    created_at: float
    nonce: Any
    sink: SendFrame
    source: Json | None
    alarm: Alarm | None = None
    callback_type: int | None = None
    failed: bool = False
    original_id: str | None = None
    message_ids: set[str] = field(default_factory=set)
    modal: Json | None = None

    def send_frame(self, kind: str, **data: Any) -> None:
        """Send a frame about this interaction to the user's page."""
        self.sink({"t": kind, "d": {"nonce": self.nonce, **data}})


class Interactions:
    """All interactions whose tokens may still be valid."""

    def __init__(self, state: DiscordState, gateway: Gateway, messages: MessageWriter) -> None:
        self.state = state
        self.gateway = gateway
        self.messages = messages
        self.by_id: dict[str, Interaction] = {}
        self.by_token: OrderedDict[str, Interaction] = OrderedDict()

    # --- a user acts -----------------------------------------------------------------

    def start(
        self,
        kind: int,
        user_id: str,
        channel: Json,
        data: Json,
        nonce: Any,
        send_frame: SendFrame,
        *,
        source: Json | None = None,
        command: Json | None = None,
    ) -> Interaction:
        """Send the bot an interaction; it has three seconds to answer."""
        clock = self.state.clock
        self._sweep()
        interaction = Interaction(
            id=clock.snowflake(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user_id=user_id,
            channel=channel,
            owners=authorizing_owners(self.state, channel, user_id, command),
            name=str(data.get("name", "")),
            created_at=clock.now(),
            nonce=nonce,
            sink=send_frame,
            source=source,
        )
        self.by_id[interaction.id] = interaction
        self.by_token[interaction.token] = interaction
        interaction.send_frame("interaction", state="pending")
        interaction.alarm = clock.work.after(ANSWER_SECONDS, lambda: self._fail(interaction))
        self.gateway.interact(self._payload(interaction, data))
        return interaction

    def _fail(self, interaction: Interaction) -> None:
        interaction.failed = True
        interaction.send_frame("interaction", state="failed")

    def _sweep(self) -> None:
        too_old = self.state.clock.now() - 2 * TOKEN_SECONDS
        while self.by_token:
            token, oldest = next(iter(self.by_token.items()))
            if oldest.created_at > too_old:
                return
            del self.by_token[token], self.by_id[oldest.id]

    def _payload(self, interaction: Interaction, data: Json) -> Json:
        state = self.state
        channel = interaction.channel
        user_id = interaction.user_id
        guild_id = channel.get("guild_id")
        app_permissions = str(self._app_permissions(channel))
        permissions = str(state.permissions(channel, user_id))
        locale = state.locales.get(user_id, "en-US")
        payload: Json = {
            "id": interaction.id,
            "application_id": state.bot_id,
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": channel["id"],
            "channel": {
                **channel,
                "permissions": permissions,
                "app_permissions": app_permissions,
            },
            "locale": locale,
            "app_permissions": app_permissions,
            "entitlements": [],
            "authorizing_integration_owners": interaction.owners,
            "context": context_of(channel),
            "attachment_size_limit": ATTACHMENT_LIMIT,
        }
        if guild_id is None:
            payload["user"] = state.users[user_id]
        else:
            member = state.member_json(guild_id, user_id)
            payload |= {
                "guild_id": guild_id,
                "guild": {"id": guild_id, "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": {**member, "permissions": permissions},
            }
        if interaction.source is not None:
            payload["message"] = interaction.source
        return payload

    def _app_permissions(self, channel: Json) -> int:
        """Return `app_permissions`: the bot's permissions where the interaction came from."""
        context = context_of(channel)
        if context == IN_SERVER:
            return self.state.permissions(channel, self.state.bot_id)
        return int(APP_IN_BOT_DM if context == IN_BOT_DM else APP_IN_PRIVATE)

    # --- the bot answers ---------------------------------------------------------------

    def callback(self, call: ApiCall, interaction_id: str, token: str) -> Any:
        """`POST /interactions/{id}/{token}/callback`."""
        interaction = self.by_id.get(interaction_id)
        if interaction is None or interaction.token != token or interaction.failed:
            raise Refusal(10062)
        if interaction.callback_type is not None:
            raise Refusal(40060)
        body = call.json()
        form = Form()
        form.fields((), body, {"type": anything, "data": mapping}, ("type",))
        kind = body.get("type", 0)
        if kind not in CALLBACKS[interaction.kind] or (
            kind in (6, 7) and interaction.source is None
        ):
            form.complain(("type",), "BASE_TYPE_CHOICES", f"Type {kind} cannot answer this.")
        form.raise_complaints()
        data = body.get("data") or {}
        message = self._answer(interaction, kind, data, call)
        interaction.callback_type = kind
        if interaction.alarm is not None:
            interaction.alarm.cancel()
        if message is not None:
            interaction.original_id = message["id"]
        interaction.send_frame(
            "interaction", state="ok", type=kind, message=message["id"] if message else None
        )
        if call.query.get("with_response", "").lower() not in ("1", "true"):
            return None
        return Reply(200, self._response(interaction, kind, message))

    def _answer(
        self, interaction: Interaction, kind: int, data: Json, call: ApiCall
    ) -> Json | None:
        if kind in (4, 5):
            return self._reply(interaction, data, call, loading=kind == 5)
        if kind == 6:
            return interaction.source
        if kind == 7:
            old = self._source(interaction)
            return self.messages.edit(old, data, call.uploads, path=("data",))
        if kind == 8:
            require(_choices, data, ("data",))
            interaction.send_frame("choices", choices=data["choices"])
            return None
        form = Form()
        ComponentCheck(form, self.state.emojis.keys(), ()).modal(("data",), data)
        form.raise_complaints()
        modal = {**data, "components": to_stored_form(data["components"], {})}
        interaction.modal = modal
        interaction.send_frame("modal", id=interaction.id, **modal)
        return None

    def _reply(self, interaction: Interaction, data: Json, call: ApiCall, *, loading: bool) -> Json:
        flags = data.get("flags") or 0
        if loading and set(data) - {"flags"} | {flags} - {0, EPHEMERAL}:
            form = Form()
            form.complain(("data",), "DEFERRED_FIELDS", "Only the EPHEMERAL flag may be given.")
            form.raise_complaints()
        extra = self._metadata(interaction)
        if interaction.kind == COMMAND:
            extra |= {"type": 20}
        elif interaction.source is not None:
            extra |= _reference(interaction.source)
        message = self.messages.create(
            interaction.channel,
            self.state.bot_id,
            data,
            call.uploads,
            extra=extra,
            owner=interaction.user_id if flags & EPHEMERAL else None,
            path=("data",),
            loading=loading,
        )
        interaction.message_ids.add(message["id"])
        return message

    def _metadata(self, interaction: Interaction) -> Json:
        metadata: Json = {
            "id": interaction.id,
            "type": interaction.kind,
            "user": self.state.users[interaction.user_id],
            "authorizing_integration_owners": interaction.owners,
        }
        if interaction.source is not None:
            metadata["interacted_message_id"] = interaction.source["id"]
        extra: Json = {
            "webhook_id": self.state.bot_id,
            "application_id": self.state.bot_id,
            "interaction_metadata": metadata,
        }
        if interaction.kind == COMMAND:
            user = self.state.users[interaction.user_id]
            extra["interaction"] = {
                "id": interaction.id,
                "type": COMMAND,
                "name": interaction.name,
                "user": user,
            }
        return extra

    def _source(self, interaction: Interaction) -> Json:
        if interaction.source is None:
            raise Refusal(10008)
        return self.state.message(interaction.channel["id"], interaction.source["id"])

    def _response(self, interaction: Interaction, kind: int, message: Json | None) -> Json:
        summary: Json = {"id": interaction.id, "type": interaction.kind}
        summary |= {"channel_id": interaction.channel["id"]}
        if message is not None:
            summary |= {
                "response_message_id": message["id"],
                "response_message_loading": bool(message["flags"] & LOADING),
                "response_message_ephemeral": bool(message["flags"] & EPHEMERAL),
            }
        resource: Json = {"type": kind}
        if kind in (4, 7):
            resource["message"] = message
        return {"interaction": summary, "resource": resource}

    # --- webhook routes ----------------------------------------------------------------

    def follow_up(self, call: ApiCall, application_id: str, token: str) -> Json:
        """`POST /webhooks/{application}/{token}`: a follow-up, or the deferred answer."""
        interaction = self._by_token(application_id, token)
        body = call.json()
        if interaction.callback_type == 5 and interaction.original_id is not None:
            waiting = self.state.message(interaction.channel["id"], interaction.original_id)
            if waiting["flags"] & LOADING:
                flags = (body.get("flags") or 0) & ~EPHEMERAL
                return self.messages.edit(waiting, {**body, "flags": flags}, call.uploads)
        extra = self._metadata(interaction)
        if interaction.original_id is not None:
            extra["interaction_metadata"]["original_response_message_id"] = interaction.original_id
        ephemeral = (body.get("flags") or 0) & EPHEMERAL
        message = self.messages.create(
            interaction.channel,
            self.state.bot_id,
            body,
            call.uploads,
            extra=extra,
            owner=interaction.user_id if ephemeral else None,
        )
        interaction.message_ids.add(message["id"])
        return message

    def read(self, _call: ApiCall, *ids: str) -> Json:
        """`GET /webhooks/{application}/{token}/messages/{message}`."""
        return self._find_written(*ids)

    def edit(self, call: ApiCall, *ids: str) -> Json:
        """`PATCH /webhooks/{application}/{token}/messages/{message}`."""
        message = self._find_written(*ids)
        return self.messages.edit(message, call.json(), call.uploads)

    def delete(self, _call: ApiCall, *ids: str) -> None:
        """`DELETE /webhooks/{application}/{token}/messages/{message}`."""
        self.state.remove(self._find_written(*ids))

    def _by_token(self, application_id: str, token: str) -> Interaction:
        interaction = self.by_token.get(token)
        if interaction is None or self.state.clock.now() - interaction.created_at > TOKEN_SECONDS:
            raise Refusal(50027)
        if application_id != self.state.bot_id or interaction.callback_type is None:
            raise Refusal(10015)
        return interaction

    def _find_written(self, application_id: str, token: str, message_id: str = ORIGINAL) -> Json:
        interaction = self._by_token(application_id, token)
        if message_id == ORIGINAL:
            message_id = interaction.original_id or ""
        if message_id != interaction.original_id and message_id not in interaction.message_ids:
            raise Refusal(10008)
        return self.state.message(interaction.channel["id"], message_id)


def _reference(source: Json) -> Json:
    return {
        "type": 19,
        "message_reference": {"channel_id": source["channel_id"], "message_id": source["id"]},
    }
