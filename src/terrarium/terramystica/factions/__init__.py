"""The fourteen factions: a board of numbers and what no number can say."""
