// A reason as a sentence. The candidate that is played most is compared with the next, the others with it.
import { number, percent } from "../lib/i18n.svelte";
import { at } from "../lib/tell";
import type { Say } from "../rules/words";
import type { Fact, Reason } from "./reason";

const ALL = 10;
export type Against = "next" | "best";

export function sentence(reason: Reason, against: Against, say: Say): string {
  switch (reason.kind) {
    case "places": {
      const { gain, cost } = reason;
      if (gain && cost) return say(`why.${against}.both`, { gain: clause(gain, say), cost: clause(cost, say) });
      return say(`why.${against}.one`, { fact: clause((gain ?? cost)!, say) });
    }
    case "points":
      return say(`why.${against}.one`, {
        fact: say("why.points", { points: rounded(reason.points), instead: rounded(reason.instead) }),
      });
    case "roll":
      return say("why.roll", { share: percent(reason.better) });
    case "wins":
      return say(`why.${against}.${reason.n > 0 ? "more" : "fewer"}`, { n: Math.abs(reason.n) });
    case "alike":
      return say(`why.${against}.alike`);
  }
}

function clause({ rank, location, sum, often, instead }: Fact, say: Say): string {
  const whole = often > 0 && often < ALL;
  const params = { at: at(location), often: times(often, false, say), instead: times(instead, whole, say) };
  return sum === null ? say(`why.later.${rank}`, params) : say(`why.laid.${rank}`, { ...params, sum });
}

/** A sampled chance near 0 or 1 is no promise. `short`: of ten has been said before. */
function times(often: number, short: boolean, say: Say): string {
  if (often === 0) return say("why.never");
  if (often === ALL) return say("why.always");
  return say(short ? "why.instead" : "why.often", { often });
}

function rounded(points: number): string {
  return number(Math.round(points * 10) / 10);
}
