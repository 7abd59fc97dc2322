"""Results as the screens see them: frozen, built by `Stats`, safe to show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum, StrEnum, auto

from bot.values.names import names_of

MINIMUM_FOR_RATES = 5
"""The fewest games to be ranked by a share or an average."""
PROVISIONAL_GAMES = 10
"""The number of rated games after which a rating is no longer provisional."""
ANY_GAME = ""
"""Stands for all games of the family together."""


class GameKind(StrEnum):
    """The kind of games that are counted together."""

    PEOPLE = "people"  # people on every side
    ALONE = "alone"  # one person, computers in all other seats
    ALL = "all"  # these and all others: the games of a profile


class Span(StrEnum):
    """The period that a leaderboard counts, up to now; days begin at midnight UTC."""

    ALL = "all"
    SEASON = "season"  # a quarter of the year
    MONTH = "month"
    WEEK = "week"  # from Monday

    def start(self, at: float) -> int:
        """Return the start of the period that contains a time, in Unix seconds."""
        if self is Span.ALL:
            return 0
        day = datetime.fromtimestamp(at, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        if self is Span.WEEK:
            day -= timedelta(days=day.weekday())
        elif self is Span.MONTH:
            day = day.replace(day=1)
        else:
            day = day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
        return int(day.timestamp())


class Ranked(Enum):
    """Who a leaderboard ranks, and by which games."""

    PEOPLE = auto()  # by games between people
    RATED = auto()  # those of them who have a rating
    PAIRS = auto()  # two people on the same side, by games between people
    ALONE = auto()  # by games alone with computers

    @property
    def game_kind(self) -> GameKind:
        """The games that count."""
        return GameKind.ALONE if self is Ranked.ALONE else GameKind.PEOPLE


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a leaderboard ranks: by the field `figure` of `Standing`, highest first.

    `out_of`: the field to divide it by, for a share or an average. `positive_only`: a line
    without the figure, or with 0, is not listed.
    """

    figure: str
    out_of: str | None = None
    ranked: Ranked = Ranked.PEOPLE
    lowest_first: bool = False
    positive_only: bool = False

    @property
    def minimum_games(self) -> int:
        """The number of games needed to be listed."""
        return 1 if self.out_of is None else MINIMUM_FOR_RATES

    def figure_of(self, standing: Standing) -> float:
        """Return the figure that a line is ranked by; 0 if there is none."""
        figure: int = getattr(standing, self.figure) or 0
        if self.out_of is None:
            return figure
        whole: int = getattr(standing, self.out_of)
        return figure / whole if whole else 0.0


class Order(StrEnum):
    """The sort order of a leaderboard, best first: its id, and how it ranks."""

    _value_: str
    ranking: Ranking

    RATING = "rating", Ranking("rating", ranked=Ranked.RATED)
    WINS = "wins", Ranking("wins")
    WIN_RATE = "win-rate", Ranking("wins", out_of="games")
    GAMES = "games", Ranking("games")
    MARKS = "marks", Ranking("marks")
    BIDS_MADE = "bids-made", Ranking("bids_made", out_of="bids")
    AVERAGE_BID = "average-bid", Ranking("bid_points", out_of="bids")
    SETS = "sets", Ranking("sets")
    SUFFERED = "got-set", Ranking("suffered", out_of="hands", lowest_first=True)
    PARTNERS = "partners", Ranking("wins", out_of="games", ranked=Ranked.PAIRS)
    RUN = "run", Ranking("best_run", ranked=Ranked.ALONE, positive_only=True)
    FASTEST = (
        "fastest",
        Ranking("fastest", ranked=Ranked.ALONE, lowest_first=True, positive_only=True),
    )
    SHUTOUTS = "shut-outs", Ranking("shutouts", ranked=Ranked.ALONE, positive_only=True)
    ALONE_WINS = "alone-wins", Ranking("wins", ranked=Ranked.ALONE)

    def __new__(cls, order_id: str, ranking: Ranking) -> Order:
        """Build a member whose value is its id."""
        order = str.__new__(cls, order_id)
        order._value_ = order_id
        order.ranking = ranking
        return order


ORDERS = {order.value: order for order in Order}
"""Every order by its id."""


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """The selection of a leaderboard.

    `game`: the id of one game, or ANY_GAME. `everywhere`: over all servers together.
    """

    order: Order = Order.WINS
    span: Span = Span.ALL
    game: str = ANY_GAME
    everywhere: bool = False

    def by(self, order: Order) -> LeaderboardQuery:
        """Return the same leaderboard in another order."""
        return replace(self, order=order)


@dataclass(frozen=True, slots=True)
class Standing:
    """The totals of one person. `name` is as the person wrote it: escape before showing.

    `marks`: their side's marks in finished games. `bids`: hands in which they were the bidder;
    `bids_made`: those that they made; `bid_points`: the sum of their bids, a bid of marks counting
    as all points of a hand. `sets`: hands in which their side set the other; `suffered`: hands in
    which their side got set. `shutouts`: games won with nothing for the others. `run`: the current
    winning streak, and `best_run` the longest; of games alone with computers only those against
    experts count for them. `fastest`: the fewest hands in which they won to seven marks. `partner`:
    the other of two partners, who have these figures together. `rating`: None unless requested and
    known; `rated`: the games behind it.
    """

    user_id: int
    name: str
    games: int = 0
    wins: int = 0
    marks: int = 0
    hands: int = 0
    bids: int = 0
    bids_made: int = 0
    bid_points: int = 0
    sets: int = 0
    suffered: int = 0
    shutouts: int = 0
    run: int = 0
    best_run: int = 0
    fastest: int | None = None
    partner: int | None = None
    partner_name: str = ""
    rating: int | None = None
    rated: int = 0

    @property
    def provisional(self) -> bool:
        """True if the rating rests on too few games."""
        return self.rated < PROVISIONAL_GAMES


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of a leaderboard with `lines` lines; `position` counts from 1.

    Equals share a `rank`.
    """

    position: int
    rank: int
    standing: Standing
    lines: int


@dataclass(frozen=True, slots=True)
class LeaderboardView:
    """One page of a leaderboard.

    `page` counts from 1; `pages` is at least 1. `rows` are (rank, standing); equals share a rank.
    `me`: the asking person's line, on whatever page it is; None if they are not listed. `my_page`:
    the page of that line.
    """

    asked: LeaderboardQuery
    page: int
    pages: int
    rows: tuple[tuple[int, Standing], ...]
    me: tuple[int, Standing] | None
    my_page: int | None = None

    def with_distinct_names(self) -> LeaderboardView:
        """Return the page with different names for people whose names look alike."""
        listed = [*self.rows, *(() if self.me is None else (self.me,))]
        people = [(line.user_id, line.name) for _, line in listed]
        partners = [(line.partner, line.partner_name) for _, line in listed]
        names = names_of([*people, *partners])
        told = tuple(
            (rank, replace(line, name=names[n], partner_name=names[len(listed) + n]))
            for n, (rank, line) in enumerate(listed)
        )
        return replace(self, rows=told[: len(self.rows)], me=None if self.me is None else told[-1])


@dataclass(frozen=True, slots=True)
class BidSize:
    """The number of bids of one size, and of those made. `marks`: 0 below all points."""

    points: int
    marks: int
    bids: int
    made: int


class BadgeKind(StrEnum):
    """The achievements of a user."""

    FOUR_MARKS = "four-marks"  # made a bid of four marks or more
    NELLO = "nello"  # made nel-o
    SET_84 = "set-84"  # set a bid of two marks
    PERFECT = "perfect"  # won every trick of a hand
    SHUTOUT = "shut-out"  # won a game with nothing for the others
    THOUSANDTH = "thousandth"  # played a thousand hands


@dataclass(frozen=True, slots=True)
class Badge:
    """An achievement: when it was first reached, and in which hand of which table."""

    kind: BadgeKind
    at: float
    table_id: str
    hand_no: int


@dataclass(frozen=True, slots=True)
class Details:
    """The parts of a profile beside the totals, of one server or of all together.

    `form`: the results of the last ten games, newest first. `partner`: the one with whom they won
    the largest share; `rivals`: the people against whom they played most, with the games they
    themselves won. `bids` from the smallest to the largest. `alone`: games alone with computers.
    `badges`: each once, oldest first. `ratings`: the rating before the last thirty rated games and
    after each of them, oldest first; empty without any.
    """

    rating: int | None = None
    rated: int = 0
    ratings: tuple[int, ...] = ()
    form: tuple[bool, ...] = ()
    partner: Standing | None = None
    rivals: tuple[Standing, ...] = ()
    bids: tuple[BidSize, ...] = ()
    alone: Standing | None = None
    badges: tuple[Badge, ...] = ()

    @property
    def provisional(self) -> bool:
        """True if the rating rests on too few games."""
        return self.rated < PROVISIONAL_GAMES


@dataclass(frozen=True, slots=True)
class ProfileView:
    """One person's results, games with computer players included.

    `here`: in the selected server (all zero in a DM). `overall`: everywhere, None on another
    person's profile. `listed`: what this server's leaderboard counts. `on_leaderboards`: None
    on another person's profile.
    """

    user_id: int
    name: str
    here: Standing
    overall: Standing | None
    listed: Standing
    details: Details = Details()
    on_leaderboards: bool | None = None
