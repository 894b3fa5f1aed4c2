"""The bots of Dominus: what each function thinks of an action. Their weights lie in data/dominus/bots."""
