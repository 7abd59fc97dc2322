"""A table's rules: checked when it opens, changed by its players in the lobby."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.values.pace import Pace
from texas42.engine import Rules, new_game
from texas42.library import Toggle, change_rule, load_rules, rules_json

from .ahead.changes import require_setup, set_rules
from .ahead.moved_seats import seats_for
from .ahead.next_game import rules_ahead
from .clocks.deadlines import Timing
from .company.kept import keep_hands
from .errors import RuleTooHigh
from .loaded import LoadedTable, PendingChange, with_match, with_table
from .lobby import require_host, require_hosting
from .model import Place, Status, Table
from .ports import Randomness
from .repository import TableRepository
from .views import Progress

MOST_MARKS = 50
MOST_BID = 20
MOST_POINTS = 10_000


def table_rules(game: str, rules: Mapping[str, object]) -> Rules:
    """Check the rules of a table and return them.

    Raises the library's errors, and RuleTooHigh if a number would make the table endless or its
    list of bids too long to show. Records have wider limits, `texas42.records.limits`.
    """
    checked = load_rules(game, rules)
    limits = {
        "target": (checked.target, MOST_MARKS if checked.by_marks else MOST_POINTS),
        "open_max_marks": (checked.open_max_marks, MOST_BID),
        "max_marks": (checked.max_marks or 0, MOST_BID),
    }
    for name, (value, most) in limits.items():
        if value > most:
            raise RuleTooHigh(name, most)
    return checked


def new_table(place: Place | None, host_id: int, rules: Rules, timing: Timing, now: float) -> Table:
    """Build a lobby without a name or seats."""
    return Table(
        table_id="",
        place=place,
        host_id=host_id,
        game=rules.game.id,
        rules=rules_json(rules),
        seats=(),
        total=(0,) * rules.game.sides,
        wins=(0,) * rules.game.sides,
        created_at=now,
        turn_since=now,
        wake_at=now + timing.lobby,
        clock=timing.clock,
    )


def _same(best_of: int | None) -> int | None:
    return best_of


class HouseRules:
    """Changes the rules of a lobby for any seated person, of the next game after one for the host.

    The host also chooses, at any time, the word that the marks spell, whether there are hints, and
    whether finished hands are kept to those who played them.

    Every method may raise a `TableError`, such as RuleTooHigh, and the library's UnknownRule.
    """

    def __init__(self, repository: TableRepository, randomness: Randomness, timing: Timing) -> None:
        self._repository = repository
        self._randomness = randomness
        self._timing = timing

    async def set_rule(self, table_id: str, user_id: int, option: str, value: object) -> Progress:
        """Set one option; the target follows the scoring."""
        return await self._change(
            table_id, user_id, lambda rules: change_rule(rules, option, value)
        )

    async def switch(self, table_id: str, user_id: int, toggle: Toggle, *, on: bool) -> Progress:
        """Switch a rule of the page of house rules on or off."""

        def changed(rules: Rules) -> Mapping[str, object]:
            return change_rule(rules, toggle.option.name, toggle.value(rules, on=on))

        return await self._change(table_id, user_id, changed)

    async def set_all(
        self,
        table_id: str,
        user_id: int,
        rules: Mapping[str, object],
        best_of: int | None = None,
    ) -> Progress:
        """Replace all rules by a preset, or by the `rules` of a record.

        `best_of`: how many games a match is; None for what the preset has.
        """
        return await self._change(table_id, user_id, lambda _: rules, lambda _: best_of)

    async def set_best_of(self, table_id: str, user_id: int, games: int) -> Progress:
        """Set how many games a match is; choosing a preset later overrides it."""

        def edit(live: LoadedTable) -> PendingChange | None:
            require_setup(live, user_id)
            ahead = rules_ahead(live)
            if live.table.status is Status.FINISHED:
                return set_rules(live, user_id, self._randomness, ahead, games)
            table = replace(live.table, best_of=games)
            return _with_rules(live, table, with_match(live.rules, games))

        return await self._repository.change(table_id, edit, user_id)

    async def set_score_word(self, table_id: str, user_id: int, word: str) -> Progress:
        """Set the word whose strokes are the marks, for the host, at any time."""

        def edit(live: LoadedTable) -> PendingChange | None:
            require_hosting(live, user_id)
            if live.table.score_word == word:
                return None
            return PendingChange(with_table(live, score_word=word))

        return await self._repository.change(table_id, edit, user_id)

    async def set_pace(self, table_id: str, user_id: int, pace: Pace) -> Progress:
        """Set the computers' pace, for the host, at any time."""

        def edit(live: LoadedTable) -> PendingChange | None:
            require_hosting(live, user_id)
            own = live.table.clock or self._timing.clock  # older tables have none of their own
            if own.chosen is pace:
                return None
            return PendingChange(with_table(live, clock=replace(own, chosen=pace)))

        return await self._repository.change(table_id, edit, user_id)

    async def set_hints(self, table_id: str, user_id: int, *, on: bool) -> Progress:
        """Let people who play each other take hints, or not, for the host, at any time."""

        def edit(live: LoadedTable) -> PendingChange | None:
            require_host(live, user_id)
            return None if live.table.hints is on else PendingChange(with_table(live, hints=on))

        return await self._repository.change(table_id, edit, user_id)

    async def set_keeps_hands(self, table_id: str, user_id: int, *, on: bool) -> Progress:
        """Keep finished hands to those who played them, or not, for the host; see `keep_hands`."""
        return await self._repository.change(
            table_id, lambda live: keep_hands(live, user_id, on=on), user_id
        )

    async def set_game(
        self,
        table_id: str,
        user_id: int,
        game: str,
        rules: Mapping[str, object],
        best_of: int | None = None,
    ) -> Progress:
        """Change the game of a lobby, for its host; people keep their seats where they can.

        `best_of`: as in `set_all`. May raise TooManyPeople, and the library's UnknownGame.
        """
        checked = with_match(table_rules(game, rules), best_of)
        return await self._repository.change(
            table_id, lambda live: _with_game(live, user_id, checked, best_of), user_id
        )

    async def require_setter(self, table_id: str, user_id: int) -> None:
        """Raise the refusal if this person can't change rules here now; see `require_setup`."""
        require_setup(await self._repository.read(table_id), user_id)

    async def _change(
        self,
        table_id: str,
        user_id: int,
        changed: Callable[[Rules], Mapping[str, object]],
        match: Callable[[int | None], int | None] = _same,
    ) -> Progress:
        def edit(live: LoadedTable) -> PendingChange | None:
            require_setup(live, user_id)
            rules = table_rules(live.table.game, changed(rules_ahead(live)))
            best_of = match((live.table.next_game or live.table).best_of)
            if live.table.status is Status.FINISHED:
                return set_rules(live, user_id, self._randomness, rules, best_of)
            table = replace(live.table, rules=rules_json(rules), best_of=best_of)
            return _with_rules(live, table, with_match(rules, best_of))

        return await self._repository.change(table_id, edit, user_id)


def _with_rules(live: LoadedTable, table: Table, rules: Rules) -> PendingChange | None:
    """Apply other rules of the same game to the lobby; None if nothing changes."""
    if rules == live.rules:
        return None
    return PendingChange(replace(live, table=table, rules=rules, game=new_game(rules)))


def _with_game(
    live: LoadedTable, user_id: int, rules: Rules, best_of: int | None
) -> PendingChange | None:
    """Apply the rules of another game to the lobby; None if it plays them already."""
    require_setup(live, user_id)
    require_host(live, user_id)
    if rules == live.rules:
        return None
    sides = (0,) * rules.game.sides
    row = replace(
        live.table,
        game=rules.game.id,
        rules=rules_json(rules),
        seats=seats_for(live.table.seats, rules.game.seats),
        total=sides,
        wins=sides,
        best_of=best_of,
    )
    return PendingChange(replace(live, table=row, rules=rules, game=new_game(rules)))
