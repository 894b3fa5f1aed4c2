"""quorumsim plays millions of seeded games of Quorum between bots and says what they show, and how surely."""

__version__ = "0.1.0"
