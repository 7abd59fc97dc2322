"""Table timers: when each is due, and what happens then."""
