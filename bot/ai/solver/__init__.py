"""Best play with all tiles in view, and what can be proved from a seat's view."""
