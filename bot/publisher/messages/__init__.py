"""Messages that stay up to date: handles on them, and the background work on them."""
