"""What fits the models of the computer players and finds hands; not part of the program."""
