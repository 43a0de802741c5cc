// A page in the draw, against an honest server and against one that cheats. The games are real ones, from the rules.
import { beforeEach, describe, expect, test, vi } from "vitest";
import fixture from "../../fixtures/draw.json";
import type { Draw, DrawSeat, DrawState, Event, Started, Table, TableDraw } from "../../wire";
import { recall } from "./seen";
import { type Verdict, Witness } from "./witness";

interface Told {
  readonly seat: number;
  readonly key: string;
  readonly nonces: readonly string[];
  readonly events: readonly Event[];
}

const [plain, voided] = fixture as unknown as [Told, Told];

function started({ events }: Told): Started & { draw: Draw } {
  return events[0] as Started & { draw: Draw };
}

/** The page draws the nonces that the recorded game was played with. */
function drawThese(nonces: readonly string[]): void {
  const left = [...nonces];
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    const bytes = array as Uint8Array;
    if (bytes.length === 32)
      bytes.set(
        left
          .shift()!
          .match(/../g)!
          .map((pair) => parseInt(pair, 16)),
      );
    return array;
  });
}

function shown(draw: TableDraw | null, phase: Table["phase"] = "open"): Table {
  return { id: draw ? started(plain).draw.table : "", phase, draw } as unknown as Table;
}

/** One attempt of the recorded draw as the server shows it: while open, then locked. */
function attempt(game: Told, number: number, locked: boolean, committed = locked): TableDraw {
  const { draw } = started(game);
  const then = draw.voided[number - 1] ?? draw;
  const seats = then.kinds.map((kind, seat): DrawSeat => {
    const before: DrawState =
      kind === "opened" ? (committed || seat !== game.seat ? "committed" : "none") : kind === "away" ? "none" : kind;
    const state: DrawState = locked ? (kind === "opened" ? "waiting" : kind) : before;
    return { state, commitment: state === "committed" || state === "waiting" ? then.commitments[seat]! : "", wrong: false };
  });
  return {
    attempt: number,
    key_commitment: then.key_commitment,
    locked,
    seats,
    deadline: null,
    voided: draw.voided.slice(0, number - 1),
  };
}

function changed(draw: TableDraw, seat: number, what: Partial<DrawSeat>): TableDraw {
  return { ...draw, seats: draw.seats.map((one, i) => (i === seat ? { ...one, ...what } : one)) };
}

/** A page that goes through the draw; gives what it sent, and what it distrusts. */
function play(game: Told, page: Witness, until = started(game).draw.attempt): void {
  drawThese(game.nonces);
  for (let number = 1; number <= until; number += 1) {
    const commit = page.look(shown(attempt(game, number, false)), game.seat, number === 1);
    expect(commit.reply?.type).toBe("commit");
    expect(page.look(shown(attempt(game, number, false, true)), game.seat, false).reply).toBeNull();
    const open = page.look(shown(attempt(game, number, true), "drawing"), game.seat, false);
    expect(open).toMatchObject({ trouble: null, reply: { type: "open", attempt: number, nonce: game.nonces[number - 1] } });
    page.look(shown(changed(attempt(game, number, true), game.seat, { state: "opened" }), "drawing"), game.seat, false);
  }
}

function verdict(game: Told, change: (start: Started & { draw: Draw }) => object = () => ({}), key = game.key): Verdict {
  localStorage.clear();
  const page = new Witness(started(game).draw.table);
  play(game, page);
  const first = { ...started(game), ...change(started(game)) } as Started;
  page.begun(first, true);
  return page.verdict([first, ...game.events.slice(1)], key, game.seat);
}

function withDraw(game: Told, draw: Partial<Draw>): Verdict {
  return verdict(game, (start) => ({ draw: { ...start.draw, ...draw } }));
}

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

describe("an honest server", () => {
  test.each([
    ["at once", plain],
    ["after voided attempts", voided],
  ])("is called fair, %s", (_, game) => {
    expect(verdict(game)).toEqual({
      is: "fair",
      with: started(game).draw.kinds.flatMap((kind, i) => (kind === "opened" ? [i] : [])),
    });
  });

  test("two tabs of a browser have one nonce, and a reload keeps it", () => {
    const { table } = started(plain).draw;
    drawThese(plain.nonces);
    const first = new Witness(table).look(shown(attempt(plain, 1, false)), 0, true).reply;
    const second = new Witness(table).look(shown(attempt(plain, 1, false)), 0, true).reply;
    expect(second).toMatchObject({ type: "commit", commitment: (first as { commitment: string }).commitment });
  });

  test("a page that comes takes over from another device of its seat, and then leaves it to the next", () => {
    const page = new Witness(started(plain).draw.table);
    drawThese(plain.nonces);
    const other = changed(attempt(plain, 1, false), 0, { state: "committed", commitment: "ab".repeat(32) });
    expect(page.look(shown(other), 0, true).reply?.type).toBe("commit");
    expect(page.look(shown(other), 0, false).reply).toBeNull();
    const lost = changed(attempt(plain, 1, false), 0, { state: "none", commitment: "" });
    expect(page.look(shown(lost), 0, false).reply?.type).toBe("commit");
  });

  test("nothing is opened before the lock, and never to a spectator's screen", () => {
    const page = new Witness(started(plain).draw.table);
    expect(page.look(shown(attempt(plain, 1, true), "drawing"), null, true).reply).toBeNull();
  });
});

describe("not checked, with the reason", () => {
  const page = (): Witness => new Witness(started(plain).draw.table);
  const unchecked = (why: string): object => ({ is: "unchecked", why });

  test("a spectator, and a browser that remembers nothing", () => {
    expect(page().verdict(plain.events, plain.key, null)).toEqual(unchecked("spectator"));
    expect(page().verdict(plain.events, plain.key, 0)).toEqual(unchecked("forgotten"));
  });

  test("somebody who was away", () => {
    expect(page().verdict(plain.events, plain.key, 2)).toEqual(unchecked("away"));
    expect(page().verdict(voided.events, voided.key, 0)).toEqual(unchecked("barred"));
  });

  test("storage cleared in the middle of the game", () => {
    play(plain, page());
    localStorage.clear();
    expect(page().verdict(plain.events, plain.key, 0)).toEqual(unchecked("forgotten"));
  });

  test("another device of mine", () => {
    const here = page();
    drawThese(["11".repeat(32)]);
    here.look(shown(attempt(plain, 1, false)), 0, true);
    expect(here.look(shown(attempt(plain, 1, true), "drawing"), 0, false).reply).toBeNull();
    expect(here.verdict(plain.events, plain.key, 0)).toEqual(unchecked("other_device"));
  });

  test("a game of an older server, and one without its key", () => {
    const old = [{ ...started(plain), draw: null }, ...plain.events.slice(1)] as Event[];
    expect(page().verdict(old, plain.key, 0)).toEqual(unchecked("no_draw"));
    expect(page().verdict(plain.events, null, 0)).toEqual(unchecked("no_key"));
  });

  test("disconnected when the table was locked", () => {
    const here = page();
    drawThese(plain.nonces);
    here.look(shown(attempt(plain, 1, false)), 0, true);
    here.look(shown(attempt(plain, 1, false, true)), 0, false);
    const without = changed(attempt(plain, 1, true), 0, { state: "away", commitment: "" });
    expect(here.look(shown(without, "drawing"), 0, true)).toEqual({ reply: null, trouble: null, lost: false });
  });
});

describe("a server that cheats before the game: the page refuses to open", () => {
  function refuses(first: TableDraw, then: TableDraw, arriving = false): unknown {
    const page = new Witness(started(plain).draw.table);
    drawThese(plain.nonces);
    page.look(shown(first), 0, true);
    page.look(shown(attempt(plain, 1, false, true)), 0, false);
    const { reply, trouble } = page.look(shown(then, "drawing"), 0, arriving);
    expect(reply).toBeNull();
    expect(page.look(shown(attempt(plain, 1, true), "drawing"), 0, false)).toMatchObject({ reply: null, trouble });
    return trouble;
  }
  const lobby = attempt(plain, 1, false);
  const lock = attempt(plain, 1, true);

  test("it exchanges the key's hash between lobby and lock", () => {
    expect(refuses(lobby, { ...lock, key_commitment: "ab".repeat(32) })).toBe("key_changed");
  });

  test("it claims that an open page was away", () => {
    expect(refuses(lobby, changed(lock, 0, { state: "away", commitment: "" }))).toBe("left_out");
    expect(refuses(lobby, changed(lock, 0, { state: "barred", commitment: "" }))).toBe("left_out");
  });

  test("it counts an attempt that nobody is named for", () => {
    expect(refuses(lobby, { ...lock, attempt: 2 })).toBe("attempt_dropped");
    const nobody = { ...started(voided).draw.voided[0]!, missing: [], key_commitment: lock.key_commitment };
    expect(refuses(lobby, { ...lock, attempt: 2, voided: [nobody] })).toBe("attempt_dropped");
  });

  test("it changes a commitment or a kind after the lock", () => {
    for (const what of [{ commitment: "ab".repeat(32) }, { state: "away", commitment: "" } as const]) {
      localStorage.clear();
      const page = new Witness(started(plain).draw.table);
      play(plain, page);
      expect(page.look(shown(changed(lock, 1, what), "drawing"), 0, false).trouble).toBe("list_changed");
    }
    localStorage.clear();
    const page = new Witness(started(plain).draw.table);
    play(plain, page);
    expect(page.look(shown(lobby), 0, false)).toMatchObject({ reply: null, trouble: "list_changed" });
  });

  test("it takes our nonce and says that we did not open", () => {
    const page = new Witness(started(plain).draw.table);
    play(plain, page);
    const { key_commitment, kinds, commitments } = started(plain).draw;
    const blamed = { attempt: 1, key: plain.key, key_commitment, kinds, commitments, missing: [0] };
    const again = { ...lobby, attempt: 2, key_commitment: "cd".repeat(32), voided: [blamed] };
    expect(page.look(shown(again), 0, false)).toMatchObject({ reply: null, trouble: "blamed" });
  });

  test("it lets our nonce get lost: that is shown, at once and at the end", () => {
    const page = new Witness(started(voided).draw.table);
    drawThese(["11".repeat(32), "22".repeat(32)]);
    const { draw } = started(voided);
    const seat = draw.voided[1]!.missing[0]!;
    const game = { ...voided, seat };
    page.look(shown(attempt(game, 1, false)), seat, true);
    const own = recall(draw.table)!.attempts[0]!.commitment!;
    const mine = changed(attempt(game, 1, true), seat, { commitment: own });
    expect(page.look(shown(mine, "drawing"), seat, false).reply?.type).toBe("open");
    const commitments = draw.voided[0]!.commitments.with(seat, own);
    const blamed = { ...draw.voided[0]!, commitments, missing: [seat] };
    const again = { ...attempt(game, 2, false), voided: [blamed] };
    expect(page.look(shown(changed(again, seat, { state: "barred", commitment: "" })), seat, false)).toEqual({
      reply: null,
      trouble: null,
      lost: true,
    });
  });

  test("it tells an attempt that we saw differently, or uses a key twice", () => {
    const { key_commitment, kinds, commitments } = started(plain).draw;
    const one = { attempt: 1, key: plain.key, key_commitment, kinds, commitments, missing: [1] };
    const next = (list: object[]): TableDraw => ({
      ...lobby,
      attempt: list.length + 1,
      key_commitment: "cd".repeat(32),
      voided: list as never,
    });
    for (const [list, trouble] of [
      [[{ ...one, key_commitment: "ab".repeat(32) }], "key_changed"],
      [[{ ...one, commitments: commitments.toReversed() }], "list_changed"],
      [[one, { ...one, attempt: 2, key_commitment: "ef".repeat(32) }], "key_reused"],
    ] as const) {
      localStorage.clear();
      const page = new Witness(started(plain).draw.table);
      play(plain, page);
      expect(page.look(shown(next([...list])), 0, false).trouble).toBe(trouble);
    }
  });

  test("it drops an unlucky start and begins again", () => {
    const page = new Witness(started(plain).draw.table);
    play(plain, page);
    expect(page.begun(started(plain), true)).toBeNull();
    expect(page.look(shown(lobby), 0, true)).toMatchObject({ reply: null, trouble: "restarted" });
    expect(page.verdict(plain.events, plain.key, 0)).toEqual({ is: "unfair", why: "restarted" });
  });
});

describe("a server that cheats with the start or the dice: the page finds it", () => {
  const unfair = (why: string): object => ({ is: "unfair", why });

  test("it alters, swaps or forgets a nonce", () => {
    const [mine, other, ...rest] = started(plain).draw.nonces;
    expect(withDraw(plain, { nonces: ["00".repeat(32), other!, ...rest] })).toEqual(unfair("nonce_changed"));
    expect(withDraw(plain, { nonces: [other!, mine!, ...rest] })).toEqual(unfair("nonce_changed"));
    expect(withDraw(plain, { nonces: [mine!, "00".repeat(32), ...rest] })).toEqual(unfair("nonce_unfit"));
    expect(withDraw(plain, { nonces: [mine!, "", ...rest] })).toEqual(unfair("nonce_unfit"));
    expect(withDraw(plain, { nonces: [mine!, other!] })).toEqual(unfair("nonce_unfit"));
  });

  test("it grinds a nonce of its own after it has seen ours, and commits to it afterwards", () => {
    const { commitments } = started(plain).draw;
    expect(withDraw(plain, { commitments: [commitments[0]!, "ab".repeat(32), "", ""] })).toEqual(unfair("list_changed"));
  });

  test("it says afterwards that somebody, or we, took no part", () => {
    expect(withDraw(plain, { kinds: ["opened", "away", "away", "bot"] })).toEqual(unfair("list_changed"));
    expect(withDraw(plain, { kinds: ["away", "opened", "away", "bot"] })).toEqual(unfair("list_changed"));
  });

  test("it hides the lock from us and draws without us", () => {
    const page = new Witness(started(plain).draw.table);
    drawThese(plain.nonces);
    page.look(shown(attempt(plain, 1, false)), 0, true);
    page.look(shown(attempt(plain, 1, false, true)), 0, false);
    const without = {
      ...started(plain).draw,
      kinds: ["away", "opened", "away", "bot"],
      nonces: ["", started(plain).draw.nonces[1], "", ""],
    } as Draw;
    expect(page.begun({ ...started(plain), draw: without }, true)).toBe("left_out");
  });

  test("it tells of no draw, of another table's, or of another attempt", () => {
    expect(verdict(plain, () => ({ draw: null }))).toEqual(unfair("draw_missing"));
    expect(withDraw(plain, { table: "another222222222" })).toEqual(unfair("draw_missing"));
    expect(withDraw(plain, { attempt: 2 })).toEqual(unfair("attempt_dropped"));
    expect(withDraw(voided, { voided: started(voided).draw.voided.slice(1), attempt: 2 })).toEqual(unfair("attempt_dropped"));
  });

  test("another key than promised, or one that was used before", () => {
    expect(verdict(plain, undefined, "00".repeat(32))).toEqual(unfair("key_unfit"));
    expect(verdict(voided, undefined, started(voided).draw.voided[0]!.key)).toEqual(unfair("key_unfit"));
    const [first, second] = started(voided).draw.voided;
    expect(withDraw(voided, { voided: [first!, { ...second!, key: first!.key }] })).toEqual(unfair("key_reused"));
    expect(withDraw(voided, { voided: [first!, { ...second!, key: "00".repeat(32) }] })).toEqual(unfair("key_unfit"));
  });

  test("the piles printed in another order, to get another shuffle", () => {
    const board = { ...started(plain).board, improvements_high: started(plain).board.improvements_high.toReversed() };
    expect(verdict(plain, () => ({ board }))).toEqual(unfair("key_unfit"));
  });

  test("any one die, card or place", () => {
    const what: Partial<Record<Event["event"], [string, (event: never) => object]>> = {
      started: ["stack", (event: Started) => ({ line: event.line.toReversed() })],
      round_started: [
        "harvest",
        (event: { harvest: number[] }) => ({ harvest: [(event.harvest[0]! % 6) + 1, ...event.harvest.slice(1)] }),
      ],
      rolled: ["bonus", (event: { value: number }) => ({ value: (event.value % 6) + 1 })],
      leftover_rolled: ["leftover", (event: { value: number }) => ({ value: (event.value % 6) + 1 })],
    };
    const page = new Witness(started(plain).draw.table);
    play(plain, page);
    let altered = 0;
    for (const [number, event] of plain.events.entries()) {
      const found = what[event.event];
      if (!found) continue;
      const cheated = plain.events.with(number, { ...event, ...found[1](event as never) } as Event);
      expect(page.verdict(cheated, plain.key, 0)).toEqual({
        is: "unfair",
        why: "dice",
        where: { event: number, what: found[0] },
      });
      altered += 1;
    }
    const round = plain.events.findIndex(({ event }) => event === "round_started");
    const cards = plain.events.with(round, { ...plain.events[round], improvements: [1, 2] } as Event);
    expect(page.verdict(cards, plain.key, 0)).toMatchObject({ why: "dice", where: { what: "cards" } });
    expect(altered).toBeGreaterThan(10);
  });

  test("what it was shown is kept for a file", () => {
    play(plain, new Witness(started(plain).draw.table));
    const { draw } = started(plain);
    expect(recall(draw.table)).toMatchObject({
      format: "chocolatl-seen/1",
      table: draw.table,
      attempts: [
        {
          attempt: 1,
          key_commitment: draw.key_commitment,
          commitments: draw.commitments,
          kinds: draw.kinds,
          nonce: draw.nonces[0],
          seat: 0,
          taken: true,
        },
      ],
    });
  });
});
