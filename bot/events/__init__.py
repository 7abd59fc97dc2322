"""Events: several numbered tables at which pairs meet, round after round.

`EventService` is the one way to change an event. The tables themselves belong to the table service:
an event seats people through it, and is notified when a game ends.
"""
