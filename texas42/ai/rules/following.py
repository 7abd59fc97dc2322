"""Replies by rule: playing to a trick that another seat has led."""

from collections.abc import Iterator

from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.inference.knowledge import Knowledge
from texas42.ai.rules.discards import keep_convention, signal_of
from texas42.ai.valuation.trick_value import keeping, stake
from texas42.engine import PlayTile, Suit, Tile

_PARTNER_SURE = 0.85
_OVERTAKING = 12.0
_AS_GOOD = 0.35
"""Scores as close as this are equal: they differ by how high tiles are that nobody will miss."""
_TAKING_LEAD = 1.0


def follow(know: Knowledge, legal: tuple[PlayTile, ...]) -> tuple[PlayTile, Reason]:
    """Choose the tile to play to the current trick, with the reason."""
    led = know.led
    best_seat = know.best_seat
    if led is None or best_seat is None:
        raise ValueError("no tile has been led")
    before = know.chance_ours(led, best_seat, know.best_place, know.behind)
    scores = {play: _score(know, led, best_seat, before, play) for play in legal}
    ranked = sorted(legal, key=lambda play: (-scores[play], know.order.places[play.tile]))
    free = [play for play in ranked if scores[play] >= scores[ranked[0]] - _AS_GOOD]
    chosen = keep_convention(know, free)
    return chosen, explain_follow(know, chosen)


def explain_follow(know: Knowledge, play: PlayTile) -> Reason:
    """Explain a reply to the current trick."""
    led = know.led
    best_seat = know.best_seat
    if led is None or best_seat is None:
        raise ValueError("no tile has been led")
    before = know.chance_ours(led, best_seat, know.best_place, know.behind)
    place = know.order.places[play.tile]
    chance = _chance(know, led, before, place)
    points = know.table_points + know.count(place)
    kind = _kind(know, led, best_seat, place, before)
    if len(know.view.legal) == 1:
        kind = ReasonKind.ONLY_LEGAL
    return Reason(kind, play.tile, led, best_seat, points=points, chance=chance)


def _chance(know: Knowledge, led: Suit, before: float, place: int) -> float:
    """Estimate the chance that this side takes the trick, from its chance before this tile."""
    return know.chance_ours(led, know.me, place, know.behind) if know.wins(place) else before


def _score(know: Knowledge, led: Suit, best_seat: int, before: float, play: PlayTile) -> float:
    place = know.order.places[play.tile]
    wins = know.wins(place)
    chance = _chance(know, led, before, place)
    points = know.table_points + know.count(place) + round(know.count_to_come())
    value = stake(know, points, chance)
    value -= keeping(know, place)
    if wins and know.friend(best_seat) and before >= _PARTNER_SURE and chance - before < 0.1:
        value -= _OVERTAKING
    if wins and not know.friend(best_seat):
        value += _TAKING_LEAD * chance
    return value


def _kind(know: Knowledge, led: Suit, best_seat: int, place: int, before: float) -> ReasonKind:
    tile = know.order.line[place]
    trump = bool(know.order.trump >> place & 1)
    if know.wins(place) and not (know.friend(best_seat) and before >= _PARTNER_SURE):
        ruff = trump and led is not know.order.trump_suit
        return ReasonKind.TRUMP_IN if ruff else ReasonKind.WIN_TRICK
    if know.count(place) and before > 0.5:
        return ReasonKind.COUNT_TO_PARTNER
    signal = signal_of(know, tile)
    if signal is not None:
        return signal
    return _explain_by_hand(know, place, before)


def _explain_by_hand(know: Knowledge, place: int, before: float) -> ReasonKind:
    """Explain a tile that neither wins nor signals by what stays in hand."""
    others = {know.order.places[tile] for tile in _choices(know)} - {place}
    if before <= 0.5 and not know.count(place) and any(map(know.count, others)):
        return ReasonKind.NO_COUNT
    winners = all(keeping(know, other) > 1 for other in others)
    return ReasonKind.KEEP_WINNERS if winners else ReasonKind.TRASH


def _choices(know: Knowledge) -> Iterator[Tile]:
    return (play.tile for play in know.view.legal if isinstance(play, PlayTile))
