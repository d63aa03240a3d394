"""Pure rules of play: no clock, no socket, no file, no screen."""
