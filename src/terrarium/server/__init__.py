"""The server: tables for every title over HTTP and WebSocket. It knows no rule, only the kernel's contract."""
