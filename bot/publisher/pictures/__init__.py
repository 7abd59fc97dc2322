"""The pictures of messages, avatars and emojis, and where they can be posted."""
