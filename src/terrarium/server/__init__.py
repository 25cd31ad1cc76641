"""The table: an HTTP and WebSocket server for every title. It knows no rule, only the kernel's contract."""
