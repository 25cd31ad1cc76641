"""The public server's logs: read, played again, made games of our own, written."""
