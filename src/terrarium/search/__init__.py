"""Evaluations and tree search: what the bots know. Compiled together with the rules."""
