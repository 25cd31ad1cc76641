"""Games in memory and the tables around them: moves, what one may see, seats, clocks, chance, chat."""
