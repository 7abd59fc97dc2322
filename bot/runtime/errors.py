"""Errors that stop the program before it serves anybody; each is one line for the host."""


class StartError(Exception):
    """The program cannot start on this machine as it is set up."""


class Unreachable(StartError):
    """Something that the program needs does not answer; the next start may find it."""


class SettingsError(StartError, ValueError):
    """A setting has a value that it cannot have."""
