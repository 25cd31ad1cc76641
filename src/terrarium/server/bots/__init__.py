"""Bots at the table: the processes they think in, their turns, their advice."""
