"""One table for many seats: host, client and the links between them."""
