"""The daily hand: one deal a day for everybody, played with and against three experts."""
