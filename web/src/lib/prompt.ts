// A question in words, as src/chocolatl/i18n/prompts.py asks it.
import type { Question } from "../wire";
import { tell as say } from "./i18n.svelte";
import { at, type Name } from "./tell";

export function prompt(question: Question, name: Name): string {
  switch (question.ask) {
    case "sacrifice":
      return say("question.sacrifice");
    case "lay": {
      const { count: n, location } = question.groups[0]!;
      return question.groups.length > 1 ? say("question.lay.all", { n }) : say("question.lay.one", { n, at: at(location) });
    }
    case "roll":
      return say("question.roll", { at: at(question.location), n: question.dice });
    case "take":
      return say("question.take", { name: name(question.second) });
    case "place_first":
      return say("question.place_first", { rows: question.rows.map((row) => row + 1).join(", ") });
    case "give_back":
      return say("question.give_back", { card: question.won });
  }
}

const RULES: Record<Question["ask"], string> = {
  sacrifice: "1.6",
  lay: "2.3",
  roll: "3.5",
  take: "4.3",
  place_first: "4.4",
  give_back: "4.6",
};

export function ruleOf(question: Question): string {
  return RULES[question.ask];
}
