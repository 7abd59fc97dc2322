"""The same people again: a new lobby with the seats of a finished game held for its people."""
