"""What goes in and out: sockets, packets, limits, the gate in front of every request, the browser client's files."""
