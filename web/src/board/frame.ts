// How a window is divided: which board, how large, where the players and the tray are. Pure, so that every size can be tested.
export type Kind = "wide" | "tall" | "phone" | "side";

export interface Frame {
  readonly kind: Kind;
  /** Size of the board in px; on a phone, of the six tiles. */
  readonly board: { readonly width: number; readonly height: number };
  /** Players beside the board, or in a strip above it. */
  readonly players: "column" | "strip";
  readonly column: number;
  readonly strip: number;
  readonly tray: number;
  /** How much larger than on a laptop text and buttons are. */
  readonly scale: number;
  /** Too small for everything at once (a laptop at 400%): the page scrolls. */
  readonly scrolls?: boolean;
}

export const WIDE_BOARD = { width: 1110, height: 590 } as const;
export const TALL_BOARD = { width: 752, height: 716 } as const;
const GAP = 8;
const LAPTOP = { width: 1366, height: 768, column: 232, tray: 162 } as const;
/** Boards grow faster than letters: a window twice as large is looked at from further away. */
const GROWTH = 0.75;
const LEAST = { column: 200, tray: 150, wide: 700, side: 520 } as const;
const TABLET = { strip: 62, tray: 232 } as const;

const LOW = { width: 520, height: 540, narrow: 340, tiles: 510, tray: 236 } as const;
/** The narrowest window that the tiles are made for. */
const NARROWEST = 320;

/** How much larger everything is drawn for somebody whose letters are larger than usual, as far as the window allows. */
export function zoomFor(letters: number, width: number): number {
  return Math.max(1, Math.min(letters / 16, width / NARROWEST));
}

export function frame(width: number, height: number): Frame {
  if (width < LOW.narrow || (width < LOW.width && height < LOW.height)) return low(width);
  if (width > height && height <= LEAST.side) return side(width, height);
  if (width < LEAST.wide) return phone(width, height);
  if (height > width * 1.05) return tall(width, height);
  return wide(width, height);
}

function wide(width: number, height: number): Frame {
  const scale = clamp(Math.min(width / LAPTOP.width, height / LAPTOP.height) ** GROWTH, 0.9, 2.2);
  const strip = width / height < 1.45;
  const least = Math.round(Math.max(LEAST.tray, LAPTOP.tray * scale));
  const free = { width: width - 2 * GAP, height: height - least - (strip ? TABLET.strip + GAP : 0) - 2 * GAP };
  const wished = LAPTOP.column * scale;
  const beside = strip ? 0 : clamp(free.width - GAP - fit(free, WIDE_BOARD).width, LEAST.column * Math.min(1, scale), wished);
  const board = fit({ ...free, width: free.width - (beside ? beside + GAP : 0) }, WIDE_BOARD);
  const column = strip ? 0 : Math.min(free.width - GAP - board.width, wished * 1.7);
  const used = board.height + 2 * GAP + (strip ? TABLET.strip + GAP : 0);
  return {
    kind: "wide",
    board,
    players: strip ? "strip" : "column",
    column: Math.round(column),
    strip: strip ? TABLET.strip : 0,
    tray: Math.round(height - used),
    scale,
  };
}

function tall(width: number, height: number): Frame {
  const free = { width: width - 2 * GAP, height: height - TABLET.strip - TABLET.tray - 3 * GAP };
  const board = fit(free, TALL_BOARD);
  const tray = Math.round(height - board.height - TABLET.strip - 3 * GAP);
  return { kind: "tall", board, players: "strip", column: 0, strip: TABLET.strip, tray, scale: clamp(width / 768, 0.92, 1.4) };
}

/** Bar, chips, track strip, six tiles, tray with the hand. */
function phone(width: number, height: number): Frame {
  const low = height < 600;
  const tray = low ? 182 : Math.min(240, 196 + Math.max(0, (height - 660) * 0.25));
  const above = (low ? 32 : 36) + 48 + 46;
  const board = { width: width - 12, height: Math.max(230, height - tray - above - 12) };
  return { kind: "phone", board, players: "strip", column: 0, strip: 48, tray: Math.round(tray), scale: 1 };
}

/** The same parts as on a phone, each as high as it needs to be, one below the other. */
function low(width: number): Frame {
  const board = { width: width - 12, height: LOW.tiles };
  return { kind: "phone", board, players: "strip", column: 0, strip: 48, tray: LOW.tray, scale: 1, scrolls: true };
}

/** A phone on its side: tiles left, hand right. */
function side(width: number, height: number): Frame {
  const tray = Math.round(clamp(width * 0.46, 264, 420));
  return {
    kind: "side",
    board: { width: width - tray - 12, height: height - 56 },
    players: "strip",
    column: 0,
    strip: 44,
    tray,
    scale: 1,
  };
}

function fit(
  free: { width: number; height: number },
  shape: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(free.width / shape.width, free.height / shape.height);
  return { width: Math.floor(shape.width * scale), height: Math.floor(shape.height * scale) };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
