// The page in the draw: it commits, compares everything it is shown with what it was shown first, and opens its nonce only if
// nothing has changed. At the end it checks the whole game by itself.
import type { Commit, Draw, DrawKind, Event, Open, Started, Table, TableDraw, Voided } from "../../wire";
import { hex, newId } from "../socket";
import { Dice, firstDifference, type Difference } from "./dice";
import { keyCommitment, type Lots, nonceCommitment, streamKey } from "./hashes";
import { type Attempt, attemptOf, newAttempt, newSeen, recall, remember, type Seen, type Trouble, withAttempt } from "./seen";

const NONCE_BYTES = 32;

/** Why this browser cannot vouch for the dice, though nothing is known against them: `fair.unchecked.*`. */
export type Reason = "no_draw" | "spectator" | "forgotten" | "away" | "barred" | "lost" | "other_device" | "no_key";

export type Verdict =
  | { readonly is: "fair"; readonly with: readonly number[] }
  | { readonly is: "unchecked"; readonly why: Reason }
  | { readonly is: "unfair"; readonly why: Trouble }
  | { readonly is: "unfair"; readonly why: "dice"; readonly where: Difference };

export interface Said {
  readonly reply: Commit | Open | null;
  readonly trouble: Trouble | null;
  /** We sent our nonce, and the server says that it did not come: it got lost, or was thrown away. */
  readonly lost: boolean;
}

export class Witness {
  #memory: Seen | null = null;

  constructor(readonly table: string) {}

  /** What this browser has been shown so far; for a file, too. */
  get seen(): Seen | null {
    return recall(this.table) ?? this.#memory;
  }

  #keep(seen: Seen): void {
    this.#memory = seen;
    remember(seen);
  }

  /** The server shows the table. `arriving`: this page has just connected, and may have missed something. */
  look(table: Table, seat: number | null, arriving: boolean): Said {
    const draw = table.draw;
    if (!draw) return { reply: null, trouble: this.seen?.trouble ?? null, lost: false };
    const before = this.seen ?? newSeen(this.table);
    const trouble = before.trouble ?? shownTrouble(before, draw, seat, arriving);
    let seen: Seen = { ...noted(before, draw, seat), trouble };
    let reply: Commit | Open | null = null;
    if (!trouble && seat !== null) [seen, reply] = answered(seen, draw, seat, arriving);
    this.#keep(seen);
    return { reply, trouble, lost: lostNonce(seen, draw.voided) };
  }

  /** The game has begun: does its first event tell what we were shown? `live`: we were here all the time. */
  begun(started: Started, live: boolean): Trouble | null {
    const before = this.seen;
    if (!before) return null;
    const trouble = before.trouble ?? startTrouble(before, started) ?? (live ? passedOver(before, started) : null);
    this.#keep({ ...before, begun: before.begun ?? started.draw?.attempt ?? null, trouble });
    return trouble;
  }

  /** After the end, from the events as this page was told them and the published key. */
  verdict(events: readonly Event[], key: string | null, seat: number | null): Verdict {
    const started = events[0];
    if (started?.event !== "started") return { is: "unchecked", why: "no_key" };
    const trouble = this.begun(started, false);
    if (trouble) return { is: "unfair", why: trouble };
    if (!started.draw) return { is: "unchecked", why: "no_draw" };
    if (!key) return { is: "unchecked", why: "no_key" };
    const unfit = keyTrouble(started, started.draw, key) ?? openingTrouble(started.draw);
    if (unfit) return { is: "unfair", why: unfit };
    const where = firstDifference(events, new Dice(streamKey(started.draw, key)));
    if (where) return { is: "unfair", why: "dice", where };
    const why = absence(this.seen, started.draw, seat);
    return why ? { is: "unchecked", why } : { is: "fair", with: openers(started.draw) };
  }
}

// ---- before the game ----

function kindsOf(draw: TableDraw): DrawKind[] {
  return draw.seats.map(({ state }) =>
    state === "waiting" || state === "opened" ? "opened" : state === "away" || state === "barred" ? state : "bot",
  );
}

function shownTrouble(seen: Seen, draw: TableDraw, seat: number | null, arriving: boolean): Trouble | null {
  if (seen.begun !== null) return "restarted";
  const last = seen.attempts.at(-1)?.attempt ?? 0;
  if (draw.attempt < last || draw.attempt !== draw.voided.length + 1) return "attempt_dropped";
  const known = attemptOf(seen, draw.attempt);
  if (known && known.key_commitment !== draw.key_commitment) return "key_changed";
  if (
    known?.kinds &&
    (!draw.locked ||
      !agrees(
        known,
        kindsOf(draw),
        draw.seats.map((one) => one.commitment),
      ))
  )
    return "list_changed";
  return voidedTrouble(seen, draw.voided) ?? (draw.locked && !known?.kinds ? lockTrouble(known, draw, seat, arriving) : null);
}

/** Locked, just now: are we in it? */
function lockTrouble(known: Attempt | undefined, draw: TableDraw, seat: number | null, arriving: boolean): Trouble | null {
  const mine = seat === null ? undefined : draw.seats[seat];
  if (!mine || known?.seat !== seat || !known.shown || arriving) return null;
  return mine.commitment === "" ? "left_out" : null;
}

/** Each attempt that we saw and that does not count any more must be told as we saw it, and not be blamed on us. */
function voidedTrouble(seen: Seen, voided: readonly Voided[]): Trouble | null {
  for (const one of voided) {
    const known = attemptOf(seen, one.attempt);
    if (!known) continue;
    if (known.key_commitment !== one.key_commitment) return "key_changed";
    if (known.kinds && !agrees(known, one.kinds, one.commitments)) return "list_changed";
    if (known.taken && known.seat !== null && one.missing.includes(known.seat)) return "blamed";
  }
  if (new Set(voided.map(({ key }) => key)).size !== voided.length) return "key_reused";
  return voided.some(({ missing }) => missing.length === 0) ? "attempt_dropped" : null;
}

function lostNonce(seen: Seen, voided: readonly Voided[]): boolean {
  return seen.attempts.some(
    ({ attempt, seat, opened }) =>
      opened && seat !== null && voided.some((one) => one.attempt === attempt && one.missing.includes(seat)),
  );
}

function agrees(known: Attempt, kinds: readonly DrawKind[], commitments: readonly string[]): boolean {
  return String(known.kinds) === String(kinds) && String(known.commitments) === String(commitments);
}

/** What is new in what we are shown; what we were shown before stays. */
function noted(seen: Seen, draw: TableDraw, seat: number | null): Seen {
  const known = attemptOf(seen, draw.attempt) ?? newAttempt(draw.attempt, draw.key_commitment);
  const mine = seat === null ? undefined : draw.seats[seat];
  const ours = mine !== undefined && known.seat === seat && mine.commitment === known.commitment;
  return withAttempt(seen, {
    ...known,
    shown: draw.locked ? known.shown : ours,
    kinds: known.kinds ?? (draw.locked ? kindsOf(draw) : null),
    commitments: known.commitments ?? (draw.locked ? draw.seats.map((one) => one.commitment) : null),
    taken: known.taken || (ours && draw.locked && mine.state === "opened"),
  });
}

/** Commit while the table is open; open after the lock, if it holds our own commitment. */
function answered(seen: Seen, draw: TableDraw, seat: number, arriving: boolean): [Seen, Commit | Open | null] {
  const known = attemptOf(seen, draw.attempt)!;
  const mine = draw.seats[seat]!;
  if (draw.locked) {
    if (mine.state !== "waiting" || known.seat !== seat || mine.commitment !== known.commitment || known.nonce === null)
      return [seen, null];
    return [
      withAttempt(seen, { ...known, opened: true }),
      { type: "open", id: newId(), attempt: draw.attempt, nonce: known.nonce },
    ];
  }
  // A page that has just come takes over from other devices of its seat; else a seat is left to whoever committed last.
  const free = mine.state === "none" || (mine.state === "committed" && arriving);
  const own = known.seat === seat && known.nonce !== null ? known : withNonce(known, seen.table, seat);
  if (!free || mine.commitment === own.commitment) return [seen, null];
  return [withAttempt(seen, own), { type: "commit", id: newId(), attempt: draw.attempt, commitment: own.commitment! }];
}

function withNonce(known: Attempt, table: string, seat: number): Attempt {
  const nonce = hex(NONCE_BYTES);
  return { ...known, seat, nonce, commitment: nonceCommitment(table, known.attempt, seat, nonce), shown: false };
}

// ---- the first event ----

function startTrouble(seen: Seen, { draw }: Started): Trouble | null {
  const opened = seen.attempts.find((one) => one.opened);
  if (!draw) return opened ? "draw_missing" : null;
  if (draw.table !== seen.table) return opened ? "draw_missing" : null;
  const last = seen.attempts.at(-1)?.attempt ?? 0;
  if (draw.attempt < last || draw.attempt !== draw.voided.length + 1) return "attempt_dropped";
  if (seen.begun !== null && seen.begun !== draw.attempt) return "restarted";
  return voidedTrouble(seen, draw.voided) ?? countingTrouble(attemptOf(seen, draw.attempt), draw) ?? openingTrouble(draw);
}

/** The attempt that counts, against what we were shown of it. */
function countingTrouble(known: Attempt | undefined, draw: Draw): Trouble | null {
  if (!known) return null;
  if (known.key_commitment !== draw.key_commitment) return "key_changed";
  if (known.kinds && !agrees(known, draw.kinds, draw.commitments)) return "list_changed";
  if (known.opened && known.seat !== null && draw.nonces[known.seat] !== known.nonce) return "nonce_changed";
  return null;
}

/** We had committed, were here, and were never shown a lock. */
function passedOver(seen: Seen, { draw }: Started): Trouble | null {
  const known = draw && attemptOf(seen, draw.attempt);
  if (!known || known.kinds || !known.shown || known.seat === null) return null;
  return draw.kinds[known.seat] === "opened" ? "nonce_changed" : "left_out";
}

function openingTrouble(draw: Draw): Trouble | null {
  const unfit = draw.kinds.some((kind, seat) => {
    const nonce = draw.nonces[seat] ?? "";
    if (kind !== "opened") return nonce !== "";
    return nonceCommitment(draw.table, draw.attempt, seat, nonce) !== draw.commitments[seat];
  });
  return unfit || draw.nonces.length !== draw.kinds.length ? "nonce_unfit" : null;
}

// ---- the end ----

function keyTrouble(started: Started, draw: Draw, key: string): Trouble | null {
  const { players, board } = started;
  const lots: Lots = { players, high: board.improvements_high, low: board.improvements_low };
  const fits = (attempt: number, commitment: string, opened: string): boolean =>
    keyCommitment(draw.table, attempt, lots, opened) === commitment;
  if (!fits(draw.attempt, draw.key_commitment, key)) return "key_unfit";
  if (draw.voided.some((one) => !fits(one.attempt, one.key_commitment, one.key))) return "key_unfit";
  return draw.voided.some((one) => one.key === key) ? "key_reused" : null;
}

function openers(draw: Draw): number[] {
  return draw.kinds.flatMap((kind, seat) => (kind === "opened" ? [seat] : []));
}

/** Why this browser cannot say more than that everything fits together. */
function absence(seen: Seen | null, draw: Draw, seat: number | null): Reason | null {
  const own = seen && attemptOf(seen, draw.attempt);
  if (own?.opened && own.kinds && own.seat !== null && draw.nonces[own.seat] === own.nonce) return null;
  if (seat === null) return "spectator";
  if (draw.kinds[seat] === "away") return "away";
  if (draw.kinds[seat] === "barred") return seen && lostNonce(seen, draw.voided) ? "lost" : "barred";
  return own ? "other_device" : "forgotten";
}
