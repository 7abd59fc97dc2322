"""A position in a replay: the moment, the step size, and whose view it is.

All of it is in the ids of the replay's buttons, `42:replay:<table>:<hand>:<step>:<mode>`, so that
they work after any restart. A mode is `p` or `t`, for steps by play or by trick, then `o` for all
hands open or the number of a seat, then the origin, if Back leads there. A suffix makes ids unique
in a message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bot.tables.past import Replay

_FORM = re.compile(
    r"(?P<step>[0-9]{1,3}):(?P<unit>[pt])(?P<seat>o|[0-7])(?P<origin>[ceh][0-9]{0,6})?(?::[a-z]+)?"
)


@dataclass(frozen=True, slots=True)
class ReplayPlace:
    """A moment, the step size, and the seat whose view it is; None means all hands open.

    `origin`: the page that it was opened from, see `back_from_replay`; empty for none.
    """

    step: int = 0
    by_trick: bool = True
    seat: int | None = None
    origin: str = ""

    def arg(self, button: str = "") -> str:
        """Format the place as the argument of an id; `button` makes it unique in a message."""
        text = f"{self.step}:{'t' if self.by_trick else 'p'}"
        text += "o" if self.seat is None else str(self.seat)
        text += self.origin
        return f"{text}:{button}" if button else text

    def within(self, replay: Replay) -> ReplayPlace:
        """Return the place, or the nearest one in the hand."""
        last = len(replay.moments) - 1
        seats = len(replay.table.seats)
        seat = self.seat if self.seat is not None and self.seat < seats else None
        return replace(self, step=min(self.step, last), seat=seat)

    def stops(self, replay: Replay) -> tuple[int, ...]:
        """List the moments where steps stop."""
        return replay.trick_ends if self.by_trick else tuple(range(len(replay.moments)))

    def at_stop(self, replay: Replay) -> int:
        """Return the moment of this step, or of the next one where steps by trick stop."""
        return next((step for step in replay.trick_ends if step >= self.step), self.step)

    def back(self, replay: Replay) -> ReplayPlace:
        """Step back; the first place stays."""
        before = [step for step in self.stops(replay) if step < self.step]
        return replace(self, step=before[-1] if before else 0)

    def forward(self, replay: Replay) -> ReplayPlace:
        """Step forward; the last place stays."""
        later = [step for step in self.stops(replay) if step > self.step]
        return replace(self, step=later[0] if later else self.step)


def parse_replay_place(arg: str) -> ReplayPlace | None:
    """Parse a place: the first one without an argument, None if it is invalid."""
    if not arg:
        return ReplayPlace()
    form = _FORM.fullmatch(arg)
    if form is None:
        return None
    seat = None if form["seat"] == "o" else int(form["seat"])
    return ReplayPlace(int(form["step"]), form["unit"] == "t", seat, form["origin"] or "")
