"""Every way out: where the program might tell somebody about a day's hand too early.

`WAYS` is the list. `leaks` has somebody try some of them, and compares everything that anybody was
told with what they may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from discord_sandbox.client.simulated_user import SimulatedUser
from texas42.engine import Tile

from . import attempts, host_attempts, inside
from .attempts import Attempt, Role, Try
from .host_attempts import HAND
from .knowledge import Expected, read_knowledge
from .town import Town

PEOPLE = frozenset({Role.NEW, Role.PLAYING, Role.FINISHED})
BEGUN = frozenset({Role.PLAYING, Role.FINISHED})
HOST = frozenset({Role.HOST})


@dataclass(frozen=True, slots=True)
class Way:
    """A way out. `attempt` tries it.

    `roles`: who can try it. `counts_days`: False where no hand of a day counts, so that it says
    the same as before anybody had played. `names`: it may name the people who are asked for.
    `typed`: tiles that the asker types, which may be repeated to them, or that each game's rules
    name. `plays`: it may go on
    with the hand.
    """

    name: str
    attempt: Try
    roles: frozenset[Role] = PEOPLE
    counts_days: bool = True
    names: bool = False
    typed: frozenset[Tile] = frozenset()
    plays: bool = False

    def expected(self, attempt: Attempt) -> Expected:
        """Return what this way may tell besides what its reader knows."""
        everybody = frozenset(each.name for each in attempt.town.stage.people)
        return Expected(everybody if self.names else frozenset(), self.typed)


COMMANDS = (
    *(("status",), ("status", "--json"), ("reports",), ("reports", "--json"), ("migrate",)),
    *(("export", HAND), ("close-table", HAND), ("doctor",), ("backup",)),
    *(("block", "99"), ("unblock", "99")),
)
WAYS = (
    Way("screens", attempts.screens),
    Way("how it works", attempts.how_it_works),
    Way("rules", attempts.rules, typed=frozenset(attempts.COUNT)),
    Way("/hand", attempts.hand),
    Way("updates of a screen", attempts.update, frozenset({Role.PLAYING}), plays=True),
    Way("direct messages", attempts.direct_message, BEGUN),
    Way("/last", attempts.last_trick),
    Way("drawings in caches", attempts.cached_drawings, BEGUN, plays=True),
    Way("autocomplete", attempts.autocomplete),
    Way("boards", attempts.board),
    Way("reminders", attempts.reminder),
    Way("a shared result", attempts.share),
    Way("a comparison", attempts.compare, names=True),
    Way("/replay", attempts.replay),
    Way("review", attempts.review),
    Way("coach", attempts.coach),
    Way("history", attempts.history),
    Way("record", attempts.record),
    Way("proof", attempts.proof),
    Way("/bid-this", attempts.bid_this, typed=frozenset(attempts.ALL)),
    Way("votes", attempts.vote, typed=frozenset(attempts.ALL)),
    Way("questions about the hand", attempts.question_about_the_hand),
    Way("profile", attempts.profile, counts_days=False, names=True),
    Way("leaderboard", attempts.leaderboard, counts_days=False, names=True),
    Way("finished games", attempts.finished_games, counts_days=False),
    Way("/privacy", attempts.privacy),
    Way("other buttons", attempts.tools),
    Way("error texts", attempts.errors, typed=frozenset(attempts.TYPED)),
    Way("metrics", host_attempts.metrics, HOST),
    Way("the log", host_attempts.log),
    *(
        Way(f"the command {' '.join(each)}", host_attempts.command_line(*each), HOST)
        for each in COMMANDS
    ),
)


async def leaks(town: Town, day: date, person: SimulatedUser, ways: Iterable[Way]) -> list[str]:
    """Have somebody, or the host, try these ways about a day; return what they tell too early.

    A way that is not open to the person in their role is not tried.
    """
    ways = list(ways)
    found = []
    for way in (each for each in ways if each.plays):
        found += await _leaks_of(town, day, person, [way])
    found += await _leaks_of(town, day, person, [each for each in ways if not each.plays])
    return sorted(set(found))


async def _leaks_of(
    town: Town, day: date, person: SimulatedUser, ways: Sequence[Way]
) -> Sequence[str]:
    """Try some ways, between which nobody plays, so that all may tell the same."""
    seen = [("before", Expected(), town.eyes.drain())]
    before = await read_knowledge(town.stage, town.boards)
    found = []
    for way in ways:
        role = Role.HOST if way.roles == HOST else role_of(before.days[day], person.id)
        if role not in way.roles:
            continue
        for hand_id in inside.ids_of(day):
            attempt = Attempt(town, person, role, hand_id, before.days[day], before.days)
            await way.attempt(attempt)
            sights = town.eyes.drain()
            town.tried[way.name, role] += bool(sights)
            seen.append((way.name, way.expected(attempt), sights))
            found += [f"{way.name}: {each}" for each in attempt.objections]
            if not way.counts_days:
                found += _changed(town, way, attempt)
    await town.settle()
    seen.append(("afterwards", Expected(), town.eyes.drain()))
    now = await read_knowledge(town.stage, town.boards)
    for name, expected, sights in seen:
        found += [f"{name}: {each}" for each in now.faults(sights, expected)]
    return found


def _changed(town: Town, way: Way, attempt: Attempt) -> list[str]:
    """Compare what a way says with what it said before anybody had played."""
    said = "\n".join(attempt.said)
    name = attempt.person.name
    usual = town.usual.setdefault((way.name, name), said)
    return [] if said == usual else [f"{way.name}: {name} reads something new"]


def role_of(day: inside.Day, user_id: str) -> Role:
    """Return how a person stands to a day's hand."""
    hand = day.hands.get(user_id)
    if hand is None:
        return Role.NEW
    return Role.FINISHED if hand.is_finished else Role.PLAYING
