"""Inference from a seat's view: the tiles that others may hold, and the meaning of their calls."""
