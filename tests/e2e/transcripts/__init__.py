"""What the bot sends in an evening, compared with golden transcripts."""
