// What one can ask the table for at any time, in words: who leads, my cards, what lies here, and why.
import { placeTip } from "../board/tips";
import type { Picture } from "../picture";
import type { Location } from "../wire";
import { list, t } from "./i18n.svelte";
import { leader, type Rankings } from "./round";
import type { Scene } from "./stage.svelte";
import { tell, type Name } from "./tell";

/** Everybody's points, best first; who holds the figures; what comes next. */
export function whoLeads(picture: Picture, name: Name): string {
  const { players, chocolatl, old_man, round, board } = picture;
  const order = players.map((_, seat) => seat).sort((a, b) => players[b]!.box - players[a]!.box);
  const scores = order.map((seat) => t("track.marker", { name: name(seat), n: players[seat]!.box }));
  const held = ([what, seat]: readonly ["chocolatl" | "old_man", number | null]): string[] =>
    seat === null ? [] : [`${t(`figure.${what}`)} ${t("figure.held", { name: name(seat) })}.`];
  return [
    `${scores.join(", ")}.`,
    ...([["chocolatl", chocolatl] as const, ["old_man", old_man] as const] as const).flatMap(held),
    round ? `${t("round.of", { round, rounds: board.rounds })}, ${t("report.ahead", { name: name(leader(picture)) })}` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** My hand, my sacrifice, and what I own beside them. */
export function myCards({ own, players, seat }: Picture): string {
  if (!own || seat === null) return t("report.watching");
  const { cubes, huts, dice } = players[seat]!;
  const hand = own.hand.length ? t("report.hand", { cards: own.hand.join(", ") }) : t("lay.hand.empty");
  const things = [t("players.cubes", { n: cubes }), t("players.huts", { n: huts }), t("players.dice", { n: dice })];
  return [hand, own.sacrifice === null ? "" : t("out.sacrifice", { card: own.sacrifice }), `${list(things)}.`]
    .filter(Boolean)
    .join(" ");
}

/** What a location pays now, and the cards that lie open or were ranked there. */
export function whatLies(picture: Picture, location: Location, rankings: Rankings, name: Name): string {
  const place = picture.board.locations.indexOf(location);
  const ranked = rankings[location]?.map(({ seat, cards, total }) =>
    t("offers.ranked", { name: name(seat), cards: list(cards.map(String)), total }),
  );
  const open = picture.players.flatMap(({ shown }, seat) =>
    shown[place]!.length ? [t("offers.cards", { name: name(seat), cards: list(shown[place]!.map(String)) })] : [],
  );
  const lying = ranked ?? open;
  return [placeTip(picture, location), lying.length ? `${lying.join("; ")}.` : ""].filter(Boolean).join(" ");
}

/** The last location or step in whole sentences, with the rules behind it. */
export function why(scene: Scene | null, name: Name): string {
  const told = scene?.events.flatMap((event) => tell(event, name, null)) ?? [];
  return told.map(({ text, rule }) => (rule ? t("with_rule", { text, rule }) : text)).join(" ") || t("report.nothing");
}
