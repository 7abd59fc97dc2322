"""Tables in every state: positions of hands, rare moments, endings, and what is set up.

Each yields names, tables and the games at them; a panel follows by `panel_at_table`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from bot.tables.deals.deals import LESSON
from bot.tables.model import Occupant, Status
from bot.tables.rated import RatingChange, RatingOutcome, UnratedReason
from bot.tables.views import DrawView, NextGameView, PanelView, SeatLine, TableView
from tests.presenter.tabling import panel_of, rules_of, sample, states, table_of
from tests.render.samples import hand_of, moments
from tests.screens.registry import Look
from texas42.engine import (
    Deal,
    Game,
    Phase,
    PlayTile,
    ShowKitty,
    apply,
    apply_out_of_turn,
    format_tile,
    legal_out_of_turn,
)
from texas42.library import change_rule, load_rules, toggles_of

from .draws import HASH, ONCE, TIED, won
from .showing import named, shown

At = tuple[str, TableView, Game]
WORD = "LUCK"  # seven strokes
PLAYED = 5 + 28
"""The acts of the sources' sample hand: four bids, the trump, the dominoes."""
HOST = 1000
EVENT = "ev3n7s"


def table_at(look: Look, game: Game, **changes: object) -> TableView:
    """Seat people at a game."""
    table = table_of(game.rules, game, seats=look.seats(game.rules))
    usual = {"total": game.total, "next_at": look.now + 20, "next_shaker": game.next_shaker}
    return replace(table, turn_since=look.now, **(usual | changes))  # type: ignore[arg-type]


def panel_at_table(table: TableView, game: Game, seat: int | None) -> PanelView:
    """Build the panel of a seat, with what it may do although it is nobody's turn."""
    panel = panel_of(table, game, seat)
    if seat is None or game.deal is None:
        return panel
    return replace(panel, out_of_turn=legal_out_of_turn(game, seat))


def deal_of(game: Game) -> Deal:
    """Return the deal of a game that has one."""
    assert game.deal is not None
    return game.deal


def in_hand(look: Look, sample_game: str) -> Iterator[At]:
    """Yield the representative positions of a hand."""
    for name, game in moments(sample_game):
        yield name, table_at(look, game), game


def rare(look: Look) -> Iterator[At]:
    """Yield draws, showings, the choice of a shaker, and a word for the score."""
    start = sample(0)
    for name, rounds, shaker, partners in (
        ("draw", ONCE, 2, False),
        ("draw-tied", TIED, 1, False),
        ("draw-partners", ONCE, 2, True),
        ("draw-partners-tied", TIED, 1, True),
    ):
        draw = DrawView(HASH, 1, drawn=True, rounds=rounds, shaker=shaker, for_partners=partners)
        yield name, table_at(look, start, draw=draw), start
    late = sample(PLAYED - 8)
    yield "words", table_at(look, late, score_word=WORD, total=(3, 5)), late
    yield "asks", table_at(look, named()), named()
    yield "doubles", table_at(look, shown()), shown()
    yield "shaker", table_at(look, won()), won()


def kitty(look: Look, sample_game: str) -> Iterator[At]:
    """Yield the positions at which the bidder may show the kitty, and has shown it."""
    for number, game in enumerate(hand_of(sample_game)):
        deal = deal_of(game)
        if deal.bidder is None or deal.tricks:
            continue
        if ShowKitty(deal.bidder) not in legal_out_of_turn(game, deal.bidder):
            continue
        yield f"kitty-{number}-hidden", table_at(look, game), game
        after = apply_out_of_turn(game, ShowKitty(deal.bidder)).game
        yield f"kitty-{number}", table_at(look, after), after


def over(look: Look, sample_game: str) -> At:
    """Return the end of a game that its first side won."""
    game = sample(PLAYED) if sample_game == "42" else hand_of(sample_game)[-1]
    target = game.rules.target
    total = (target, *(target // 2,) * (game.rules.game.sides - 1))
    return "ending", table_at(look, game, winner=0, status=Status.FINISHED, total=total), game


def rare_endings(look: Look) -> Iterator[At]:
    """Yield the ends of matches, of rated games, and of games with unusual scores."""
    _, table, game = over(look, "42")
    rules = game.rules
    match = replace(rules, game=replace(rules.game, best_of=3))
    points = replace(rules, scoring="points", target=250)
    two_ahead = replace(rules, win_by_two=True)
    line = table.seats[0]
    players = [
        RatingChange(line.user_id, line.name, 1000, 1043, provisional=True, left=False),
        RatingChange(None, "", 1100, 1080, provisional=False, left=True),
    ]
    for name, changes in {
        "match": {"rules": match, "wins": (2, 1), "total": (7, 5), "game_no": 3},
        "match-game": {"rules": match, "wins": (1, 0), "status": Status.BETWEEN},
        "match-late": {"rules": match, "wins": (1, 1), "status": Status.BETWEEN, "next_at": None},
        "two-ahead": {"rules": two_ahead, "total": (9, 7)},
        "both-over": {"rules": points, "total": (261, 254)},
        "both-over-tied": {"rules": points, "total": (261, 261)},
        "eight-marks": {
            "rules": two_ahead,
            "total": (7, 8),
            "winner": None,
            "status": Status.BETWEEN,
        },
        "others-won": {"winner": 1, "total": (3, 7)},
        "games": {"wins": (2, 1)},
        "games-of-players": {"wins": (2, 1, 0, 3), "changes_partners": True},
        "closed": {"status": Status.CLOSED},
        "closed-alone": {"status": Status.CLOSED, "seats": with_computers(table)},
        "one-left": {"seats": one_left(table)},
        "event": {"event_id": EVENT},
        "event-closed": {"event_id": EVENT, "status": Status.CLOSED},
        "alone": {"alone": True, "seats": with_computers(table)},
        "first-game": {"first_game": True, "seats": with_computers(table, "steady")},
        "rated": {"rated": RatingOutcome(None, tuple(players))},
        "unrated": {"rated": RatingOutcome(UnratedReason.LEFT, tuple(players))},
        **{f"unrated-{why}": {"rated": RatingOutcome(why)} for why in UnratedReason},
    }.items():
        yield name, replace(table, **changes), game  # type: ignore[arg-type]


def one_left(table: TableView) -> tuple[SeatLine, ...]:
    """Give the last seat to a computer player after the game."""
    *others, last = table.seats
    freed = replace(last, occupant=Occupant.COMPUTER, user_id=None, name="Pearl", level="steady")
    was = {"played": Occupant.PERSON, "played_by": last.user_id, "played_name": last.name}
    return *others, replace(freed, **was)


def with_computers(table: TableView, level: str = "expert") -> tuple[SeatLine, ...]:
    """Seat computer players everywhere but at the host's seat."""
    host, *others = table.seats
    return host, *(
        replace(line, occupant=Occupant.COMPUTER, user_id=None, level=level) for line in others
    )


@cache
def ends_of(game_id: str, preset: str | None = None) -> tuple[tuple[str, Game], ...]:
    """Find hands that end differently: made or set, early or played out, in each contract."""
    found: dict[str, Game] = {}
    for seed in range(40):
        *_, last = states(rules_of(game_id, preset), seed, hands=1)
        deal = deal_of(last)
        assert deal.result is not None
        contract = "none" if deal.contract is None else deal.contract.kind.value
        made = {None: "nobody", True: "made", False: "set"}[deal.result.made]
        bid = "" if deal.bid is None else f"-{deal.bid.kind.name.lower()}"
        found.setdefault(f"{deal.result.ended}-{made}-{contract}{bid}", last)
    return tuple(found.items())


ENDS: Sequence[tuple[str, str | None]] = (
    ("42", "house"),
    ("42", "straight-points"),
    ("88", None),
    ("moon", None),
    ("big-game", None),
)
"""The games and presets whose hands end in the most ways."""


def ends(look: Look) -> Iterator[At]:
    """Yield hands that ended in each way, and some that were forced or laid down."""
    for game_id, preset in ENDS:
        for name, game in ends_of(game_id, preset):
            yield f"{game_id}-{preset or 'usual'}-{name}", table_at(look, game), game
    game = sample(PLAYED)
    yield "played-out", table_at(look, game), game
    yield "laid-down", table_at(look, game, claimed=0), game
    yield "ready", replace(table_at(look, game), seats=ready(look, game)), game
    yield "when-ready", table_at(look, game, next_at=None), game
    table = table_at(look, game)
    yield "alone-over", replace(table, alone=True, seats=with_computers(table)), game
    yield "lesson-over", replace(table, game_no=0, deals=LESSON), game
    yield "renege", table_at(look, reneging()), reneging()


def ready(look: Look, game: Game) -> tuple[SeatLine, ...]:
    """Let the first two players be ready."""
    return tuple(replace(line, ready=line.seat < 2) for line in look.seats(game.rules))


@cache
def reneging() -> Game:
    """Return a hand that a renege ended."""
    rules = rules_of("42", renege="forfeit")
    for game in states(rules, 5, hands=1):
        deal = deal_of(game)
        if deal.phase is Phase.PLAY and deal.to_act is not None:
            plays = {PlayTile(deal.to_act, tile) for tile in deal.hands[deal.to_act]}
            if wrong := plays - set(game.legal_actions()):
                return apply(game, min(wrong, key=format_play)).game
    raise AssertionError("nobody could renege")


def format_play(play: PlayTile) -> str:
    """Write a play without a declared suit."""
    return format_tile(play.tile)


def next_games(look: Look, sample_game: str) -> Iterator[At]:
    """Yield the end of a game after its host has changed the next one."""
    _, table, game = over(look, sample_game)
    spec = game.rules.game
    table = replace(
        table,
        draws_partners=spec.has_partners or None,
        changes_partners=spec.can_change_partners or None,
    )
    ahead = NextGameView(
        everything(game), "expert-careful", draws_partners=True, changes_partners=True
    )
    yield "next", replace(table, next_game=ahead), game
    seated = tuple(tuple(range(side, spec.seats, spec.sides)) for side in range(spec.sides))
    yield "next-seats", replace(table, next_game=NextGameView(game.rules), next_sides=seated), game
    stays = NextGameView(game.rules, changes_partners=False)
    yield "next-stays", replace(table, next_game=stays), game


def everything(game: Game):
    """Switch every toggle of the house rules on, and play a match."""
    rules = game.rules
    for toggle in toggles_of(rules.game.id).values():
        given = change_rule(rules, toggle.option.name, toggle.value(rules, on=True))
        rules = load_rules(rules.game.id, given)
    return replace(rules, game=replace(rules.game, best_of=3))


def lobby_at(look: Look, game: Game, **changes: object) -> TableView:
    """Build a lobby: people, one open seat and one computer player."""
    seats = list(look.seats(game.rules))
    seats[1] = replace(seats[1], occupant=Occupant.OPEN, user_id=None, name="")
    seats[2] = replace(seats[2], occupant=Occupant.COMPUTER, user_id=None, level="expert")
    table = replace(table_of(game.rules, seats=tuple(seats)), next_at=look.now + 1800)
    return replace(table, **changes)  # type: ignore[arg-type]


def holding(look: Look, game: Game, *seats: int) -> TableView:
    """Build a lobby that holds these seats; all but the host's are open."""
    table = lobby_at(look, game)
    host, *others = table.seats
    free = SeatLine(seat=0, side=0)
    opened = [replace(free, seat=line.seat, side=line.side) for line in others]
    for seat in seats:
        held = {"reserved_by": 1000 + seat, "reserved_name": look.names[seat]}
        opened[seat - 1] = replace(opened[seat - 1], **held)
    return replace(table, seats=(host, *opened), held_until=look.now + 600)


def lobbies(look: Look) -> Iterator[tuple[str, TableView]]:
    """Yield lobbies of 42 with other players and other terms."""
    game = sample(0)
    table = lobby_at(look, game)
    full = replace(table, seats=look.seats(game.rules))
    alone = [table.seats[0], *(replace(table.seats[1], seat=n, side=n % 2) for n in (1, 2, 3))]
    match = replace(game.rules, game=replace(game.rules.game, best_of=3))
    hostless = tuple(replace(line, host=False) for line in table.seats)
    levels = ("steady-bold", "steady", "easy")
    yield "full", full
    yield "one-person", replace(table, seats=tuple(alone))
    yield "no-host", replace(table, seats=hostless)
    yield "no-hints", replace(table, hints=False)
    yield "never-closes", replace(table, next_at=None)
    for partners, changes in ((True, True), (True, False), (False, True)):
        found = replace(full, draws_partners=partners, changes_partners=changes, score_word=WORD)
        yield f"partners-{partners}-{changes}".lower(), found
    yield "match", replace(full, rules=match, changes_partners=True)
    yield "holds-all", holding(look, game, 1, 2, 3)
    yield "holds-one", holding(look, game, 2)
    holds = holding(look, game, 1, 2)
    sits = replace(table.seats[1], seat=3, occupant=Occupant.PERSON, user_id=1003, name="Di")
    yield "holds-beside", replace(holds, seats=(*holds.seats[:3], sits))
    eight = hand_of("84x8")[-1]
    yield "holds-eight", holding(look, eight, *range(1, 8))
    yield "house-rules", replace(full, rules=everything(game))
    for level in levels:
        yield f"computers-{level}", replace(full, seats=with_computers(full, level))


def standing_still(look: Look) -> Iterator[At]:
    """Yield tables that are paused, closed or waiting for somebody."""
    for steps in (0, 5, 12, PLAYED):
        game = sample(steps)
        table = table_at(look, game)
        for status in (Status.PAUSED, Status.CLOSED):
            yield f"{status}-{steps}", replace(table, status=status), game
    game = sample(12)
    table = table_at(look, game)
    away = [replace(line, away=line.seat in (1, 2)) for line in table.seats]
    yield "away", replace(table, seats=tuple(away)), game
    reserved = list(with_computers(table, "easy"))
    reserved[1] = replace(reserved[1], reserved_by=1001, reserved_name=look.names[4])
    yield "reserved", replace(table, seats=tuple(reserved)), game
    yield "no-hints", replace(table, hints=False), game
    yield "lesson", replace(table, game_no=0, deals=LESSON), game
    yield "at-event", replace(table, event_id=EVENT), game
    yield "at-event-closed", replace(table, event_id=EVENT, status=Status.CLOSED), game
    undealt = replace(table, view=None, status=Status.CLOSED)
    yield "closed-unplayed", undealt, game
