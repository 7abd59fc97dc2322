"""The option cases of the golden records: game, two values, and other options."""

from dataclasses import dataclass, field

from texas42.library import games

DISPLAY_ONLY = {"stacked_tricks"}
"""Options that change only what is shown, never what happens (rules.md 2a)."""
KNOWLEDGE_ONLY = {"moon_widow"}
"""Options that change what a seat knows (ruling 8.16); a test of the view shows them at work."""
COMPUTERS_ONLY = {"indicating"}
"""Options that change what computer players do (ruling 8.25), tested with the computer players."""

DOUBLE_SET = ["88", "80", "79", "84x6", "84x8"]
WITH_KITTY = ["88", "80", "79", "84x6"]
POINTS_GAMES = ["42", *DOUBLE_SET, "big-game"]
ALL = [spec.id for spec in games()]
FOLLOW_ME_ONLY = {"trumps": ["follow-me"]}
DOUBLES_ONLY = {"trumps": ["doubles"]}
PUREMCO = {"preset": "puremco"}
HOUSE = {"preset": "house"}
PLUNGE_IN_ONES = {"plunge": True, "trumps": ["1"]}
"""Doubles as trump are high, low or not; a suit's double is not."""
PLUNGE_ONLY = {"plunge": True, "trumps": ["1", "doubles"]}

SHOWINGS = {
    "plunge": ("42", {"plunge": True, "show_doubles": True}),
    "splash": ("42", {"splash": True, "show_doubles": True}),
    "kitty-before": ("88", {}),
    "kitty-after": ("88", {}),
}
"""Tiles that can be shown, by contract or time (rulings 8.23, 8.24), with the game and rules."""


@dataclass(frozen=True)
class Case:
    game: str
    option: str
    value: object
    other: object
    base: dict = field(default_factory=dict)

    @property
    def name(self):
        value = "-".join(map(str, self.value)) if isinstance(self.value, list) else self.value
        return f"{self.game}-{self.option}-{value}".lower()


def of_42():
    """List cases of options that only 42 has."""
    rows = [
        ("first_bidder", "holder10", "left", {}),
        ("ladder", "to42", "marks", {}),
        ("ladder", "points84", "marks", {}),
        ("after84", "any", "step", PUREMCO),
        ("after84", "none", "step", PUREMCO),
        ("open_max_marks", 1, 2, {}),
        ("open_max_marks", 3, 2, {}),
        ("raise_marks", "plus1_or_double", "plus1", {}),
        ("raise_marks", "plus2", "plus1", {}),
        ("max_marks", 2, None, {}),
        ("max_marks", 3, 2, PUREMCO),
        ("all_pass", "forced30", "reshake", {}),
        ("all_pass", "forced31", "forced30", {}),
        ("nt_doubles", ["low"], ["high"], FOLLOW_ME_ONLY),
        ("nt_doubles", ["own"], ["high"], FOLLOW_ME_ONLY),
        ("nt_doubles", ["own-reversed"], ["own"], FOLLOW_ME_ONLY),
        ("small_end_first_lead", True, False, {}),
        ("nello", "any", "off", {}),
        ("nello", "forced_only", "any", {}),
        ("nello_doubles", ["high"], ["low"], HOUSE),
        ("nello_doubles", ["own-reversed"], ["own"], HOUSE),
        ("low_no", True, False, {}),
        ("plunge", True, False, {}),
        ("splash", True, False, {}),
        ("plunge_doubles", ["low"], ["high"], PLUNGE_IN_ONES),
        ("plunge_doubles", ["reversed"], ["high"], PLUNGE_ONLY),
        ("show_doubles", True, False, PLUNGE_ONLY),
        ("sevens", True, False, {}),
        ("sevens_tie", "bidder_side", "first", HOUSE),
        ("sevens_lead", "forced", "free", HOUSE),
        ("game_bid", True, False, PUREMCO),
    ]
    return [Case("42", *row) for row in rows]


def of_points_games():
    for game in POINTS_GAMES:
        points = {"preset": "straight-points"} if game == "42" else {}
        marks = {"preset": "straight-marks" if game == "42" else "marks"}
        yield Case(game, "scoring", "points", "marks", marks)
        yield Case(game, "win_by_two", True, False, {**marks, "target": 1})
        yield Case(game, "exact_42plus", False, True, points)
        yield Case(game, "early_stop", "none", "loss", points)
        yield Case(game, "early_stop", "decided", "loss", marks)
        yield Case(game, "renege", "forfeit", "reject", marks)
        yield Case(game, "tie_250", "higher", "bidder", points)
    yield Case("big-game", "game_bid", False, True, {})


def of_all_games():
    for game in ALL:
        yield Case(game, "target", 1, 1000, {})
        yield Case(game, "trumps", ["3", "5"], ["1", "5"], {})
        yield Case(game, "doubles_follow_pip", True, False, DOUBLES_ONLY)
        yield Case(game, "must_lead_trump", True, False, {})
        for value in ("winner", "winner-choice", "loser", "loser-draw", "draw"):
            base = {"target": 1}
            yield Case(game, "next_game_shaker", value, "rotate", base)


def of_some_games():
    for game in DOUBLE_SET:
        default = game == "88"
        yield Case(game, "trump_in_bid", not default, default, {})
    for game in WITH_KITTY:
        yield Case(game, "boneyard_exchange", False, True, {})
    yield Case("moon", "tie_250", "higher", "bidder", {})
    yield Case("moon4", "tie_250", "higher", "bidder", {})
    yield Case("moon", "moon_made", "tricks", "bid", {})
    yield Case("moon4", "moon_made", "bid", "tricks", {})
    yield Case("moon", "moon_set", 21, 22, {})
    yield Case("moon", "bid_21", False, True, {})
    yield Case("moon4", "bid_21", True, False, {})


def cases():
    """List every case; each game and option appears at least once."""
    return [*of_42(), *of_points_games(), *of_all_games(), *of_some_games()]
