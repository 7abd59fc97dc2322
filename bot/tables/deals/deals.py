"""Where the tiles of a hand come from, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from texas42.records.shake import SECRET_BYTES

LESSON_NAME = "lesson:1"


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """A deal that many tables share: its name in the public text of the shake, and one secret."""

    name: str
    secret: bytes = field(repr=False)


LESSON_DEAL = SharedDeal(LESSON_NAME, (1_111_217).to_bytes(SECRET_BYTES, "big"))
"""Known to all, so it has no proof. Found by `tools/find_lesson_hands.py`: no play of the opponents
sets it."""


@dataclass(frozen=True, slots=True)
class Deals:
    """Where the tiles of a table's hand come from, and what follows from it.

    `of`: the name, in the public text of the shake, of a deal that many tables share; its secret is
    stored once, with no table. None if the table shakes for itself: a secret of its own for each
    hand, committed before and told after it. `counts`: the hand belongs to a game and counts for
    results; else the table's next hand begins a game. `explained`: the guide explains each act,
    some are questions, and the computers follow a script. `claims`: people may lay down their hand.
    `skips`: people may skip computers' pauses. `forced_plays`: forced plays are made for people who
    want that. `votes`: replays offer to ask others for their bid or play. `one_hand`: the table has
    no other hand, so no game and no score of one, and ends with its deal, not by a timer of its
    own. `fixed_players`: the computers are the fixed experts, who choose without a clock, so that
    equal plays get equal answers. `day`: the day whose hand it is.
    """

    of: str | None = None
    counts: bool = True
    explained: bool = False
    claims: bool = True
    skips: bool = True
    forced_plays: bool = True
    votes: bool = True
    one_hand: bool = False
    fixed_players: bool = False
    day: date | None = None


SHAKEN = Deals()
"""A shake of the table's own."""
LESSON = Deals(
    LESSON_NAME,
    counts=False,
    explained=True,
    claims=False,
    skips=False,
    forced_plays=False,
)
"""The lesson hand of newcomers, which teaches how to play a hand out."""
_SHARED = {LESSON: LESSON_DEAL}
"""The deals that are stored with the program; a day's are stored with the day."""


def day_deal_name(day: date) -> str:
    """Return the name of a day's deal, which goes into the shake."""
    return f"daily:{day.isoformat()}"


def deals_of_day(day: date) -> Deals:
    """Return the deals of a day's hand, the same for everybody."""
    return Deals(
        day_deal_name(day),
        counts=False,
        claims=False,
        forced_plays=False,
        votes=False,
        one_hand=True,
        fixed_players=True,
        day=day,
    )


def deals_named(name: str | None) -> Deals:
    """Return the deals of this name; None for a shake of the table's own.

    Raises ValueError for a name that nothing shares.
    """
    if name is None:
        return SHAKEN
    for deals in _SHARED:
        if deals.of == name:
            return deals
    raise ValueError(f"Not a shared deal: {name!r}.")


def shared_deal(deals: Deals) -> SharedDeal:
    """Return the deal that tables of these deals share. Raises ValueError unless it is known."""
    found = _SHARED.get(deals)
    if found is None:
        raise ValueError(f"Not stored with the program: {deals.of!r}.")
    return found
