"""Shows tables on Discord: message specs become discord.py objects and are kept up to date."""
