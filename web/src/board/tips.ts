// What a thing on the board is, what it pays now and to whom: one line each, from what the board says.
import { ordinal, signed, t } from "../lib/i18n.svelte";
import { colourOf } from "../lib/round";
import type { Name } from "../lib/tell";
import type { Picture } from "../picture";
import type { Board, Location, Standing } from "../wire";

const PODIUM = 3;

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

/** Who has won a place in this round, best first. */
export function wonTip(ranking: readonly Standing[] | undefined, name: Name): string {
  return (ranking ?? [])
    .slice(0, PODIUM)
    .map(({ seat, total }, rank) => `${ordinal(rank + 1)} ${name(seat)} (${total})`)
    .join(", ");
}

/** A row of the pyramid: whose stones lie there, and what the most of them bring. */
export function rowTip(row: number, bonus: number, stones: readonly (number | null)[], name: Name): string {
  const seats = [...new Set(stones.filter((seat) => seat !== null))];
  const counts = seats.map((seat) => `${name(seat)} ${stones.filter((other) => other === seat).length}`);
  return [
    t("pyramid.row", { row: row + 1, n: stones.filter((seat) => seat !== null).length, boxes: stones.length, bonus }),
    ...counts,
  ].join(" · ");
}

/** A box of the track: the mode it gives the next round when the leader stands on it, and the end of the game on the goal. */
export function boxTip(board: Board, box: number): string {
  return t(box === board.goal ? "tip.goal" : "tip.box", { n: box, mode: t(`bid.${colourOf(board, box)}`) });
}
