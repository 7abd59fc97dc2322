"""What the library refuses."""


class UnknownGame(ValueError):
    """No game has that id."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no game {name!r}.")
        self.name = name


class UnknownRule(ValueError):
    """An option that is not in the table, is not of this game, or has a value outside it.

    `choices`: what its value may be, as people write it; empty where the option is unknown.
    `open_ended`: so may be every higher number.
    """

    def __init__(
        self, name: str, reason: str, choices: tuple[str, ...] = (), *, open_ended: bool = False
    ) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.choices = choices
        self.open_ended = open_ended


class PresetError(ValueError):
    """A host's preset file that cannot be used."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
