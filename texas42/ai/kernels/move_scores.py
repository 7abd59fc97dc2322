"""Scores of leads and replies in contracts with suits, from fitted weights.

A play has five features, each a combination of a few plain facts with a weight for every
combination; its score is the sum of the five. A difference of 100 is a factor e in how often a play
is preferred.

`tools/fit_move_scores.py` fits the weights; docs/strength.md describes the data.
"""

import numpy as np

from texas42.ai.kernels.bits import INT, POINTER, IntArray, compiled, lowest, popcount
from texas42.ai.kernels.contract_table import (
    ASKING,
    BIDDERS,
    FIVES,
    NEXT,
    SEATS,
    STRONGER,
    SUITS,
    TENS,
    TRUMP,
)
from texas42.ai.kernels.deal_sampling import BIDDER, CANNOT, EVERYTHING, GONE, HANDS

_TRICK = 0
_KEPT = 324
_SHAPE = 516
_HEIGHT = 564
_STAKE = 606
_LEAD = 678
_TOP = 894
_TRUMPS = 1002
_ROUND = 1182
_COUNT = 1278
"""Where the weights of each feature begin: first the features of replies, then those of leads."""
_LEAST = -(1 << 60)
_FITTED = """
121 92 665 -879 -77 -418 -862 -555 -341 0 0 0 0 0 0 0 0 0 162 186 15 0 793 32 -115 560 17 88 0 17
405 0 -79 -336 0 -249 299 363 304 262 32 -310 -537 114 -286 -416 131 241 0 -144 0 -544 168 343 49
-274 86 585 -212 317 981 -1 582 0 0 0 0 0 0 0 0 0 -364 -601 -706 0 -656 255 52 -417 -365 -229 0 80
-462 0 -182 -488 0 -166 84 -256 -133 -2 -425 -424 -79 -128 -422 371 421 597 0 562 0 329 273 568
489 -94 743 -999 -64 -657 -866 0 -186 0 0 0 0 0 0 0 0 0 178 226 17 6 337 0 792 586 -4 -43 -346 835
-945 0 -500 -391 0 0 128 -5 146 55 286 -339 45 189 -721 301 -18 413 17 216 0 542 100 68 -528 -298
-585 414 26 339 999 -8 999 0 0 0 0 0 0 0 0 0 49 -956 -999 20 -359 66 551 -529 -586 -215 0 64 -979
0 -999 -980 0 -616 601 141 546 -104 -110 -215 -288 0 -326 880 692 999 0 457 0 353 469 326 636 -78
535 -812 -441 -714 -999 0 -827 0 0 0 0 0 0 0 0 0 204 341 21 616 927 785 986 -141 684 -253 82 344
247 0 -303 -339 0 -99 -106 241 98 300 -109 -203 -37 -15 -568 169 -973 272 520 52 0 861 -205 -36
-569 -601 -830 500 40 213 999 0 999 0 0 0 0 0 0 0 0 0 -391 -999 -671 123 -253 31 557 -201 4 -237 0
347 -453 0 -145 -699 0 -122 188 -298 9 128 -275 -79 -493 0 -12 296 316 0 0 527 0 658 664 0 -324
-381 -300 -496 -536 -468 47 -21 -86 122 -94 -43 212 229 95 82 88 102 0 0 0 0 0 0 103 254 35 335
110 176 0 0 0 0 0 0 18 3 205 153 361 239 0 0 0 0 0 0 0 0 66 145 -154 -356 0 -461 256 -414 290 -293
0 377 -172 15 -91 45 0 0 0 0 0 0 0 122 -234 45 -42 283 0 0 0 0 0 0 0 0 55 269 -71 397 0 0 0 0 0 0
-259 -532 -229 -489 -237 -497 -144 525 -204 88 -859 88 205 324 127 133 230 -139 0 0 0 0 0 0 217
307 214 197 267 16 0 0 0 0 0 0 56 194 371 264 392 12 0 0 0 0 0 0 36 -302 -78 -128 -24 -334 -5 -453
-83 -414 -152 -166 44 -223 61 249 291 165 0 0 0 0 0 0 174 -11 189 -65 254 321 0 0 0 0 0 0 0 0 151
426 454 521 0 0 0 0 0 0 238 0 0 0 145 0 397 0 0 0 0 0 0 0 0 0 -172 -211 15 -379 -459 -45 -28 -633
-34 252 318 31 -184 256 -41 179 -160 16 -17 -478 -95 257 -24 -383 -88 244 222 353 18 74 195 90 540
305 -375 -335 223 0 195 279 -332 -610 830 -111 64 265 149 -37 597 206 -307 100 180 -104 645 247
-633 -179 -25 -211 542 163 -792 -387 149 -551 483 136 -999 -538 147 29 308 -160 -480 -378 -403 145
240 -34 -165 598 452 51 366 -233 387 -259 -412 -484 907 418 257 186 631 310 -406 -225 -675 -667
-626 -315 49 -45 -108 -158 240 -170 -211 -499 -14 -58 -387 -31 696 785 638 736 749 362 -44 -104
-778 -647 -695 -51 -100 85 -150 83 121 -63 46 35 -22 -257 -378 -200 665 219 835 618 372 189 89 72
430 174 -443 116 -2 95 558 -233 17 -238 -203 -420 -575 63 -170 -459 -165 -151 -152 -378 -439 -684
-92 -193 -279 -20 -9 -96 -376 -407 -652 -295 -328 20 14 -63 -13 932 684 -615 515 192 15 999 807 0
-183 559 0 -804 -356 0 -999 -887 0 0 -101 0 0 -673 0 0 -751 0 0 297 0 0 -587 0 0 -371 437 258 223
227 167 -257 345 53 530 356 182 -165 200 459 -199 -327 -531 -299 -141 -102 83 -299 -503 -314 -188
-241 -380 22 37 168 -352 -169 -379 -214 0 -258 -402 472 78 -191 0 0 0 0 243 0 -313 69 0 -28 -66 0
0 -83 0 0 -20 0 0 -194 0 0 -285 0 0 346 0 0 -229 0 0 -31 349 204 218 235 -116 -128 5 267 581 -231
-439 111 -185 -298 -60 -458 149 -196 -136 -283 -188 337 286 -584 -48 205 -183 54 -70 -91 292 -14
-317 -1 40 4 -152 999 97 -34 -11 331 0 40 132 0 -505 -162 0 -530 -539 0 -26 -5 0 0 -138 0 0 -424 0
0 0 0 0 -172 0 0 -148 0 0 0 110 -791 -17 -930 -68 -584 -11 1 -199 437 -216 258 0 0 -89 265 -119
191 129 415 210 999 169 -53 276 -1 -213 -17 -180 318 0 0 -149 117 -260 359 -4 -17 32 -58 -34 -258
69 0 -127 -492 -76 -229 0 0 -522 98 -352 504 -97 -104 380 31 382 -26 228 0 154 0 200 328 0 0 260 0
-155 132 -456 98 15 -282 -5 -762 298 4 -305 -434 -148 -213 0 0 -360 -193 -252 186 -18 11 301 311
269 677 141 -4 291 -189 223 -191 0 0 499 0 -55 260 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 307 0 -307 -80 0
80 -58 0 58 36 0 -36 -148 0 148 -108 326 -268 -416 95 233 -679 196 283 99 -134 43 -209 166 70 -42
268 -257 -323 277 -62 -589 300 -70 -417 -87 431 -384 264 150 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 354 0
-354 -183 0 183 420 0 -420 283 0 -283 -322 0 322 246 -11 -235 0 28 -28 252 -85 -163 299 -123 -214
-251 254 26 -1 0 1 0 0 0 -1 -3 4 36 -29 -4 -728 626 115 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 190 0 -190
-66 0 66 -231 0 231 -15 0 15 534 0 -534 0 -1 0 -22 7 13 655 -280 -455 307 74 -369 53 -117 67 0 0 0
0 0 0 -16 17 1 -90 -75 180 -88 -149 212 400 290 303 -232 -274 -191 -239 -188 -203 0 0 0 -783 -16
-107 62 -324 0 36 -14 -62 0 0 0 -28 -38 -251 422 471 81 -189 -77 -217 0 0 0 150 -13 -200 -3 -338 9
339 212 -467 0 0 0 -308 246 299 765 -419 -80 -231 133 5 0 0 0 170 -177 -6 -83 -258 -271 130 260
586 0 0 0 -371 545 336 235 560 -142 -644 87 -384 0 0 0 146 -463 -23 359 -40 -454 34 123 -30 0 0 0
-416 -194 -122 33 -549 -421 480 756 341 -163 147 354 -649 -346 -55 -285 -683 -408 408 243 453 -28
433 -192 -936 -609 -390 -422 -87 109 165 753 324 -484 664 -53
"""
_WEIGHTS: IntArray = np.array(_FITTED.split(), np.int64)


@compiled(INT(INT, INT), inner=True)
def _at_most(number: int, most: int) -> int:
    return number if number < most else most


@compiled(INT(INT, POINTER), inner=True)
def _count(place: int, tab: IntArray) -> int:
    """Return 2 for a ten, 1 for a five, 0 for the rest."""
    count: int = (tab[TENS] >> place & 1) * 2 + (tab[FIVES] >> place & 1)
    return count


@compiled(INT(INT), inner=True)
def _trick_stage(hand: int) -> int:
    """Return 0 for the last two tricks, 1 for the two before, 2 earlier."""
    left = popcount(hand)
    return 0 if left <= 2 else (1 if left <= 4 else 2)


@compiled(INT(INT, POINTER, POINTER), inner=True)
def _role(seat: int, state: IntArray, tab: IntArray) -> int:
    """Return 0 for the bidder, 1 for the bidder's side, 2 for the others."""
    return 0 if seat == state[BIDDER] else (1 if tab[BIDDERS + seat] else 2)


@compiled(INT(INT, INT, INT, INT, INT, INT, INT, INT, POINTER, POINTER), inner=True)
def best_reply(
    seat: int,
    moves: int,
    able: int,
    best: int,
    holder: int,
    played: int,
    points: int,
    compared: int,
    state: IntArray,
    tab: IntArray,
) -> int:
    """Return the best legal reply and, from bit 8, the margin of `compared` behind it."""
    hand = state[HANDS + seat]
    trump = tab[TRUMP]
    mine = tab[ASKING + seat]
    role = _role(seat, state, tab)
    friendly = 1 if tab[ASKING + holder] == mine else 0
    unseen = state[EVERYTHING] & ~state[GONE] & ~hand
    suit = able & ~trump
    trump_led = 1 if suit == 0 else 0
    if trump_led:
        suit = able
    threats = hand & 0
    allies = hand & 0
    turn = seat
    for _ in range(tab[SEATS] - played - 1):
        turn = tab[NEXT + turn]
        may = unseen & ~state[CANNOT + turn]
        if tab[ASKING + turn] == mine:
            allies |= may
        elif may & suit:
            threats |= may & ~(trump & ~suit)
        else:
            threats |= may
    over = able & tab[STRONGER + best]
    threat = 1 if threats & over else 0
    rescue = 1 if allies & over else 0
    late = _trick_stage(hand)
    defending = 1 if role == 2 else 0
    stake = 2 if points >= 10 else (1 if points >= 5 else 0)
    picked = lowest(moves)
    top = seat ^ seat
    top += _LEAST
    behind = top
    while moves:
        place = lowest(moves)
        bit = 1 << place
        moves ^= bit
        wins = 0
        if bit & over:
            wins = 1 if threats & able & tab[STRONGER + place] else 2
        trumps = 1 if bit & trump else 0
        kind = 2 if trump_led else trumps
        own = tab[SUITS + place]
        stronger = own & tab[STRONGER + place]
        above = _at_most(popcount(stronger & unseen), 3)
        covered = 1 if stronger & hand else 0
        off = 0 if bit & suit else 1
        highest = 1 if stronger == 0 else 0
        length = _at_most(popcount(own & hand), 3) - 1
        guards = 1 if above == 0 and own & hand & ~bit else 0
        trick = (((role * 2 + friendly) * 2 + threat) * 3 + wins) * 3 + _count(place, tab)
        kept = (((off * 2 + trumps) * 4 + above) * 2 + highest) * 3 + late
        shape = ((length * 2 + covered) * 2 + off) * 2 + trumps
        height = _at_most(place >> 2, 6) * 3 + wins
        staked = ((stake * 3 + wins) * 2 + friendly) * 2 + trumps
        value = (
            _WEIGHTS[_TRICK + trick * 3 + kind]
            + _WEIGHTS[_KEPT + kept * 2 + defending]
            + _WEIGHTS[_SHAPE + shape * 2 + guards]
            + _WEIGHTS[_HEIGHT + height * 2 + friendly]
            + _WEIGHTS[_STAKE + staked * 2 + rescue]
        )
        if place == compared:
            behind = value
        if value > top:
            top = value
            picked = place
    return picked | (top - behind if behind > _LEAST else 0) << 8


@compiled(INT(INT, INT, POINTER, POINTER), inner=True)
def best_lead(seat: int, compared: int, state: IntArray, tab: IntArray) -> int:
    """Return the best lead and, from bit 8, the margin of `compared` behind it."""
    hand = state[HANDS + seat]
    trump = tab[TRUMP]
    mine = tab[ASKING + seat]
    role = _role(seat, state, tab)
    unseen = state[EVERYTHING] & ~state[GONE] & ~hand
    theirs = hand & 0
    allies = hand & 0
    turn = tab[NEXT + seat]
    while turn != seat:
        if tab[ASKING + turn] == mine:
            allies |= unseen & ~state[CANNOT + turn]
        else:
            theirs |= unseen & ~state[CANNOT + turn]
        turn = tab[NEXT + turn]
    out = _at_most(popcount(theirs & trump), 4)
    few = _at_most(out, 2)
    held = _at_most(popcount(hand & trump), 3)
    late = _trick_stage(hand)
    moves = hand
    picked = lowest(moves)
    top = seat ^ seat
    top += _LEAST
    behind = top
    while moves:
        place = lowest(moves)
        bit = 1 << place
        moves ^= bit
        trumps = 1 if bit & trump else 0
        own = tab[SUITS + place]
        stronger = own & tab[STRONGER + place]
        above = _at_most(popcount(stronger & theirs), 3)
        covered = 1 if stronger & hand else 0
        helped = 1 if stronger & allies else 0
        highest = 1 if stronger == 0 else 0
        length = _at_most(popcount(own & hand), 3) - 1
        ruffed = seat ^ seat
        turn = tab[NEXT + seat]
        while turn != seat and trumps == 0:
            may = unseen & ~state[CANNOT + turn]
            if tab[ASKING + turn] != mine and may & own == 0 and may & trump:
                ruffed = 1
            turn = tab[NEXT + turn]
        owned = own & unseen
        count = 2 if owned & tab[TENS] else (1 if owned & tab[FIVES] else 0)
        master = 1 if above == 0 else 0
        kind = 0 if trumps == 0 else 2 - covered
        lead = ((role * 2 + trumps) * 4 + above) * 3 + _count(place, tab)
        suited = ((role * 2 + highest) * 3 + length) * 3 + late
        rounds = ((_at_most(popcount(own & theirs), 3) * 2 + helped) * 2 + ruffed) * 2 + trumps
        value = (
            _WEIGHTS[_LEAD + lead * 3 + few]
            + _WEIGHTS[_TOP + suited * 2 + trumps]
            + _WEIGHTS[_TRUMPS + ((role * 4 + held) * 5 + out) * 3 + kind]
            + _WEIGHTS[_ROUND + rounds * 3 + role]
            + _WEIGHTS[_COUNT + ((count * 2 + master) * 3 + role) * 2 + covered]
        )
        if place == compared:
            behind = value
        if value > top:
            top = value
            picked = place
    return picked | (top - behind if behind > _LEAST else 0) << 8
