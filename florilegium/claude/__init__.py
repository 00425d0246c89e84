"""The six roles played by a model: what it is shown, what is believed of its answer, who does what it does not do."""
