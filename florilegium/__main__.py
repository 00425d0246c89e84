"""`python -m florilegium`: the same as the console command."""

from .console import run_console

run_console()
