"""Which options matter at a table: some have no effect beside the values of others."""

from collections.abc import Mapping
from functools import lru_cache

from texas42.engine import DOUBLES, FOLLOW_ME, ContractKind, Rules

FROM_TWO_MARKS = 2
FROM_THREE_MARKS = 3


def has_effect(rules: Rules, option: str) -> bool:
    """Return False if no value of an option would change the game under these rules."""
    return _effects(rules).get(option, True)


@lru_cache(maxsize=256)
def _effects(rules: Rules) -> Mapping[str, bool]:
    """Return for each option that may have no effect whether it has one."""
    plunges = rules.plunge or rules.splash
    return {
        "tie_250": not rules.by_marks,
        "win_by_two": rules.by_marks,
        "exact_42plus": not rules.by_marks,
        "max_marks": rules.ladder != "to42",
        "open_max_marks": _bids_reach(rules, FROM_TWO_MARKS),
        "raise_marks": rules.ladder == "marks" and _bids_reach(rules, FROM_THREE_MARKS),
        "after84": rules.ladder == "points84" and _reach(rules.max_marks, FROM_THREE_MARKS),
        "game_bid": _bids_reach(rules, FROM_TWO_MARKS) or rules.plunge,
        "nt_doubles": FOLLOW_ME in rules.nameable,
        "nello_doubles": rules.nello != "off" or rules.low_no,
        "low_no": rules.nello == "off",
        "splash": _bids_reach(rules, FROM_TWO_MARKS),
        "plunge_doubles": plunges,
        "show_doubles": plunges,
        "sevens_tie": rules.sevens,
        "sevens_lead": rules.sevens,
        "doubles_follow_pip": _doubles_can_be_led(rules),
        "moon_widow": rules.has_exchange,
    }


def _bids_reach(rules: Rules, marks: int) -> bool:
    """Return True if somebody can bid this many marks (ruling 8.2)."""
    if rules.ladder == "to42":
        return False
    ends_at_84 = rules.ladder == "points84" and rules.after84 == "none"
    return _reach(rules.max_marks, marks) and not (ends_at_84 and marks > FROM_TWO_MARKS)


def _reach(most: int | None, marks: int) -> bool:
    return most is None or most >= marks


def _doubles_can_be_led(rules: Rules) -> bool:
    """Return True if doubles can be trump or a suit of their own (000:80, 000:195)."""
    if DOUBLES in rules.nameable:
        return True
    ranks = list(rules.nt_doubles) if FOLLOW_ME in rules.nameable else []
    for kind in ContractKind:
        if kind.overlay.names_doubles and kind.overlay.is_played(rules):
            ranks += kind.overlay.doubles_rules(rules)
    return any(rank.is_own_suit for rank in ranks)
