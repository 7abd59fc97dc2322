"""What Discord refused, and what people can do about it."""
