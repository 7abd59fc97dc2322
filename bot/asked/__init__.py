"""Questions about a hand: its chances, the expert's choice, and votes on it."""
