"""The course of the game: set-up, turns, passing, round ends, final scoring."""
