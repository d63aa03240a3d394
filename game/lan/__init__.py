"""Tables on the network: hosting one, visiting one, and what the screen needs of both."""
