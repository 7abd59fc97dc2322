"""Tables of 42: seats, turns, clocks and computer players around the engine.

`TableService` is the one way to change a table. It saves before it answers, keeps every
change of one table under that table's lock, and knows Discord only through its ports.
"""
