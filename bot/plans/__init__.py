"""Tables at a time: planned once or for every week, with the people who say that they are in."""
