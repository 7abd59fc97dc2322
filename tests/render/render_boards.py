"""Boards for the tests and the benchmark: every number of seats in every mode."""

from bot.engine import Tile
from bot.render import (
    BoardPicture,
    Fact,
    Line,
    Mode,
    PlayedTile,
    Scoring,
    SeatPicture,
    SidePicture,
    Sign,
    TakenTrick,
)

NAMES = ("Ana", "Cy", "Bo", "Di", "Magdalena", "José Núñez", "Wolfgang A.", "Zoë")
COMPASS = ("North", "East", "South", "West")
SIDE_NAMES = {2: ("N/S", "E/W"), 3: ("Ana", "Cy", "Bo")}
HANDS = {3: (7, 3), 4: (7, 2), 6: (9, 2), 8: (7, 2)}
"""By number of seats: tiles in a hand, sides."""


def tiles(number: int, start: int = 0, top: int = 6) -> tuple[Tile, ...]:
    """So many tiles out of the set, from the highest, going round."""
    whole = [Tile(high, low) for high in range(top, -1, -1) for low in range(high, -1, -1)]
    return tuple(whole[(start + step * 5) % len(whole)] for step in range(number))


def _seat(number: int, seats: int, mode: Mode, hand: int) -> SeatPicture:
    sides = HANDS[seats][1]
    calls = ("pass", "31", "", "") if seats == 4 else ("60 fives", "pass", "", "")
    return SeatPicture(
        name=NAMES[number],
        position=COMPASS[number] if seats == 4 else f"Seat {number + 1}",
        side=number % sides,
        tiles_left=0 if mode is Mode.RESULT else hand if mode is Mode.BIDDING else hand - 3,
        note=("bids 32", "", "to play", "shakes")[number % 4],
        shaker=number == 3 % seats,
        bidder=number == 0 and mode is not Mode.BIDDING,
        turn=number == 2 and mode in (Mode.BIDDING, Mode.PLAY),
        computer=number == 3 % seats or number == 1,
        call=calls[number % 4] if mode is Mode.BIDDING else "",
        high_call=mode is Mode.BIDDING and number == (1 if seats == 4 else 0),
        revealed=tiles(hand, number * 7) if mode is Mode.RESULT else (),
    )


def _side(number: int, seats: int, mode: Mode, scoring: Scoring, stacked: bool) -> SidePicture:
    hand, sides = HANDS[seats]
    taken = {Mode.BIDDING: 0, Mode.PLAY: 2, Mode.TRICK_END: 2, Mode.RESULT: hand // 2}[mode]
    tricks = tuple(
        TakenTrick(
            size=seats,
            points=(1, 11, 6, 21)[trick % 4],
            tiles=() if stacked and trick < taken - 1 else tiles(seats, 3 * trick + number),
        )
        for trick in range(taken - number if taken > 1 else taken)
    )
    return SidePicture(
        name=SIDE_NAMES[sides][number],
        total=(3, 5, 1)[number] * (1 if scoring is Scoring.MARKS else 37 if sides == 2 else 3),
        points=sum(trick.points for trick in tricks),
        needed=(32, 11, 11)[number] if sides == 2 else 5,
        tricks=tricks,
    )


def board(
    seats: int = 4,
    mode: Mode = Mode.PLAY,
    scoring: Scoring = Scoring.MARKS,
    *,
    stacked: bool = False,
) -> BoardPicture:
    """A board in the middle of things."""
    hand, sides = HANDS[seats]
    played = {Mode.PLAY: 2, Mode.TRICK_END: seats}.get(mode, 0)
    thrown = (Tile(5, 4), Tile(5, 5), Tile(6, 4), Tile(3, 2), Tile(5, 0), Tile(8, 7), Tile(1, 1))
    trick = tuple(
        PlayedTile(seat, tile, trump=seat in {0, 1, 4}, winning=seat == 1, count=tile.count)
        for seat, tile in enumerate((*thrown, Tile(0, 0))[:played])
    )
    facts = (
        Fact("Trump", Line("fives"), Sign.TRUMP),
        Fact("Bid", Line("32 {name}", 0), Sign.BIDDER),
        Fact("Led", Line("fives")),
    )
    headline = {
        Mode.BIDDING: Line("{name} to bid", 2),
        Mode.PLAY: Line("{name} to play", 2),
        Mode.TRICK_END: Line("{name} wins +11", 1),
        Mode.RESULT: Line("N/S made 32"),
    }[mode]
    detail = Line("34–8 · 1 mark") if mode is Mode.RESULT else Line("")
    return BoardPicture(
        title="Table 3 · Hand 4",
        mode=mode,
        scoring=scoring,
        target=7 if scoring is Scoring.MARKS else 250 if sides == 2 else 21,
        tricks_in_hand=hand,
        seats=tuple(_seat(number, seats, mode, hand) for number in range(seats)),
        sides=tuple(_side(number, seats, mode, scoring, stacked) for number in range(sides)),
        facts=facts if mode is not Mode.BIDDING else (Fact("High bid", Line("31 {name}", 1)),),
        headline=headline,
        detail=detail,
        trick=trick,
    )
