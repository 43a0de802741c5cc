// What a place pays, in a few words: a phone beside a screen has no room for pictures.
import { signed, t } from "../lib/i18n.svelte";
import { rowBonus } from "../lib/round";
import type { Picture } from "../picture";
import type { Location } from "../wire";

export function prizeWords(picture: Picture, location: Location): string {
  const { board, harvest, improvements, round, last, pyramid } = picture;
  switch (location) {
    case "temple":
      return t("hand.prize.temple", { n: signed(1) });
    case "plantation":
      return harvest.join(", ");
    case "city":
      return t("hand.prize.city");
    case "pyramid":
      return t("hand.prize.pyramid", { n: rowBonus(board.pyramid, pyramid.length) });
    case "drink": {
      const { first, second } = board.drink[Math.max(0, round - 1)] ?? { first: 0, second: 0 };
      const paid = second ? `${first}, ${second}` : String(first);
      return t("hand.prize.drink", { paid, last: signed(-board.drink_last) });
    }
    case "ball_court":
      if (last) return `${signed(board.ball_first)}, ${signed(board.ball_second)}`;
      return t("hand.prize.ball_court", { cards: [...improvements].sort((a, b) => b - a).join(", ") });
  }
}
