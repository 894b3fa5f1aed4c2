"""Transcripts read and played again, from us or from elsewhere: the first move that breaks a rule, in one sentence.

The game is played by the same compiled functions as every other; only chance (the deal, refills, what a refresh reveals) comes
from the transcript.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from quorumsim.fields import shown
from quorumsim.quorum.game import Game
from quorumsim.quorum.names import PROVINCES
from quorumsim.quorum.rules import Rules, check_players, packaged_names, resolve
from quorumsim.quorum.transcript import ending
from quorumsim.quorum.transcript_file import Cards, Opening, Transcript, Turn
from quorumsim.transcript_files import (
    BrokenRule,
    Verdict,
    check_head,
    check_packaged,
    difference,
    read_transcripts,
    verdicts,
)


def verify_file(path: Path, rules: Rules | None) -> Iterator[Verdict]:
    """Each game of a file, played by `rules`, or with None by those that come with quorumsim and have the name it gives.

    Raises BadInput at a line that is no transcript, or of another game.
    """
    return verdicts(
        read_transcripts(path, Transcript), lambda transcript: replay(rules or _packaged(transcript.rules), transcript)
    )


@cache
def _packaged(name: str) -> Rules:
    check_packaged(name, packaged_names())
    return resolve(name)


def replay(rules: Rules, transcript: Transcript) -> Iterator[tuple[Turn | None, Game]]:
    """Plays a transcript again: the game after the deal (None) and after each turn, the same object all along.

    Raises BrokenRule for the first move that breaks a rule, BadInput for a transcript of another game. The end has been
    compared when the iteration is over.
    """
    check_players(rules, transcript.players)
    check_head(rules, transcript)
    game = Game(rules, transcript.players)
    _deal(game, transcript)
    yield None, game
    rome, forced = game.rome, False
    for turn in transcript.turns:
        if game.done:
            raise BrokenRule(f"{_where(transcript, turn)}: a turn after the end of the game")
        if (turn.round, turn.seat) != (game.round, game.seat):
            raise BrokenRule(f"{_where(transcript, turn)}: the turn is that of round {game.round}, seat {game.seat}")
        try:
            _refresh(game, turn, rome, forced)
            _take(game, turn)
            rome = game.rome
            _play(game, turn)
        except _Illegal as illegal:
            raise BrokenRule(f"{_where(transcript, turn)}: {illegal}") from None
        forced = bool(game.revealed)
        yield turn, game
    if not game.done:
        raise BrokenRule(f"game {transcript.game}: the turn of round {game.round}, seat {game.seat} is missing")
    problem = difference("end", transcript.end.model_dump(mode="json"), ending(game), ("end.points",))
    if problem:
        raise BrokenRule(f"game {transcript.game}: {problem}")


class _Illegal(Exception):
    """What is wrong with a turn, without its place."""


def _where(transcript: Transcript, turn: Turn) -> str:
    return f"game {transcript.game}, round {turn.round}, seat {turn.seat}"


def _deal(game: Game, transcript: Transcript) -> None:
    """Deals what the transcript says, or raises BrokenRule."""
    rules, opening = game.rules, transcript.opening
    problem = _ring_problem(rules, transcript.ring) or _opening_problem(game, opening)
    if problem:
        raise BrokenRule(f"game {transcript.game}: {problem}")
    game.put_deal(transcript.ring, opening.rome, opening.hands)


def _ring_problem(rules: Rules, ring: tuple[str, ...]) -> str | None:
    if sorted(ring) != sorted(PROVINCES):
        return f"ring is {shown(ring)}; the six provinces lie there, each once"
    turned = [ring[start:] + ring[:start] for start in range(len(ring))]
    if rules.ring != "random" and rules.ring not in turned:
        return f"ring is {shown(ring)}; in these rules it is {shown(rules.ring)}"
    return None


def _opening_problem(game: Game, opening: Opening) -> str | None:
    if len(opening.hands) != game.players:
        return f"opening has {len(opening.hands)} hands for {game.players} players"
    ordinary = {card.id for card in game.rules.cards}
    dealt: set[int] = set()
    places = [("opening.rome", opening.rome, game.rules.rome_size)]
    places += [(f"opening.hands of seat {seat}", hand, game.rules.hand_size) for seat, hand in enumerate(opening.hands)]
    for name, cards, size in places:
        if len(cards) != size:
            return f"{name} has {len(cards)} cards; {size} are dealt"
        for card in cards:
            if card not in ordinary:
                return f"{name} has {_named(game, card)}; only Rome cards are dealt"
            if card in dealt:
                return f"{name} has {_named(game, card)}, which is dealt twice"
            dealt.add(card)
    return None


def _refresh(game: Game, turn: Turn, rome: list[int], forced: bool) -> None:
    """The refreshes of a turn. `forced`: the kernel found nothing to take in `rome` and has made one with cards of its own."""
    if list(turn.rome) != rome:
        raise _Illegal(f"rome is {list(turn.rome)}, and {rome} lie there")
    for number, revealed in enumerate(turn.refresh, start=1):
        if not forced and game.phase != "refresh":
            raise _Illegal(f"refresh number {number} is not allowed: {_refresh_rule(game, number)}")
        old_first = forced and game.rules.stuck_rome == "redeal"
        hidden = {*game.rome, *game.deck}.difference(() if old_first else rome)
        _check_revealed(game, revealed, hidden)
        if not forced:
            game.apply(1)
        game.put_rome(revealed, number)
        rome, forced = list(revealed), bool(game.revealed)
    if forced:
        raise _Illegal("a refresh is missing: Rome holds no card that may be taken, so it must be refreshed")
    if game.phase == "refresh":
        game.apply(0)


def _check_revealed(game: Game, revealed: Cards, hidden: set[int]) -> None:
    if len(revealed) != game.rules.rome_size:
        raise _Illegal(f"a refresh reveals {len(revealed)} cards; Rome has {game.rules.rome_size}")
    for card in revealed:
        if card not in hidden:
            raise _Illegal(f"a refresh reveals {_named(game, card)}, which is not in the deck")
        hidden.remove(card)


def _refresh_rule(game: Game, number: int) -> str:
    rules, gods = game.rules, sum(card in _gods(game) for card in game.rome)
    if gods < rules.refresh_threshold:
        return f"Rome holds {gods} gods, and {rules.refresh_threshold} are needed"
    return f"a player may ask for one while there were fewer than {rules.refresh_limit} in the turn"


def _take(game: Game, turn: Turn) -> None:
    rome = game.rome
    if turn.take not in rome:
        raise _Illegal(f"takes {_named(game, turn.take)}, which is not in Rome")
    slot = rome.index(turn.take)
    if all(action.number != slot for action in game.legal_actions()):
        raise _Illegal(f"takes {_named(game, turn.take)}, and who holds {game.rules.god_limit} gods may take no other")
    if turn.refill not in game.deck:
        raise _Illegal(f"the refill is {_named(game, turn.refill)}, which is not in the deck")
    game.put_on_deck([turn.refill])
    game.apply(slot)
    if game.phase == "advance":
        if turn.advance is None:
            raise _Illegal(f"takes {_named(game, turn.take)}, a god, and advance is null")
        game.apply(PROVINCES.index(turn.advance))
    elif turn.advance is not None:
        raise _Illegal(f"advances in {turn.advance.capitalize()}, and {_named(game, turn.take)} is no god")


def _play(game: Game, turn: Turn) -> None:
    hand = game.hand(game.seat)
    if turn.play not in hand:
        raise _Illegal(f"plays {_named(game, turn.play)}, which is not in the hand")
    place = hand.index(turn.play)
    if all(action.number != place for action in game.legal_actions()):
        raise _Illegal(f"plays {_named(game, turn.play)}, and a god is never played")
    game.apply(place)


def _gods(game: Game) -> set[int]:
    return {card for card, _, _ in game.rules.god_cards}


def _named(game: Game, card: int) -> str:
    title = game.titles.get(card)
    return f"card {card} ({title})" if title else f"card {card}, a number that these rules do not have,"
