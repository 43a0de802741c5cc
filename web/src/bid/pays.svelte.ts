// In somebody's first game every free slot says what its location pays and to whom, until that game is over or they got it.
import { signed, t } from "../lib/i18n.svelte";
import { rowBonus } from "../lib/round";
import { settings } from "../lib/settings.svelte";
import type { Picture } from "../picture";
import type { Location } from "../wire";

/** Whether this table explains itself: the learning game has a coach, and a spectator bids for nothing. */
export const table = $state({ explains: false });

export function explaining(): boolean {
  return table.explains && !settings.explained;
}

export function payLine({ board, harvest, improvements, round, last, pyramid }: Picture, location: Location): string {
  switch (location) {
    case "temple":
      return t("pays.temple");
    case "plantation":
      return t("pays.plantation", { dice: harvest.join(", ") || "…" });
    case "city":
      return t("pays.city");
    case "pyramid":
      return t("pays.pyramid", { n: rowBonus(board.pyramid, pyramid.length) });
    case "drink": {
      const { first, second } = board.drink[Math.max(0, round - 1)] ?? { first: 0, second: 0 };
      return t(second ? "pays.drink" : "pays.drink.one", { first, second, last: signed(-board.drink_last) });
    }
    case "ball_court":
      if (last) return t("pays.ball_court.last", { first: board.ball_first, second: board.ball_second });
      return t("pays.ball_court", { cards: [...improvements].sort((a, b) => b - a).join(", ") || "…" });
  }
}
