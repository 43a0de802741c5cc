"""Tables, seats, sockets, storage and bus."""
