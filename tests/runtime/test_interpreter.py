"""The interpreter's garbage collection settings keep answers fast."""

import gc
import sys
from collections.abc import Iterator

import pytest

from bot.runtime.interpreter import tune_interpreter

PRESSES = 20_000
OBJECTS_OF_A_PRESS = 20  # that live as long as the table shows what was pressed


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    interval = sys.getswitchinterval()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    sys.setswitchinterval(interval)


def test_many_presses_cause_few_full_garbage_collections() -> None:
    tune_interpreter()
    looks = 0

    def count(phase: str, found: dict[str, int]) -> None:
        nonlocal looks
        looks += phase == "start" and found["generation"] == 2

    gc.callbacks.append(count)
    kept = [[[] for _ in range(OBJECTS_OF_A_PRESS)] for _ in range(PRESSES)]
    gc.callbacks.remove(count)
    assert len(kept) == PRESSES
    assert looks <= 1
