"""The map: hexes, bridges and buildings, who reaches what, towns."""
