// The single switches of rule 7, and how a table's rules differ from its printed edition.
import type { Edition, Rules } from "../wire";

export type Switch = keyof Rules;

export const CHOICES: { readonly [S in Switch]: readonly Rules[S][] } = {
  first_round: ["red", "gold"],
  dice_per_offering: ["any", "one"],
  give_back: ["any", "lowest"],
  red_reveal: ["per_location", "all_at_once"],
  green_reveal: ["per_location", "all_at_once"],
};
export const SWITCHES = Object.keys(CHOICES) as readonly Switch[];

/** The switches that are not set as in the edition. */
export function differences(rules: Rules, edition: Edition | undefined): readonly Switch[] {
  return edition ? SWITCHES.filter((name) => rules[name] !== edition.rules[name]) : [];
}
