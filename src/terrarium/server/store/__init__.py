"""What lasts: the database, its tables and their versions, backups, games as text."""
