"""What a seat can work out from its view: what others may hold, and what their calls say."""
