"""Weights of the hand estimates, fitted to self-play of the rule-based player.

A line holds a game, the class of trump (a number, doubles or none) and the weights in the order of
`strength.features`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from texas42.engine import DOUBLES, FOLLOW_ME, GameSpec, Suit

Weights = Mapping[tuple[str, str], tuple[float, ...]]

_POINT_SHARE = """
42 number .286 .089 .089 .052 .054 .075 .008 -.001 .060 -.008 -.031 -.027 .041 .218
42 doubles .366 .066 .069 .050 .131 0 .036 .002 .007 .024 -.013 -.011 .050 .210
42 follow-me .432 0 0 0 0 .046 .082 .040 .127 -.008 -.012 .033 0 .239
88 number .445 .049 .041 .075 0 .029 -.003 -.026 .033 -.021 -.010 .034 .014 .200
88 doubles .407 .053 .020 .054 0 0 .041 -.021 .045 .006 -.006 0 0 .186
88 follow-me .532 0 0 0 0 .048 .016 .017 .043 -.017 -.007 0 0 .201
80 number .285 .066 .055 .073 0 .033 .034 -.016 .016 -.024 -.006 -.011 0 .194
80 doubles .432 .045 .042 .052 0 0 .030 .005 .059 -.003 -.023 0 0 .183
80 follow-me .487 0 0 0 0 .054 .077 .032 .040 -.009 -.025 0 0 .198
79 number .341 .057 .055 .090 0 .012 .025 -.010 .043 -.036 .005 .043 .017 .208
79 doubles .428 .055 .025 .068 0 0 .037 -.013 .048 .003 -.013 0 0 .185
79 follow-me .567 0 0 0 0 .035 -.003 -.009 .058 -.021 -.007 0 0 .210
84x6 number .359 .053 .065 .099 0 .021 .046 -.004 .050 -.024 -.007 .041 .016 .205
84x6 doubles .469 .048 .023 .075 0 0 .033 .006 .047 .004 -.018 0 0 .176
84x6 follow-me .549 0 0 0 0 .030 .012 .004 .053 -.021 .003 0 0 .205
84x8 number .360 .076 .083 .083 0 .041 .036 -.055 .015 -.005 -.026 .012 0 .209
84x8 doubles .427 .051 .041 .108 0 0 .023 -.021 .062 0 -.015 0 0 .204
84x8 follow-me .465 0 0 0 0 .068 .062 0 .084 -.024 -.007 -.018 0 .207
big-game number .354 .061 .017 .046 -.009 .034 .038 0 .048 -.011 -.006 0 0 .193
big-game doubles .515 .041 .035 .006 .005 0 .029 0 .056 .018 -.023 0 0 .190
big-game follow-me .425 0 0 0 0 .043 .079 .012 .113 .015 -.014 0 0 .204
moon number -.167 .142 .191 .131 .044 .103 .071 .040 0 0 .002 .006 -.015 .147
moon doubles .099 .094 .127 .098 .066 0 .075 .015 0 0 -.020 -.004 .056 .136
moon follow-me .170 0 0 0 0 .131 .177 .056 0 0 -.013 -.054 -.019 .157
moon4 number .197 .088 .099 .088 -.006 .075 .071 .022 0 0 0 .014 -.004 .173
moon4 doubles .387 .067 .090 .017 -.017 0 .039 .005 0 0 -.011 .076 .019 .156
moon4 follow-me .416 0 0 0 0 .083 .116 .035 0 0 -.009 .008 0 .216
"""
_ALL_TRICKS = """
42 number -7.46 1.14 .489 .710 .018 .821 .499 .565 .039 .135 -.021 .054 .499
42 doubles -4.96 .633 .819 .309 .224 0 .564 .096 .331 -.234 -.534 .285 .140
42 follow-me -2.71 0 0 0 0 .911 .752 .254 -.146 -.207 -.398 .126 0
88 number -4.57 .479 1.00 .672 0 .358 -.398 -.182 -.007 -.422 -.129 .270 .129
88 doubles -5.79 .357 .604 .933 0 0 -.156 -.248 .518 .748 -.241 0 0
88 follow-me -2.63 0 0 0 0 .400 -.492 .135 .133 -.122 -.102 0 0
80 number -5.34 .657 .730 .874 0 .389 -.530 -.059 -.094 -.072 -.306 -.070 0
80 doubles -7.47 .717 .504 .478 0 0 .505 .094 .267 -.151 -.212 0 0
80 follow-me -3.54 0 0 0 0 .634 .944 .155 .414 -.092 -.326 0 0
79 number -4.95 .504 1.01 .786 0 .221 -.496 -.426 -.048 -.381 .004 .292 .139
79 doubles -7.81 .528 .633 .878 0 0 .800 .188 .842 1.14 -.078 0 0
79 follow-me -2.41 0 0 0 0 .304 -.004 .037 .050 -.190 -.042 0 0
84x6 number -4.84 .483 1.21 .726 0 .274 -.359 -.153 .002 -.366 -.088 .288 .137
84x6 doubles -5.95 .381 .160 1.30 0 0 .668 .767 .459 .668 -.271 0 0
84x6 follow-me -2.40 0 0 0 0 .393 -.011 .051 .022 -.285 -.090 0 0
84x8 number -4.58 .582 .899 .684 0 .361 -.514 -.305 .087 .014 -.201 .448 0
84x8 doubles -4.74 .478 .494 .385 0 0 .464 .094 -.184 .323 -.168 0 0
84x8 follow-me -1.71 0 0 0 0 .404 -.440 -.150 .126 -.335 -.176 .038 0
big-game number -10.34 1.06 .707 .478 .235 .704 .613 .385 .153 .314 .099 0 0
big-game doubles -5.05 .337 .441 .197 .287 0 .818 -.138 -.262 -.264 -.250 0 0
big-game follow-me -6.53 0 0 0 0 .239 .996 .462 .230 .034 .149 0 0
moon number -10.30 1.34 1.66 1.46 -.050 1.24 .718 .900 0 0 -.218 .716 .750
moon doubles -9.09 1.17 .599 1.30 .175 0 .909 .462 0 0 -.385 .469 .423
moon follow-me -8.12 0 0 0 0 1.61 1.86 1.02 0 0 -.326 .380 .040
moon4 number -6.26 .912 .391 .726 -.139 .881 .556 .488 0 0 -.130 .121 .525
moon4 doubles -4.36 .548 .886 .513 .200 0 .511 0 0 0 -.580 .366 .164
moon4 follow-me -2.66 0 0 0 0 .878 .649 .202 0 0 -.397 .144 0
"""


def read_weights(text: str) -> Weights:
    """Parse lines of a game, a class of trump and weights."""
    rows = [line.split() for line in text.split("\n") if line]
    return MappingProxyType(
        {(game, trump): tuple(map(float, weights)) for game, trump, *weights in rows}
    )


POINT_SHARE = read_weights(_POINT_SHARE)
"""Weights of the mean share of the points; each line ends with the spread of that share."""

ALL_TRICKS = read_weights(_ALL_TRICKS)
"""Log odds of taking every trick."""


def trump_class(trump: Suit) -> str:
    """Return the class of a trump: doubles, follow-me, or a number."""
    return trump.value if trump in (DOUBLES, FOLLOW_ME) else "number"


def weights_game(game: GameSpec) -> str:
    """Return the id of the game whose weights apply: this one, or the most similar one."""
    if any(measured == game.id for measured, _ in POINT_SHARE):
        return game.id
    if not game.counts:
        return "moon" if game.sides == game.seats else "moon4"
    return "42" if game.copies == 1 else "79"
