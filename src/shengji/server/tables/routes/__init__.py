"""The addresses of tables: the lobby, the socket, and programs that play over the network."""
