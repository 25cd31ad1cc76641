"""Terra Mystica: fourteen factions on one map, exact to the row."""
