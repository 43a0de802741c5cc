// How a television, a laptop or a tablet in the middle is divided: board, a column with QR code and players, a tray of words.
import { WIDE_BOARD } from "../board/frame";

export interface ScreenFrame {
  readonly board: { readonly width: number; readonly height: number };
  readonly column: number;
  readonly tray: number;
  /** The column runs beside the tray, too. */
  readonly tall: boolean;
  /** Sizes in the column and in the tray, as a share of those at 1920x1080. */
  readonly columnScale: number;
  readonly trayScale: number;
}

const GAP = 8;
const TELEVISION = { width: 1920, height: 1080, column: 300, tray: 208 } as const;
/** Narrower than this the board leaves room below, and the column takes the whole height. */
const NARROW = 1.6;
const SHARE = 0.21;

export function screenFrame(width: number, height: number): ScreenFrame {
  const scale = Math.min(width / TELEVISION.width, height / TELEVISION.height);
  const tall = width / height < NARROW;
  const beside = tall ? width * SHARE : TELEVISION.column * scale;
  const free = { width: width - beside - 3 * GAP, height: height - TELEVISION.tray * scale - 3 * GAP };
  const fit = Math.min(free.width / WIDE_BOARD.width, free.height / WIDE_BOARD.height);
  const board = { width: Math.round(WIDE_BOARD.width * fit), height: Math.round(WIDE_BOARD.height * fit) };
  const column = width - board.width - 3 * GAP;
  const tray = height - board.height - 3 * GAP;
  const words = (tall ? board.width : width) / TELEVISION.width;
  return {
    board,
    column,
    tray,
    tall,
    columnScale: Math.min(column / TELEVISION.column, (tall ? height - 2 * GAP : board.height) / 848),
    trayScale: Math.min(tray / TELEVISION.tray, words * (tall ? 1.3 : 1)),
  };
}
