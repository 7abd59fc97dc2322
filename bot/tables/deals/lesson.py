"""The lesson hand: dealt for a newcomer, the same for everyone, before the first game.

Its secret is known to all, so it has no proof. It is the only hand of game 0 and counts for
nothing; the first game starts after it, at zero. The computers follow a script while it fits, so
that every newcomer meets the same moments; three of them ask the newcomer to decide.
"""

from __future__ import annotations

from dataclasses import replace

from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import (
    NUMBER_SUITS,
    Action,
    Contract,
    NameContract,
    NotationError,
    Phase,
    PlayTile,
    Rules,
    SeatView,
    Suit,
    Trick,
    format_tile,
    parse_action,
    winning_seat,
)
from texas42.library import change_rule, load_rules

from ..loaded import LoadedTable, with_match, with_table
from ..views import Question, QuestionKind

GAME = "42"
SEAT = 0
SHAKER = 0
"""The newcomer's seat, who also shakes, so nobody bids after them."""
TRUMP = Suit.THREES
LEVEL = "rules"
"""The level of the computers where the script doesn't fit: it always plays alike."""
FIRST_MARKS = 3
FIRST_POINTS = 100
"""The marks, or the points, that win the first game after the lesson."""
BID = "30"
CONTRACT = "3"
TRICKS = (
    ("33", "43", "41", "30"),
    ("63", "32", "40", "42"),
    ("21", "62", "22", "52"),
    ("11", "10", "50", "61"),
    ("20", "51", "55", "00"),
)
"""The script, in which the others pass. The partner takes the third trick and leads the next two,
the second one with the last of the twos."""


def has_lesson(rules: Rules) -> bool:
    """Return True if newcomers to such a table get the lesson hand: a long enough game of 42."""
    usual = rules.game.target_marks if rules.by_marks else rules.game.target_points
    return rules.game.id == GAME and rules.target >= usual and TRUMP in rules.nameable


# The first game ------------------------------------------------------------------------------


def with_first_game(live: LoadedTable) -> LoadedTable:
    """Apply the short rules of a newcomer's first game after the lesson.

    A match is played as it is.
    """
    table = live.table
    if not table.deals.explained or not table.alone or live.rules.game.best_of > 1:
        return live
    target = FIRST_MARKS if live.rules.by_marks else FIRST_POINTS
    rules = change_rule(live.rules, "target", target)
    changed = with_table(live, rules=rules, usual_rules=table.rules)
    return replace(changed, rules=with_match(load_rules(table.game, rules), table.best_of))


# The script ----------------------------------------------------------------------------------


def scripted(view: SeatView) -> Action | None:
    """Return what the script has the seat in turn do; None once the hand goes another way.

    The newcomer's own acts may differ from it.
    """
    text = _next_line(view)
    if text is None or view.to_act is None:
        return None
    try:
        action = parse_action(text, view.phase, view.to_act, view.rules)
    except NotationError:
        return None
    return action if action in view.legal else None


def scripted_advice(view: SeatView) -> Advice | None:
    """Return what the guide recommends by the script; None where it has nothing to say."""
    action = scripted(view)
    return None if action is None else Advice(action, Reason(ReasonKind.SAMPLED))


def _next_line(view: SeatView) -> str | None:
    if view.phase is Phase.CALL:
        outbid = any(made.call.is_bid and made.seat != SEAT for made in view.calls)
        own = BID if view.to_act == SEAT else "pass"
        return None if outbid else own
    if view.phase is Phase.CONTRACT:
        return CONTRACT if view.bidder == SEAT else None
    if view.phase is not Phase.PLAY or view.contract is None or view.trick is None:
        return None
    at = len(view.tricks)
    beside = len(view.trick.plays)
    fits = view.bidder == SEAT and view.contract.trump_suit is TRUMP
    if not fits or at >= len(TRICKS):
        return None
    for trick, line in zip(view.all_tricks, TRICKS, strict=False):
        if not _fits(trick, line):
            return None
    return TRICKS[at][beside] if beside < len(TRICKS[at]) else None


def _fits(trick: Trick, line: tuple[str, ...]) -> bool:
    """Return True if everyone but the newcomer has played a trick by the script."""
    return all(
        format_tile(play.tile) == text
        for play, text in zip(trick.plays, line, strict=False)
        if play.seat != SEAT
    )


# The questions -------------------------------------------------------------------------------


def question_of(view: SeatView) -> Question | None:
    """Return what the newcomer has to decide alone at this turn, with the right answers."""
    if view.seat != SEAT or not view.legal:
        return None
    if view.phase is Phase.CONTRACT:
        right = tuple(
            action
            for action in view.legal
            if isinstance(action, NameContract) and action.contract.trump_suit is TRUMP
        )
        return Question(QuestionKind.TRUMP, right) if right else None
    contract = view.contract
    trick = view.trick
    if view.phase is not Phase.PLAY or contract is None or trick is None or trick.led is None:
        return None
    return _which_follows(view, contract, trick.led) or _what_to_give(view, contract, trick)


def _which_follows(view: SeatView, contract: Contract, led: Suit) -> Question | None:
    """Ask what may be played if a trump in the hand looks as if it were of the suit led.

    Only the first time that others lead the suit.
    """
    trump = contract.trump_suit
    met = any(trick.led is led and trick.leader != SEAT for trick in view.tricks)
    if met or trump is None or led is trump or led not in NUMBER_SUITS:
        return None
    trumps = contract.ordering.members[trump]
    if not any(tile in trumps and led.pip in (tile.high, tile.low) for tile in view.hand):
        return None
    right = tuple(
        play for play in view.legal if isinstance(play, PlayTile) and play.tile not in trumps
    )
    return Question(QuestionKind.FOLLOW, right) if right else None


def _what_to_give(view: SeatView, contract: Contract, trick: Trick) -> Question | None:
    """Ask for count on a trick that the partner is sure to take."""
    game = view.rules.game
    trump = contract.trump_suit
    if trump is None or len(view.legal) < len(view.hand) or not _is_partners(view, contract, trick):
        return None
    trumps = contract.ordering.members[trump]
    gifts = [tile for tile in view.hand if tile not in trumps and game.tile_count(tile)]
    most = max(map(game.tile_count, gifts), default=0)
    right = tuple(
        play
        for play in view.legal
        if isinstance(play, PlayTile) and play.tile in gifts and game.tile_count(play.tile) == most
    )
    return Question(QuestionKind.GIVE, right) if right else None


def _is_partners(view: SeatView, contract: Contract, trick: Trick) -> bool:
    """Return True if nothing that the seat hasn't seen can take a trick from its partner."""
    game = view.rules.game
    bidder = view.bidder
    if bidder is None or winning_seat(trick, contract, view.rules, bidder) != game.partner(SEAT):
        return False
    seen = {play.tile for each in view.all_tricks for play in each.plays} | set(view.hand)
    partner = game.partner(SEAT)
    return all(
        winning_seat(
            replace(trick, plays=(*trick.plays, PlayTile(SEAT, tile))), contract, view.rules, bidder
        )
        == partner
        for tile in game.tiles
        if tile not in seen
    )
