"""The daily hand: everybody plays the same deal once a day, with and against three experts."""
