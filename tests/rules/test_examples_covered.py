"""Every example of the sources has its test."""

import importlib
from collections import Counter
from pathlib import Path

from tests.support.appendix import EXAMPLES


def every_test():
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        module = importlib.import_module(f"tests.rules.{path.stem}")
        for name, test in vars(module).items():
            if name.startswith("test_"):
                yield test


def test_sources_give_151_examples():
    by_source = Counter(line.split(":")[0] for line in EXAMPLES.values())
    assert by_source == {"000": 51, "001": 29, "002": 35, "003": 2, "004": 34}


def test_every_example_has_a_test():
    covered = {name for test in every_test() for name in getattr(test, "examples", ())}
    assert set(EXAMPLES) - covered == set()


def test_each_example_test_cites_its_source_line():
    for test in every_test():
        for name in getattr(test, "examples", ()):
            assert f"{name} ({EXAMPLES[name]})" in test.__doc__
