"""Tables whose panels show every control."""

from __future__ import annotations

from texas42.library import games

DOUBLES = ("high", "low", "own", "own-reversed")
TABLES = {
    **{game.id: (game.id, {}) for game in games()},
    "small ends": ("42", {"small_end_first_lead": True}),
    "every contract": (
        "42",
        {
            "nello": "any",
            "nello_doubles": list(DOUBLES),
            "nt_doubles": list(DOUBLES),
            "plunge": True,
            "splash": True,
            "plunge_doubles": ["high", "low", "reversed"],
            "sevens": True,
        },
    ),
}
