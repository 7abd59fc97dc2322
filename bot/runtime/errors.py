"""Errors that stop the program before it serves anyone; each is one line for the host."""


class StartError(Exception):
    """The program cannot start with this configuration on this machine."""


class Unreachable(StartError):
    """A required service is down; a restart may succeed."""


class SettingsError(StartError, ValueError):
    """A setting has an invalid value."""
