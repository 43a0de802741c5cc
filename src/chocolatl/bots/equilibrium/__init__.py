"""The strong bots: one-round games solved by double-oracle regret matching over a learned value."""
