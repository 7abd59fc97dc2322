"""What the people who run the bot read and order: reports, blocks, processes."""
