"""The findings as a table, or as JSON for programs."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from itertools import zip_longest

from bot.cli.live.expectations import Finding, FindingStatus

GAP = "  "
OUTCOME_WIDTH = 9
LEAST_WIDTH = 80


def as_json(findings: Sequence[Finding], left: Sequence[str]) -> str:
    """Format everything as one JSON object."""
    return json.dumps({"findings": [asdict(each) for each in findings], "left_behind": left})


def as_table(findings: Sequence[Finding]) -> str:
    """Format a table as wide as the terminal, with a summary below it."""
    width = max(shutil.get_terminal_size().columns, LEAST_WIDTH)
    names = [each.name.replace("_", " ") for each in fields(Finding)]
    wide = (width - OUTCOME_WIDTH - len(GAP) * (len(names) - 1)) // (len(names) - 1)
    widths = [OUTCOME_WIDTH if name == "outcome" else wide for name in names]
    lines = [*_row(names, widths), GAP.join("-" * wide for wide in widths)]
    for finding in findings:
        lines += _row([str(cell) for cell in asdict(finding).values()], widths)
    counts = Counter(finding.outcome for finding in findings)
    summary = ", ".join(f"{counts[status]} {status}" for status in FindingStatus)
    return "\n".join([*lines, "", summary])


def _row(cells: Iterable[str], widths: Sequence[int]) -> list[str]:
    """Format the lines of one row."""
    wrapped = [textwrap.wrap(cell, wide) for cell, wide in zip(cells, widths, strict=True)]
    return [
        GAP.join(part.ljust(wide) for part, wide in zip(parts, widths, strict=True)).rstrip()
        for parts in zip_longest(*wrapped, fillvalue="")
    ]
