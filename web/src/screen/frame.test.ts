import { expect, it } from "vitest";
import { screenFrame } from "./frame";

it("divides a television as it was drawn", () => {
  const { board, column, tray, columnScale, trayScale } = screenFrame(1920, 1080);
  expect(board.width).toBeGreaterThanOrEqual(1594);
  expect(board).toEqual({ width: 1595, height: 848 });
  expect([column, tray, Math.round(columnScale * 100), Math.round(trayScale * 100)]).toEqual([301, 208, 100, 100]);
});

it.each([
  [1366, 768],
  [1024, 768],
  [1280, 800],
  [2560, 1440],
  [3840, 2160],
])("fits into %i x %i", (width, height) => {
  const { board, column, tray, tall } = screenFrame(width, height);
  expect(board.width + column + 24).toBe(width);
  expect(board.height + tray + 24).toBe(height);
  expect(board.width / width).toBeGreaterThan(tall ? 0.72 : 0.8);
  expect(tray / height).toBeGreaterThan(0.18);
});
