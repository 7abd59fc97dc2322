"""REST routes outside channels: account, commands, emojis, servers, interactions."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from typing import Any

from discord_sandbox.api.buckets import Limit
from discord_sandbox.api.commands import Commands
from discord_sandbox.api.gateway import Gateway
from discord_sandbox.api.interactions import Interactions
from discord_sandbox.api.rest import ApiCall, Reply, Route
from discord_sandbox.checks.form import Form, text
from discord_sandbox.checks.refusal import Json, Refusal, find
from discord_sandbox.state.discord_state import DiscordState
from discord_sandbox.state.objects import Blob, Guild

EMOJI_LIMIT = 2_000
EMOJI_SIZE = 256 * 1024
_EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
_EMOJIS = Limit(50, 20.0)
_WEBHOOK = Limit(5, 2.0)


class ApplicationRoutes:
    """Handlers for requests that concern no channel."""

    def __init__(
        self, state: DiscordState, gateway: Gateway, commands: Commands, interactions: Interactions
    ) -> None:
        self.state = state
        self.gateway = gateway
        self.commands = commands
        self.interactions = interactions
        self.commands_changed: Callable[[], None] = lambda: None

    def routes(self) -> dict[str, Route]:
        """Return the handlers by route."""
        acts = self.interactions
        table: dict[str, Route] = {
            "GET /gateway/bot": Route(self.gateway_bot),
            "GET /users/@me": Route(lambda _call: self.state.users[self.state.bot_id]),
            "GET /users/{}": Route(lambda _call, user_id: self.state.user(user_id)),
            "GET /oauth2/applications/@me": Route(self.application),
            "GET /applications/@me": Route(self.application),
            "GET /guilds/{}": Route(self.guild),
            "GET /guilds/{}/members/{}": Route(self.member),
            "GET /applications/{}/emojis": Route(self.emojis, _EMOJIS),
            "POST /applications/{}/emojis": Route(self.add_emoji, _EMOJIS),
            "PATCH /applications/{}/emojis/{}": Route(self.rename_emoji, _EMOJIS),
            "DELETE /applications/{}/emojis/{}": Route(self.remove_emoji, _EMOJIS),
            "POST /interactions/{}/{}/callback": Route(acts.callback, None, open=True),
            "POST /webhooks/{}/{}": Route(acts.follow_up, _WEBHOOK, open=True),
        }
        for scope in ("/applications/{}/commands", "/applications/{}/guilds/{}/commands"):
            table |= {
                f"GET {scope}": Route(self.list_commands),
                f"PUT {scope}": Route(self.replace_commands),
                f"POST {scope}": Route(self.put_command),
                f"GET {scope}/{{}}": Route(lambda _call, *ids: self.commands.get(ids[-1])),
                f"DELETE {scope}/{{}}": Route(self.delete_command),
            }
        for message in ("@original", "{}"):
            path = f"/webhooks/{{}}/{{}}/messages/{message}"
            table |= {
                f"GET {path}": Route(acts.read, _WEBHOOK, open=True),
                f"PATCH {path}": Route(acts.edit, _WEBHOOK, open=True),
                f"DELETE {path}": Route(acts.delete, _WEBHOOK, open=True),
            }
        return table

    # --- account -----------------------------------------------------------------------

    def gateway_bot(self, _call: ApiCall) -> Json:
        """`GET /gateway/bot`."""
        return {
            "url": self.gateway.url,
            "shards": self.gateway.shards,
            "session_start_limit": self.gateway.starts.as_json(),
        }

    def application(self, _call: ApiCall) -> Json:
        """`GET /oauth2/applications/@me`."""
        bot = self.state.users[self.state.bot_id]
        return {
            "id": bot["id"],
            "name": bot["username"],
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "interactions_endpoint_url": None,
            "flags": 0,
            "rpc_origins": [],
            "owner": bot,
            "team": None,
            "summary": "",
            "hook": True,
            "approximate_guild_count": len(self.state.guilds),
            "integration_types_config": {str(kind): {} for kind in self.state.installs},
            "bot": bot,
        }

    def guild(self, _call: ApiCall, guild_id: str) -> Json:
        """`GET /guilds/{guild}`."""
        full = self.state.guild_json(self._guild(guild_id))
        hidden = ("channels", "threads", "members", "member_count", "joined_at", "large")
        return {name: value for name, value in full.items() if name not in hidden}

    def member(self, _call: ApiCall, guild_id: str, user_id: str) -> Json:
        """`GET /guilds/{guild}/members/{user}`."""
        if user_id not in self._guild(guild_id).members:
            raise Refusal(10007)
        return self.state.member_json(guild_id, user_id)

    def _guild(self, guild_id: str) -> Guild:
        return find(self.state.guilds, guild_id, 10004)

    # --- commands ----------------------------------------------------------------------

    def list_commands(self, _call: ApiCall, application_id: str, scope: str = "") -> list[Json]:
        """`GET /applications/{application}/commands`, or those of one server."""
        self._require_own_application(application_id)
        return self.commands.listing(scope)

    def replace_commands(self, call: ApiCall, application_id: str, scope: str = "") -> list[Json]:
        """`PUT` all commands of a scope, replacing those it had."""
        self._require_own_application(application_id)
        made = self.commands.replace(scope, call.body)
        self.commands_changed()
        return made

    def put_command(self, call: ApiCall, application_id: str, scope: str = "") -> Reply:
        """`POST` one command of a scope."""
        self._require_own_application(application_id)
        command = self.commands.put(scope, call.json())
        self.commands_changed()
        return Reply(201, command)

    def delete_command(self, _call: ApiCall, application_id: str, *ids: str) -> None:
        """`DELETE` one command."""
        self._require_own_application(application_id)
        self.commands.delete("".join(ids[:-1]), ids[-1])
        self.commands_changed()

    def _require_own_application(self, application_id: str) -> None:
        if application_id != self.state.bot_id:
            raise Refusal(10002)

    # --- emojis ------------------------------------------------------------------------

    def emojis(self, _call: ApiCall, application_id: str) -> Json:
        """`GET /applications/{application}/emojis`."""
        self._require_own_application(application_id)
        return {"items": list(self.state.emojis.values())}

    def add_emoji(self, call: ApiCall, application_id: str) -> Reply:
        """`POST /applications/{application}/emojis`."""
        self._require_own_application(application_id)
        body = call.json()
        form = Form()
        known = {"name": text(2, 32), "image": text(1, 4 * EMOJI_SIZE)}
        if form.fields((), body, known, ("name", "image")):
            self._check_name(form, body.get("name"))
        form.raise_complaints()
        if len(self.state.emojis) >= EMOJI_LIMIT:
            raise Refusal(30008)
        content_type, data = _image(form, body["image"])
        emoji: Json = {
            "id": self.state.clock.snowflake(),
            "name": body["name"],
            "roles": [],
            "user": self.state.users[self.state.bot_id],
            "require_colons": True,
            "managed": False,
            "animated": content_type == "image/gif",
            "available": True,
        }
        self.state.put_emoji(emoji)
        self.state.add_file(emoji["id"], Blob(body["name"], content_type, data))
        return Reply(201, emoji)

    def rename_emoji(self, call: ApiCall, application_id: str, emoji_id: str) -> Json:
        """`PATCH /applications/{application}/emojis/{emoji}`: the id stays."""
        self._require_own_application(application_id)
        emoji = find(self.state.emojis, emoji_id, 10014)
        body = call.json()
        form = Form()
        if form.fields((), body, {"name": text(2, 32)}, ()) and body.get("name") != emoji["name"]:
            self._check_name(form, body.get("name", emoji["name"]))
        form.raise_complaints()
        renamed = {**emoji, **body}
        self.state.put_emoji(renamed)
        return renamed

    def remove_emoji(self, _call: ApiCall, application_id: str, emoji_id: str) -> None:
        """`DELETE /applications/{application}/emojis/{emoji}`."""
        self._require_own_application(application_id)
        find(self.state.emojis, emoji_id, 10014)
        self.state.remove_emoji(emoji_id)

    def _check_name(self, form: Form, name: Any) -> None:
        if not isinstance(name, str) or not _EMOJI_NAME.fullmatch(name):
            form.complain(("name",), "STRING_TYPE_REGEX", "String value did not match.")
        elif any(emoji["name"] == name for emoji in self.state.emojis.values()):
            form.complain(
                ("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "The name is already taken."
            )


def _image(form: Form, uri: str) -> tuple[str, bytes]:
    """Decode a `data:` URI into its content type and bytes."""
    head, _, payload = uri.partition(";base64,")
    content_type = head.removeprefix("data:")
    try:
        data = base64.b64decode(payload, validate=True)
    except binascii.Error:
        data = b""
    if not data or content_type not in ("image/png", "image/jpeg", "image/gif", "image/webp"):
        form.complain(("image",), "IMAGE_INVALID", "Unsupported image type or data.")
    elif len(data) > EMOJI_SIZE:
        form.complain(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    form.raise_complaints()
    return content_type, data
