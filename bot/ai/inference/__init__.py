"""What a seat can infer from its view: what others may hold, and what their calls say."""
