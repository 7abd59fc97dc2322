"""Events: several numbered tables at which pairs meet, round after round.

`EventService` is the one way to change an event. The tables themselves are the table service's:
an event tells it who sits where, and hears from it when a game is over.
"""
