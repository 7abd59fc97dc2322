"""What the program stands on: settings, log, health, clock, randomness, threads, composition."""
