"""The one keeper of posted messages: nothing else creates, edits, retires or deletes any."""
