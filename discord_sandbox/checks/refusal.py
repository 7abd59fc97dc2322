"""Discord's errors: status, code and message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

Json = dict[str, Any]

#: Discord's error code -> HTTP status and message.
REFUSALS: dict[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20022: (429, "This message cannot be edited due to announcement rate limits"),
    20026: (
        403,
        "Your bot has been flagged by our anti-spam system for abusive behavior. While your bot is "
        "quarantined, it is unable to join any more guilds, or send any direct messages to users "
        "it has not messaged before.",
    ),
    20028: (429, "The channel you are writing has hit the write rate limit"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached"),
    40004: (400, "Send messages has been temporarily disabled"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50045: (400, "File uploaded exceeds the maximum size"),
    50046: (400, "Invalid file uploaded"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    160007: (400, "Maximum number of active announcement threads reached"),
    200000: (400, "Message was blocked by automatic moderation"),
    400001: (403, "Access to file uploads has been limited for this guild"),
}


T = TypeVar("T")


class Refusal(Exception):
    """A request that Discord refuses, with the answer it gives.

    `errors` names the fields at fault; `retry_after` is in seconds of the bot's own clock.
    `header` is what the header Retry-After says instead.
    """

    def __init__(
        self,
        code: int,
        *,
        errors: Json | None = None,
        retry_after: float | None = None,
        header: float | None = None,
        reason: str | None = None,
    ) -> None:
        self.status, self.message = REFUSALS[code]
        super().__init__(f"{code}: {reason or self.message}")
        self.code = code
        self.errors = errors
        self.retry_after = retry_after
        self.header = retry_after if header is None else header

    def body(self) -> Json:
        """Return the JSON object of the response."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body["retry_after"] = self.retry_after
            body["global"] = False
        return body


def find(table: Mapping[str, T], key: str, code: int) -> T:
    """Return an object by its id, or raise this refusal."""
    if key not in table:
        raise Refusal(code)
    return table[key]
