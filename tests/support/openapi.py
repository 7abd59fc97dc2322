"""Validates recorded requests against Discord's openapi.json, a file outside the repository.

`FORTYTWO_OPENAPI` is its path; without it, `shared/openapi.json` beside the repository is read.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from discord_sandbox.api.rest import Request

_BESIDE = Path(__file__).resolve().parents[3] / "shared" / "openapi.json"
_SNOWFLAKE = {
    "anyOf": [
        {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
        {"type": "integer", "minimum": 0},
    ]
}


def openapi_path() -> Path | None:
    """Return the path of openapi.json, None if it is missing."""
    path = Path(os.environ.get("FORTYTWO_OPENAPI") or _BESIDE)
    return path if path.is_file() else None


def require_openapi() -> Path:
    """Return the path of openapi.json, or skip the test with the reason."""
    path = openapi_path()
    if path is None:
        pytest.skip(
            "needs a file outside the repository: Discord's openapi.json, from its public "
            "repository discord-api-spec; set FORTYTWO_OPENAPI to its path"
        )
    return path


def objections(log: Iterable[Request], path: Path | None = None) -> list[str]:
    """List the violations of openapi.json in the accepted requests of a log."""
    checker = _checker(path or require_openapi())
    seen: set[tuple[str, bytes]] = set()
    found = []
    for request in log:
        key = (f"{request.method} {request.route}", request.raw)
        if request.status < 400 and not request.injected and key not in seen:
            seen.add(key)
            found += [f"{key[0]}: {problem}" for problem in checker.problems(request)]
    return found


@functools.cache
def _checker(path: Path) -> Checker:
    return Checker(json.loads(path.read_text()))


class Checker:
    """Validates requests by openapi.json, read as Discord's server does."""

    def __init__(self, description: dict[str, Any]) -> None:
        schemas = description["components"]["schemas"]
        self.schemas = {name: self._adapted(schema, schemas) for name, schema in schemas.items()}
        self.schemas["SnowflakeType"] = _SNOWFLAKE
        self.operations: dict[str, tuple[dict[str, Any] | None, set[str]]] = {}
        self.validators: dict[str, jsonschema_rs.Draft202012Validator] = {}
        for path, operations in description["paths"].items():
            plain = "/".join("{}" if part.startswith("{") else part for part in path.split("/"))
            for method in {"get", "put", "post", "patch", "delete"} & set(operations):
                operation = operations[method]
                content = operation.get("requestBody", {}).get("content", {})
                schema = content.get("application/json", {}).get("schema")
                parameters = [*operations.get("parameters", []), *operation.get("parameters", [])]
                self.operations[f"{method.upper()} {plain}"] = (
                    None if schema is None else self._adapted(schema, schemas),
                    {parameter["name"] for parameter in parameters},
                )

    def problems(self, request: Request) -> list[str]:
        """List the violations of one request."""
        operation = self.operations.get(request.route or "")
        if operation is None:
            return ["Discord's description has no such route"]
        schema, parameters = operation
        found = [f"unknown query parameter {name}" for name in set(request.query) - parameters]
        if request.raw and schema is None:
            found.append("a body where none belongs")
        elif request.raw and schema is not None:
            for error in self._validator(request.route or "", schema).iter_errors(request.body):
                where = ".".join(map(str, error.instance_path))
                found.append(f"{where}: {error.message[:300]}")
        return found

    def _validator(self, route: str, schema: dict[str, Any]) -> jsonschema_rs.Draft202012Validator:
        """Return the compiled schema of a route's body."""
        if route not in self.validators:
            whole = {**schema, "components": {"schemas": self.schemas}}
            self.validators[route] = jsonschema_rs.Draft202012Validator(whole)
        return self.validators[route]

    def _adapted(self, schema: Any, schemas: dict[str, Any]) -> Any:
        """Rewrite `oneOf` as `anyOf`, and split unions of typed objects by their `type`."""
        if isinstance(schema, list):
            return [self._adapted(item, schemas) for item in schema]
        if not isinstance(schema, dict):
            return schema
        done = {name: self._adapted(value, schemas) for name, value in schema.items()}
        union = done.pop("oneOf", None) or done.get("anyOf")
        if isinstance(union, list):
            done.pop("anyOf", None)
            by_type = _by_type(union, schemas)
            if by_type is None:
                done["anyOf"] = union
            else:
                done["type"] = "object"
                done["required"] = ["type"]
                done["properties"] = {"type": {"enum": sorted(by_type)}}
                done["allOf"] = [
                    {"if": {"properties": {"type": {"const": kind}}}, "then": {"anyOf": choices}}
                    for kind, choices in by_type.items()
                ]
        return done


def _by_type(union: list[Any], schemas: dict[str, Any]) -> dict[int, list[Any]] | None:
    """Group a union's members by their required `type`; None if they have none."""
    found: dict[int, list[Any]] = {}
    for member in union:
        name = member.get("$ref", "").rpartition("/")[2] if isinstance(member, dict) else ""
        target = schemas.get(name, {})
        kinds = target.get("properties", {}).get("type", {}).get("enum")
        if not kinds or "type" not in target.get("required", ()):
            return None
        for kind in kinds:
            found.setdefault(kind, []).append(member)
    return found or None
