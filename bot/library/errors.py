"""What the library refuses."""


class UnknownGame(ValueError):
    """No game has that id."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no game {name!r}.")
        self.name = name


class UnknownRule(ValueError):
    """An option that does not exist or is not of this game, or a value that it does not take.

    `choices` are the values it takes as people write them, empty where the option is unknown;
    `open_ended` says that every higher number will do as well.
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
    """A file of games, options or presets that cannot be used: which file, where in it, and why.

    `key` is the path of keys to the fault, like ``presets.house.rules.nello``; empty where the
    file as a whole is at fault.
    """

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}" if key else f"{file}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason
