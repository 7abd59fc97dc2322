"""How long the board's picture takes: median, 95th percentile and size, by seats and mode.

Run as a plain script: python tests/bench/bench_render.py
"""

import sys
import time
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.render import Mode, draw_board
from tests.render.render_boards import HANDS, board

ROUNDS = 40


def measure() -> None:
    """Print a line for every number of seats and mode, and one for all of them."""
    every: list[float] = []
    for seats in HANDS:
        for mode in Mode:
            spec = board(seats, mode)
            start = time.perf_counter()
            size = len(draw_board(spec))
            first = (time.perf_counter() - start) * 1000
            times = []
            for _ in range(ROUNDS):
                start = time.perf_counter()
                draw_board(spec)
                times.append((time.perf_counter() - start) * 1000)
            every += times
            print(
                f"{seats} seats {mode:<9} median {median(times):5.1f} ms  "
                f"p95 {quantiles(times, n=20)[-1]:5.1f} ms  first {first:6.1f} ms  {size} bytes"
            )
    print(f"board picture: median {median(every):.1f} ms over {len(every)} pictures")


if __name__ == "__main__":
    measure()
