"""The commands of `florilegium`, one module each; they are loaded when called."""
