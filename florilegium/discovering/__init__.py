"""What a vault does not say of itself: its hubs, orphans, clusters, lost links and links not yet made."""
