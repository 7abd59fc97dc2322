"""The house rules of a table, which its people change in the lobby."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.engine import Rules, new_game
from bot.library import changed_rules, rules_json

from .errors import WrongStatus
from .loaded import LoadedTable, PendingChange
from .lobby import require_seated
from .model import Status
from .opening import table_rules
from .repository import TableRepository
from .views import Progress


class HouseRules:
    """Changes the rules of tables that have not started. Everybody who sits there may.

    Every method may raise a `TableError`, RuleTooHigh among them, and the library's UnknownRule.
    """

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    async def set_rule(self, table_id: str, user_id: int, option: str, value: object) -> Progress:
        """Give one option another value; the target follows the scoring."""
        return await self._change(
            table_id, user_id, lambda rules: changed_rules(rules, option, value)
        )

    async def set_all(self, table_id: str, user_id: int, rules: Mapping[str, object]) -> Progress:
        """Play by a preset, or by other `rules` of a record, in the place of all rules so far."""
        return await self._change(table_id, user_id, lambda _: rules)

    async def require_setter(self, table_id: str, user_id: int) -> None:
        """Raise NotSeated or WrongStatus where this person may change no rules here now."""
        _require_setter(await self._repository.read(table_id), user_id)

    async def _change(
        self, table_id: str, user_id: int, edit: Callable[[Rules], Mapping[str, object]]
    ) -> Progress:
        return await self._repository.change(
            table_id, lambda live: _changed(live, user_id, edit), user_id
        )


def _changed(
    live: LoadedTable, user_id: int, edit: Callable[[Rules], Mapping[str, object]]
) -> PendingChange | None:
    """Return the lobby with other rules of the same game; None where they stay the same."""
    _require_setter(live, user_id)
    table = live.table
    rules = table_rules(table.game, edit(live.rules))
    if rules == live.rules:
        return None
    row = replace(table, rules=rules_json(rules))
    return PendingChange(replace(live, table=row, rules=rules, game=new_game(rules)))


def _require_setter(live: LoadedTable, user_id: int) -> None:
    require_seated(live, user_id)
    if live.table.status is not Status.LOBBY:
        raise WrongStatus(live.table.number, live.table.status)
