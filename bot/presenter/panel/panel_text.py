"""What a panel says, in parts, until the layout is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from ..words.parts import lines, small


@dataclass(frozen=True, slots=True)
class PanelText:
    """What a panel says above its buttons: `task`, its heading, and `rest`, the lines below.

    `where` and `note` stand above the heading, `hint` in a block of its own.
    """

    task: str = ""
    rest: str = ""
    where: str = ""
    note: str = ""
    hint: str = ""

    def blocks(self) -> tuple[str, ...]:
        """Format the panel as Markdown, one text for each block that isn't empty."""
        task = heading(self.task) if self.task else ""
        text = lines(small(self.where), self.note, task, self.rest)
        return tuple(filter(None, (text, self.hint)))


def heading(text: str) -> str:
    """Format a text as the heading of a panel."""
    return f"### {text}"
