// The hashes of docs/RECORD.md ("Chance"), computed here: also over plain HTTP, where browsers lend no `crypto.subtle`.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Draw } from "../../wire";

type Part = string | number | Uint8Array;

/** What is shuffled: the seats, and the cards of both piles in the order in which they are printed. */
export interface Lots {
  readonly players: number;
  readonly high: readonly number[];
  readonly low: readonly number[];
}

const text = new TextEncoder();

/** Each part (a text as UTF-8, a number in decimal digits) behind its length in four bytes, big endian. */
function parts(...all: readonly Part[]): Uint8Array {
  const packed = all.map((part) => (part instanceof Uint8Array ? part : text.encode(String(part))));
  const joined = new Uint8Array(packed.reduce((sum, part) => sum + 4 + part.length, 0));
  let at = 0;
  for (const part of packed) {
    new DataView(joined.buffer).setUint32(at, part.length);
    joined.set(part, at + 4);
    at += 4 + part.length;
  }
  return joined;
}

export function keyCommitment(table: string, attempt: number, lots: Lots, key: string): string {
  const bound = parts("chocolatl key/2", table, attempt, lots.players, lots.high.join(), lots.low.join(), bytes(key));
  return bytesToHex(sha256(bound));
}

export function nonceCommitment(table: string, attempt: number, seat: number, nonce: string): string {
  return bytesToHex(sha256(parts("chocolatl nonce/2", table, attempt, seat, bytes(nonce))));
}

export function streamKey(draw: Draw, key: string): Uint8Array {
  const shares = draw.kinds.flatMap((kind, seat) => [kind, bytes(draw.nonces[seat] ?? "")]);
  return hmac(sha256, bytes(key), parts("chocolatl stream/2", draw.table, draw.attempt, ...shares));
}

/** The bytes of one purpose, without end. */
export function* stream(key: Uint8Array, purpose: string): Generator<number, never> {
  for (let counter = 0; ; counter += 1) yield* hmac(sha256, key, text.encode(`${purpose}#${counter}`));
}

/** What is not hex counts as nothing, and then fits no hash. */
function bytes(hex: string): Uint8Array {
  return /^([0-9a-f]{2})*$/.test(hex) ? hexToBytes(hex) : new Uint8Array();
}
