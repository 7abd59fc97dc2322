"""What the keeper does with each kind of message."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from bot.budget.kinds import Kind
from bot.values.posted import PostedKind, PostedState

ALWAYS = 0.0
NEVER = math.inf


class Parts(Enum):
    """What the hands or rounds of a thing mean for its messages."""

    OWN = auto()  # each part has its own message, whatever the others have
    NEW = auto()  # a new part gets a new message, and the old one is over
    GOES_ON = auto()  # the message goes on into the next part


class Archived(Enum):
    """What to do where a message stands in an archived thread, in which Discord refuses edits."""

    LEAVE = auto()  # leave it
    POST = auto()  # post it anew, which opens the thread
    REOPEN = auto()  # open the thread for the edit, and archive it again


@dataclass(frozen=True, slots=True)
class Buried:
    """When a message is out of sight: `messages` below it, posted at least `rest` seconds ago."""

    messages: int = sys.maxsize
    rest: float = 0.0


@dataclass(frozen=True, slots=True)
class Policy:
    """What the keeper does with a kind of message. All times are in seconds.

    `gap`: pause between two edits. `again`: the shortest time between two posts of a message that
    was deleted. `buried`: when it is posted anew, below newer messages. `editable`: the age beyond
    which it is posted anew, since Discord limits edits of old messages. `parts`: what a new hand or
    round means. `old`: what becomes of a message whose part is over, and `moved`: of one in another
    channel; one that was posted anew is deleted. `lasts`: the entry of a retired one is kept.
    `archived`: what happens in an archived thread. `drawing`: timeout for its picture. `recorded`:
    the digest of each edit is saved, so that other processes and later starts needn't build it.
    `calls`: its sound matters, so that one found after a failure is posted anew, not edited.
    `insists`: its old ones are deleted even if Discord refuses that for a while. `once`: there is
    only one, even if two ask for it at once; if it can't be saved, it is deleted. `passing`:
    it is deleted again at once, so it is saved as one to delete, in case the program is killed.
    `kind`: what its requests are for, unless the work that shows it says otherwise.
    """

    kind: Kind
    gap: float = 0.0
    again: float = ALWAYS
    buried: Buried = Buried()
    editable: float = NEVER
    parts: Parts = Parts.OWN
    old: PostedState = PostedState.DELETING
    moved: PostedState = PostedState.DELETING
    lasts: bool = False
    archived: Archived = Archived.LEAVE
    drawing: float = 10.0
    recorded: bool = False
    calls: bool = False
    insists: bool = False
    once: bool = False
    passing: bool = False


MINUTE = 60.0
POLICIES: Mapping[PostedKind, Policy] = {
    PostedKind.BOARD: Policy(
        Kind.BOARD,
        gap=1.2,
        again=MINUTE,
        buried=Buried(6, 30.0),
        parts=Parts.NEW,
        old=PostedState.RETIRING,
        lasts=True,
        archived=Archived.POST,
    ),
    PostedKind.HAND: Policy(Kind.HAND, again=NEVER, parts=Parts.GOES_ON, editable=55 * MINUTE),
    PostedKind.PING: Policy(Kind.HAND, calls=True),
    PostedKind.HELD_SEATS: Policy(Kind.ASKED, again=NEVER),
    PostedKind.INVITATION: Policy(Kind.ASKED, again=NEVER),
    PostedKind.EVENT: Policy(
        Kind.CARD,
        gap=1.2,
        again=MINUTE,
        parts=Parts.NEW,
        old=PostedState.RETIRING,
        moved=PostedState.RETIRING,
        recorded=True,
    ),
    PostedKind.DAY: Policy(Kind.ASKED, again=NEVER, gap=1.0),
    PostedKind.DAY_BOARD: Policy(Kind.CARD, again=NEVER, recorded=True),
    PostedKind.WEEK_BOARD: Policy(Kind.CARD, again=NEVER, recorded=True),
    PostedKind.PLAN: Policy(
        Kind.CARD,
        again=MINUTE,
        parts=Parts.NEW,
        old=PostedState.RETIRING,
        moved=PostedState.RETIRING,
        archived=Archived.POST,
        recorded=True,
    ),
    PostedKind.PLAN_CALL: Policy(Kind.ASKED, again=NEVER),
    PostedKind.VOTE: Policy(
        Kind.CARD,
        again=NEVER,
        archived=Archived.REOPEN,
        drawing=MINUTE,
    ),
    PostedKind.REPORTS: Policy(Kind.REST, recorded=True),
    PostedKind.WELCOME: Policy(
        Kind.REST,
        again=NEVER,
        buried=Buried(10, 60 * MINUTE),
        insists=True,
    ),
    PostedKind.SHARED: Policy(Kind.ASKED, again=NEVER, drawing=MINUTE, once=True),
    PostedKind.TRIAL: Policy(Kind.ASKED, again=NEVER, passing=True),
}
