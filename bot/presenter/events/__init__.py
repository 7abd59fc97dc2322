"""The screens of an event."""
