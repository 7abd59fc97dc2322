"""The pictures of messages, avatars and emojis, and if they can be posted."""
