"""Tests of the computer players at work for the running bot."""
