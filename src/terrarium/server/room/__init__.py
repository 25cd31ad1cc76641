"""The table: games in memory, moves, what one may see, seats, clocks, chance, chat."""
