"""Attribution: which sources an article used, from what the two share and from what the article names."""
