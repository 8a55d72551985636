"""HTTP and WebSocket addresses of tables: the lobby, the socket, and remote bots."""
