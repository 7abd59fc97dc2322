"""The `fortytwo` package: its exports, and the examples in its documentation."""

import doctest
import re
from inspect import ismodule
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_exported_members_are_exactly_the_public_names() -> None:
    public = {
        name
        for name, value in vars(fortytwo).items()
        if not name.startswith("_") and not ismodule(value)
    }
    assert set(fortytwo.__all__) == public
    assert len(fortytwo.__all__) == len(public)


def test_every_example_of_the_page_runs() -> None:
    text = (DOCS / "library.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 8
    session = doctest.DocTestParser().get_doctest("".join(blocks), {}, "library.md", None, 0)
    said: list[str] = []
    doctest.DocTestRunner().run(session, out=said.append)
    assert not said, "".join(said)
