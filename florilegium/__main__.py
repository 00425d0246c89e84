"""`python -m florilegium`: the same as the console command."""

from .cli import main

main()
