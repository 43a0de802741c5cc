import { expect, test } from "vitest";

import { answers, bases } from "./reach.svelte";

const nobody = { addresses: [], tested: [], lan: false, may_switch: true };
const network = { addresses: ["http://192.168.1.20:8765", "http://[fd00::2]:8765"], tested: [], lan: true, may_switch: true };

test("a link that only works here is no invitation", () => {
  expect(bases(null, "http://127.0.0.1:8765", "127.0.0.1")).toEqual([]);
  expect(bases(nobody, "http://localhost:8765", "localhost")).toEqual([]);
});

test("an open network is offered address by address", () => {
  expect(bases(network, "http://127.0.0.1:8765", "127.0.0.1")).toEqual(network.addresses);
});

test("who came by an address that works for them passes it on", () => {
  expect(bases(network, "http://192.168.1.20:8765", "192.168.1.20")[0]).toBe("http://192.168.1.20:8765");
  expect(bases(nobody, "https://play.example", "play.example")).toEqual(["https://play.example"]);
});

test("behind a proxy the public address comes first", () => {
  const known = { ...nobody, addresses: ["https://play.example"] };
  expect(bases(known, "http://10.0.0.5:8765", "10.0.0.5")[0]).toBe("https://play.example");
  expect(bases(known, "http://localhost:8765", "localhost")).toEqual(["https://play.example"]);
});

test("an address is called silent only where it was tried", () => {
  const [one] = network.addresses;
  expect(answers({ ...network, tested: [one!] }, one!)).toBe(true);
  expect(answers(network, one!)).toBe(false);
  expect(answers(network, "http://elsewhere:8765")).toBeNull();
  expect(answers({ ...nobody, addresses: ["http://play.example"], may_switch: false }, "http://play.example")).toBeNull();
});
