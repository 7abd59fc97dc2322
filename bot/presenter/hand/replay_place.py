"""Where somebody is in a replay: the moment, the steps they take, and through whose eyes they look.

All of it stands in the ids of the replay's buttons, `42:replay:<table>:<hand>:<step>:<mode>`, so
that they work after any restart. A mode is `p` or `t`, for steps by play or by trick, and `o` for
all hands open or the number of a seat. What may follow it tells equal ids of a message apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bot.tables.past import Replay

_FORM = re.compile(r"(?P<step>[0-9]{1,3}):(?P<unit>[pt])(?P<seat>o|[0-7])(?::[a-z]+)?")


@dataclass(frozen=True, slots=True)
class ReplayPlace:
    """The number of a moment, whether to step by tricks, and the seat whose view it is.

    `seat` is None while all hands are open.
    """

    step: int = 0
    by_trick: bool = True
    seat: int | None = None

    def arg(self, button: str = "") -> str:
        """Format the place as the argument of an id; `button` makes it unique in a message."""
        text = f"{self.step}:{'t' if self.by_trick else 'p'}"
        text += "o" if self.seat is None else str(self.seat)
        return f"{text}:{button}" if button else text

    def within(self, replay: Replay) -> ReplayPlace:
        """Return the place, or the nearest one that the hand has."""
        last, seats = len(replay.moments) - 1, len(replay.table.seats)
        seat = self.seat if self.seat is not None and self.seat < seats else None
        return replace(self, step=min(self.step, last), seat=seat)

    def stops(self, replay: Replay) -> tuple[int, ...]:
        """Return the moments at which the steps stop."""
        return replay.trick_ends if self.by_trick else tuple(range(len(replay.moments)))

    def back(self, replay: Replay) -> ReplayPlace:
        """Return the place one step before; the first one stays."""
        before = [step for step in self.stops(replay) if step < self.step]
        return replace(self, step=before[-1] if before else 0)

    def forward(self, replay: Replay) -> ReplayPlace:
        """Return the place one step on; the last one stays."""
        later = [step for step in self.stops(replay) if step > self.step]
        return replace(self, step=later[0] if later else self.step)


def parse_replay_place(arg: str) -> ReplayPlace | None:
    """Read a place; the first one where there is no argument, None where it is not one."""
    if not arg:
        return ReplayPlace()
    form = _FORM.fullmatch(arg)
    if form is None:
        return None
    seat = None if form["seat"] == "o" else int(form["seat"])
    return ReplayPlace(int(form["step"]), form["unit"] == "t", seat)
