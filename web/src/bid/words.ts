// A place to lay cards at, in words.
import { list, signed, t } from "../lib/i18n.svelte";
import type { Picture } from "../picture";
import type { Modifier } from "../wire";
import type { Bid } from "./bid.svelte";
import type { Draft } from "./draft";
import { explaining, payLine } from "./pays.svelte";

export function slotWords(bid: Bid, group: number, number: number): string {
  const place = bid.question.groups[group]!;
  const values = [...place.laid, ...bid.cards(group).map((card) => bid.value(card))];
  const where = { location: t(`location.${place.location}`), number, total: bid.total(group) };
  const what = values.length ? t("slot.cards", { cards: list(values.map(String)) }) : t("slot.empty");
  const put = bid.picked === null ? "" : t("slot.put", { card: bid.value(bid.picked) });
  return [t("slot.label", where), what, ...place.modifiers.map(modified), put].filter(Boolean).join(" ");
}

/** The same, and what the location pays where that has to be told. */
export function toldWords(bid: Bid, group: number, number: number, picture: Picture): string {
  const pays = explaining() ? payLine(picture, bid.question.groups[group]!.location) : "";
  return [slotWords(bid, group, number), pays].filter(Boolean).join(" ");
}

/** What has changed between two drafts; many changes at once are told by what is left. */
export function moved(before: Draft, after: Draft, bid: Bid): string {
  const changed = after.flatMap((group, card) => (group === before[card] ? [] : [{ card, group }]));
  if (changed.length > 2) return bid.complete ? t("lay.hand.empty") : t("lay.left", { n: bid.left });
  return changed
    .map(({ card, group }) => {
      if (group === null) return t("say.taken_back", { card: bid.value(card) });
      const place = t(`place.${bid.question.groups[group]!.location}`);
      return t("say.laid", { card: bid.value(card), place, total: bid.total(group) });
    })
    .join(" ");
}

export function modified(modifier: Modifier): string {
  return t(modifier.sure ? `modifier.${modifier.source}` : `modifier.${modifier.source}.unsure`, {
    value: signed(modifier.value),
  });
}
