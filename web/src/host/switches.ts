// How a table's rules differ from its printed edition (rule 7).
import { SWITCHES, type Edition, type Rules } from "../wire";

export type Switch = keyof Rules;
export const NAMES = Object.keys(SWITCHES) as readonly Switch[];

/** The switches that are not set as in the edition. */
export function differences(rules: Rules, edition: Edition | undefined): readonly Switch[] {
  return edition ? NAMES.filter((name) => rules[name] !== edition.rules[name]) : [];
}
