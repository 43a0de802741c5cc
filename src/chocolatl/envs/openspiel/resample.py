"""Another game that a seat could not tell from this one: the secrets of the others are dealt anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from chocolatl.envs.openspiel.position import Position
from chocolatl.fast import layout as at
from chocolatl.fast.layout import Vector
from chocolatl.rules.words import Card, Seat


class Secrets:
    """Chooses, for every hidden pick of the others, one that fits what the seat has seen; all cards alike."""

    def __init__(self, truth: Position, seat: Seat, random: Callable[[], float]) -> None:
        self.row, self.seat, self.random = truth.row, seat, random
        self.values = truth.setting.values
        self._plans: dict[tuple[Seat, int], list[Card]] = {}

    def pick(self, now: Position, seat: Seat, action: int) -> int:
        """The pick to make in the new game, where the true one was `action`."""
        if seat == self.seat or action >= self.values:
            return action
        ask, row = int(now.row[at.ASK]), self.row
        if ask == at.ASK_SACRIFICE:
            return action if row[at.SEEN] else self._spare(now, seat)
        if ask == at.ASK_GIVE_BACK:
            hidden = self._this_question(now) or self._last_exchange(now, seat)
            return self._spare(now, seat) if hidden else action
        return self._planned(now, seat) if now.row[at.ROUND] == row[at.ROUND] else action

    def _this_question(self, now: Position) -> bool:
        return bool(now.row[at.TURN] == self.row[at.TURN])

    def _last_exchange(self, now: Position, seat: Seat) -> bool:
        """Whether this is the card given back that the table has not deduced yet."""
        hidden = self.row[at.GIVEN_AT + seat] >= 0
        return bool(hidden and now.row[at.ROUND] >= self.row[at.ROUND] - 1)

    def _spare(self, now: Position, seat: Seat) -> Card:
        """A card that may have gone: any in reach that has not been seen since."""
        cards = now.row[at.CARDS_AT + seat * at.HAND_MAX :][: int(now.row[at.CARD_COUNT])].tolist()
        shown = Counter(shown_cards(self.row, seat)) if not self._this_question(now) else Counter()
        pool = Counter(cards) + Counter(self._won(now, seat))
        return self._any([card for card in cards if pool[card] > shown[card]])

    def _won(self, now: Position, seat: Seat) -> list[Card]:
        if now.row[at.ASK] != at.ASK_GIVE_BACK:
            return []
        up = (int(now.row[at.HIGH]), int(now.row[at.LOW]))
        return [max(up) if now.row[at.RANKING_AT] == seat else min(up)]

    def _planned(self, now: Position, seat: Seat) -> Card:
        """Bids of this round: what is face up is known, the rest of the hand lies anyhow."""
        key = seat, int(now.row[at.TURN])
        if key not in self._plans:
            self._plans[key] = self._plan(now, seat)
        return self._plans[key].pop(0)

    def _plan(self, now: Position, seat: Seat) -> list[Card]:
        row = now.row
        each = 1 if row[at.MODE] == at.GREEN else 2
        places = range(int(row[at.ASK_FROM]), int(row[at.ASK_UNTIL]))
        hand = row[at.HAND_AT + seat * at.HAND_MAX :][: int(row[at.HAND_SIZE])].tolist()
        known = {place: self._known(seat, place, int(row[at.LAID_N_AT + place]), each) for place in places}
        for card in self._face_up_later(row, seat):
            hand.remove(card)
        hidden = self._shuffled(hand)
        groups = [known[place] or [hidden.pop() for _ in range(each)] for place in places]
        return [card for group in groups for card in sorted(group, reverse=True)]

    def _known(self, seat: Seat, place: int, laid: int, each: int) -> list[Card]:
        """The cards that this bid put here, if they are face up by now."""
        if self.row[at.SHOWN_N_AT + place] < laid + each:
            return []
        base = at.LAID_AT + seat * at.LAID_WIDTH + 2 * place + laid
        cards: list[Card] = self.row[base : base + each].tolist()
        return cards

    def _face_up_later(self, row: Vector, seat: Seat) -> list[Card]:
        """Cards of the hand that are known to be laid: by this bid, or by a later one."""
        seen = Counter(shown_cards(self.row, seat))
        seen.subtract(shown_or_laid(row, seat))
        return list((+seen).elements())

    def _shuffled(self, cards: list[Card]) -> list[Card]:
        return sorted(cards, key=lambda _: self.random())

    def _any(self, cards: list[Card]) -> Card:
        return cards[min(int(self.random() * len(cards)), len(cards) - 1)]


def shown_cards(row: Vector, seat: Seat) -> list[Card]:
    """All cards of a seat that are face up."""
    return _cards(row, seat, at.SHOWN_N_AT)


def shown_or_laid(row: Vector, seat: Seat) -> list[Card]:
    """All cards of a seat that earlier bids have put on the table."""
    return _cards(row, seat, at.LAID_N_AT)


def _cards(row: Vector, seat: Seat, counts_at: int) -> list[Card]:
    cards = []
    for place in range(at.PLACES):
        base = at.LAID_AT + seat * at.LAID_WIDTH + 2 * place
        cards += row[base : base + int(row[counts_at + place])].tolist()
    return cards


def resampled(state: Any, seat: Seat, random: Callable[[], float]) -> Any:
    """Play the game again with other secrets; what the seat has seen and done stays the same."""
    secrets = Secrets(state.position, seat, random)
    new = state.get_game().new_initial_state()
    for entry in state.full_history():
        if entry.player >= 0:
            new.apply_action(secrets.pick(new.position, entry.player, entry.action))
        else:
            new.apply_action(entry.action)
    return new
