// The words come in parts: none is lost, and nobody sees a key while one is on its way.
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { HOME, reached, TABLE } from "../../reach.ts";
import page from "../../../src/chocolatl/i18n/locales/en/page.json";
import { OF_HOME, OF_TABLE, speak, t, worded } from "./i18n.svelte";

const [home, table, rest] = await Promise.all(
  [
    import.meta.glob<object>("../../../src/chocolatl/i18n/locales/en/page.json", { query: "?home", import: "default" }),
    import.meta.glob<object>("../../../src/chocolatl/i18n/locales/en/page.json", { query: "?table", import: "default" }),
    import.meta.glob<object>("../../../src/chocolatl/i18n/locales/en/page.json", { query: "?rest", import: "default" }),
  ].map((files) => Object.values(files)[0]!()),
);

it("splits the words without losing or repeating one", () => {
  const keys = [home, table, rest].flatMap((part) => Object.keys(part!));
  expect(keys.sort()).toEqual(Object.keys(page).sort());
  expect(home).toHaveProperty(["home.play"]);
  expect(table).toHaveProperty(["sacrifice.choose"]);
  expect(rest).toHaveProperty(["lobby.settings"]);
});

it("says nothing until a word is there, and then the word", async () => {
  await speak("en", OF_TABLE);
  expect(t("home.play")).toBe(page["home.play"]);
  expect(t("lobby.settings")).toBe("");
  await vi.waitFor(() => expect(t("lobby.settings")).toBe(page["lobby.settings"]));
});

it("waits for the words of a component that comes when it is needed", async () => {
  await speak("en", OF_HOME);
  expect(await worded(Promise.resolve("code"), OF_HOME)).toBe("code");
  expect(await worded(Promise.resolve("code"))).toBe("code");
  expect(t("lobby.settings")).toBe(page["lobby.settings"]);
});

it("shows no component before its words", () => {
  const alone = /await import\("[^"]*\/(?!Return|Qr)\w+\.svelte"\)/;
  const files = [...reached([...HOME, ...TABLE])];
  expect(files.length).toBeGreaterThan(90);
  expect(files.filter((file) => alone.test(readFileSync(file, "utf-8")))).toEqual([]);
});
