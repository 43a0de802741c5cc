// What a thing on the board is, what it pays now and to whom: one line each, from what the board says.
import { signed, t } from "../lib/i18n.svelte";
import type { Picture } from "../picture";
import type { Location } from "../wire";

export function placeTip({ board, harvest, improvements, round, last, pyramid }: Picture, location: Location): string {
  switch (location) {
    case "temple":
      return t("tip.temple");
    case "plantation":
      return t("tip.plantation", { dice: harvest.join(", ") || "…" });
    case "city":
      return t("tip.city");
    case "pyramid": {
      const boxes = board.pyramid.reduce((sum, row) => sum + row.boxes, 0);
      return t("tip.pyramid", { n: boxes - pyramid.length, lead: board.pyramid_lead });
    }
    case "drink": {
      const { first, second } = board.drink[Math.max(0, round - 1)] ?? { first: 0, second: 0 };
      return t("tip.drink", { first, second, last: signed(-board.drink_last) });
    }
    case "ball_court":
      if (last) return t("tip.ball_court.last", { first: board.ball_first, second: board.ball_second });
      return t("tip.ball_court", { cards: [...improvements].sort((a, b) => b - a).join(", ") || "…" });
  }
}
