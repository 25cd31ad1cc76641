"""How the learned minds are made: games, rows, fitting, generations. See docs/learning.md."""
