"""Tables for language models: the Model Context Protocol before a private game or one seat of a server's table."""
