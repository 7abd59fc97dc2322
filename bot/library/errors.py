"""What the library refuses."""


class UnknownGame(ValueError):  # noqa: N818 - the code of the record is unknown too
    """No game has that id."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no game {name!r}.")
        self.name = name


class UnknownRule(ValueError):  # noqa: N818 - the record's code `unknown_rule`
    """An option that is not in the table, is not of this game, or has a value outside it."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name


class PresetError(ValueError):
    """A host's preset file that cannot be used."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
