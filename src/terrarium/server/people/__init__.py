"""Those who play: sessions and accounts, messages to them, statistics of what they played."""
