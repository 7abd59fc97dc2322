"""What runs the program: settings, log, metrics, health, clock, chance, threads, composition."""
