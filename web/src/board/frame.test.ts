import { expect, test } from "vitest";
import { frame, zoomFor } from "./frame";

test.each([
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
])("at %i x %i the board is at least 60%% of the window", (width, height) => {
  const { kind, board } = frame(width, height);
  expect(kind).toBe("wide");
  expect((board.width * board.height) / (width * height)).toBeGreaterThanOrEqual(0.6);
});

const SIZES = [
  [1280, 720],
  [1280, 800],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [1024, 768],
  [1180, 820],
  [768, 1024],
  [820, 1180],
  [834, 1112],
] as const;
test.each(SIZES)("at %i x %i board, players and tray fit into the window", (width, height) => {
  const { board, column, strip, tray } = frame(width, height);
  expect(board.width + column + (column ? 24 : 16)).toBeLessThanOrEqual(width);
  expect(board.height + strip + tray + 16).toBeLessThanOrEqual(height);
  expect(tray).toBeGreaterThanOrEqual(150);
  expect(column === 0 || column >= 180).toBe(true);
});

test.each([
  [390, 664, "phone"],
  [375, 553, "phone"],
  [360, 640, "phone"],
  [664, 390, "side"],
  [768, 1024, "tall"],
  [1024, 768, "wide"],
  [599, 900, "phone"],
])("%i x %i is drawn as %s", (width, height, kind) => {
  expect(frame(width, height).kind).toBe(kind);
});

test.each([
  [320, 256],
  [360, 320],
  [427, 480],
  [320, 640],
])("at %i x %i, a laptop at 400%%, the parts of a phone are as high as they need to be and the page scrolls", (width, height) => {
  const { kind, scrolls, board } = frame(width, height);
  expect([kind, scrolls]).toEqual(["phone", true]);
  expect(board.width).toBeLessThanOrEqual(width);
  expect(board.height).toBeGreaterThan(height / 2);
});

test("larger letters make everything larger, as far as 320 pixels remain", () => {
  expect(zoomFor(16, 1366)).toBe(1);
  expect(zoomFor(12, 1366)).toBe(1);
  expect(zoomFor(32, 1366)).toBe(2);
  expect(zoomFor(32, 360)).toBe(1.125);
  expect(zoomFor(32, 300)).toBe(1);
});
