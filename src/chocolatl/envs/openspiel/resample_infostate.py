"""Another game that a seat could not tell from this one: the secrets of the others are dealt anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from chocolatl.engine import layout as L
from chocolatl.engine.layout import Vector
from chocolatl.envs.openspiel.explicit_state import ExplicitState
from chocolatl.rules import Card, Seat


class Secrets:
    """Chooses, for every hidden pick of the others, one that fits what the seat has seen; all cards alike."""

    def __init__(self, truth: ExplicitState, seat: Seat, random: Callable[[], float]) -> None:
        self.row, self.seat, self.random = truth.row, seat, random
        self.values = truth.setting.values
        self._plans: dict[tuple[Seat, int], list[Card]] = {}

    def pick(self, now: ExplicitState, seat: Seat, action: int) -> int:
        """The pick to make in the new game, where the true one was `action`."""
        if seat == self.seat or action >= self.values:
            return action
        ask, row = int(now.row[L.ASK]), self.row
        if ask == L.ASK_SACRIFICE:
            return action if row[L.HANDS_SEEN] else self._spare(now, seat)
        if ask == L.ASK_GIVE_BACK:
            hidden = self._this_question(now) or self._last_exchange(now, seat)
            return self._spare(now, seat) if hidden else action
        return self._planned(now, seat) if now.row[L.ROUND] == row[L.ROUND] else action

    def _this_question(self, now: ExplicitState) -> bool:
        return bool(now.row[L.TURN] == self.row[L.TURN])

    def _last_exchange(self, now: ExplicitState, seat: Seat) -> bool:
        """Whether this is the card given back that the table has not deduced yet."""
        hidden = self.row[L.GIVEN_BACK_AT + seat] >= 0
        return bool(hidden and now.row[L.ROUND] >= self.row[L.ROUND] - 1)

    def _spare(self, now: ExplicitState, seat: Seat) -> Card:
        """A card that may have gone: any in reach that has not been seen since."""
        cards = now.row[L.CARDS_AT + seat * L.HAND_MAX :][: int(now.row[L.CARD_COUNT])].tolist()
        shown = Counter(shown_cards(self.row, seat)) if not self._this_question(now) else Counter()
        pool = Counter(cards) + Counter(self._won(now, seat))
        return self._any([card for card in cards if pool[card] > shown[card]])

    def _won(self, now: ExplicitState, seat: Seat) -> list[Card]:
        if now.row[L.ASK] != L.ASK_GIVE_BACK:
            return []
        up = (int(now.row[L.HIGH_IMPROVEMENT]), int(now.row[L.LOW_IMPROVEMENT]))
        return [max(up) if now.row[L.RANKING_AT] == seat else min(up)]

    def _planned(self, now: ExplicitState, seat: Seat) -> Card:
        """Bids of this round: what is face up is known, the rest of the hand lies anyhow."""
        key = seat, int(now.row[L.TURN])
        if key not in self._plans:
            self._plans[key] = self._plan(now, seat)
        return self._plans[key].pop(0)

    def _plan(self, now: ExplicitState, seat: Seat) -> list[Card]:
        row = now.row
        each = L.CARDS_EACH[row[L.MODE]]
        places = range(int(row[L.ASK_FROM]), int(row[L.ASK_UNTIL]))
        hand = row[L.HAND_AT + seat * L.HAND_MAX :][: int(row[L.HAND_SIZE])].tolist()
        known = {place: self._known(seat, place, int(row[L.LAID_N_AT + place]), each) for place in places}
        for card in self._face_up_later(row, seat):
            hand.remove(card)
        hidden = self._shuffled(hand)
        groups = [known[place] or [hidden.pop() for _ in range(each)] for place in places]
        return [card for group in groups for card in sorted(group, reverse=True)]

    def _known(self, seat: Seat, place: int, laid: int, each: int) -> list[Card]:
        """The cards that this bid put here, if they are face up by now."""
        if self.row[L.SHOWN_N_AT + place] < laid + each:
            return []
        base = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place + laid
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
    return _cards(row, seat, L.SHOWN_N_AT)


def shown_or_laid(row: Vector, seat: Seat) -> list[Card]:
    """All cards of a seat that earlier bids have put on the table."""
    return _cards(row, seat, L.LAID_N_AT)


def _cards(row: Vector, seat: Seat, counts_at: int) -> list[Card]:
    cards = []
    for place in range(L.PLACES):
        base = L.LAID_AT + seat * L.LAID_WIDTH + 2 * place
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
