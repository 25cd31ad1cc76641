"""What goes in and out: sockets, frames, limits, the gate in front of every request, the browser client's files."""
