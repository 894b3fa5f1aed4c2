"""How two rules differ, in the words of the values: "general_power: 2 → 3"."""

from typing import Any

from quorumsim.dominus.model import VALUES, Rules
from quorumsim.fields import written


def changes(rules: Rules, base: Rules) -> list[str]:
    """One line for each value that `rules` change in `base`; none exactly when the fingerprints are equal."""
    lines = [
        f"{name}: {_words(getattr(base, name))} → {_words(getattr(rules, name))}"
        for name in VALUES
        if name != "map" and getattr(rules, name) != getattr(base, name)
    ]
    return lines + _map_changes(rules, base)


def differences(rules: Rules, base: Rules) -> str:
    """The same in one sentence part: "the same game as literal", "literal with general_power: 2 → 3"."""
    lines = changes(rules, base)
    return f"{base.name} with {'; '.join(lines)}" if lines else f"the same game as {base.name}"


def _map_changes(rules: Rules, base: Rules) -> list[str]:
    if rules.links == base.links:
        return []
    if rules.map != base.map:
        return [f"map: {base.map} → {rules.map}"]
    before, after = ({f"{'-'.join(link.between)} ({link.kind})": link for link in side.links} for side in (base, rules))
    parts = [f"without {name}" for name in before if name not in after]
    parts += [f"with {name}" for name in after if name not in before]
    return [f"map {base.map}: {', '.join(parts) or 'the same links in another order'}"]


def _words(value: Any) -> str:
    return value if isinstance(value, str) else written(value)
