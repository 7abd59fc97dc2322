"""Best play with all tiles in view, and proofs from a seat's view."""
