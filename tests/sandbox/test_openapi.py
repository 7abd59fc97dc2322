"""The checker that validates requests against Discord's openapi.json."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from discord_sandbox.api.rest import Request
from tests.support.openapi import objections, require_openapi

MESSAGES = "POST /channels/{}/messages"
CALLBACK = "POST /interactions/{}/{}/callback"


def request(route: str, body: Any, **query: str) -> Request:
    method, path = route.split(" ")
    return Request(method, path, route, query, 0.0, orjson.dumps(body), status=200)


def text(content: str) -> dict[str, Any]:
    return {"type": 17, "components": [{"type": 10, "content": content}]}


@pytest.mark.parametrize(
    ("route", "body"),
    [
        (MESSAGES, {"content": "x" * 4_001}),
        (MESSAGES, {"components": [{"type": 99}]}),
        (MESSAGES, {"components": [{"type": 1, "components": [{"type": 2, "style": "x"}]}]}),
        (MESSAGES, {"components": [text("x"), {"type": 17, "components": [{"type": 12}]}]}),
        (MESSAGES, {"message_reference": {"message_id": "x"}}),
        (CALLBACK, {"type": 8, "data": {"choices": [{"name": "x"}]}}),
        (CALLBACK, {"type": 9, "data": {"title": "x" * 46, "custom_id": "m", "components": []}}),
        ("PUT /applications/{}/commands", [{"name": "x" * 33, "description": "x"}]),
        ("POST /nothing", {}),
    ],
)
def test_invalid_request_is_reported(route: str, body: Any) -> None:
    require_openapi()
    assert objections([request(route, body)])


@pytest.mark.parametrize(
    ("route", "body"),
    [
        (MESSAGES, {"content": "x", "tts": False, "nonce": "a", "enforce_nonce": True}),
        (MESSAGES, {"flags": 1 << 15, "components": [text("x")]}),
        (MESSAGES, {"content": "x", "message_reference": {"message_id": 123}}),
        (MESSAGES, {"content": "x", "message_reference": {"message_id": "123"}}),
        (CALLBACK, {"type": 8, "data": {"choices": [{"name": "x", "value": "x"}]}}),
        (CALLBACK, {"type": 6}),
    ],
)
def test_valid_request_is_not_reported(route: str, body: Any) -> None:
    require_openapi()
    assert objections([request(route, body)]) == []


def test_unknown_query_parameter_is_reported() -> None:
    require_openapi()
    assert objections([request(CALLBACK, {"type": 6}, with_response="1")]) == []
    assert objections([request(CALLBACK, {"type": 6}, with_respons="1")])


def test_missing_openapi_file_skips_the_test_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FORTYTWO_OPENAPI", "/nowhere.json")
    with pytest.raises(pytest.skip.Exception, match="FORTYTWO_OPENAPI"):
        require_openapi()
