"""Small models that read a query and a passage: optional, and imported only where they are used."""
