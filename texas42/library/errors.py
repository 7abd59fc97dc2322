"""Errors of the library."""


class UnknownGame(ValueError):
    """No game has that id."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no game {name!r}.")
        self.name = name


class UnknownRule(ValueError):
    """The option is unknown, not of this game, or does not accept the value.

    `choices`: the accepted values as people write them, empty if the option is unknown;
    `open_ended`: every higher number is accepted too.
    """

    def __init__(
        self, name: str, reason: str, choices: tuple[str, ...] = (), *, open_ended: bool = False
    ) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason
        self.choices = choices
        self.open_ended = open_ended


class DataFileError(ValueError):
    """A file of games, options or presets is invalid: which file, where in it, and why.

    `key`: the path of keys to the fault, like ``presets.house.rules.nello``; empty if the whole
    file is at fault.
    """

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}" if key else f"{file}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason
