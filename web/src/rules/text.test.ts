import { expect, test } from "vitest";

import { blocks, pieces, plain } from "./text";

test("a line is cut into plain, bold and rule numbers", () => {
  expect(pieces("Take **two** stones [4.4.1].")).toEqual([
    { kind: "plain", text: "Take " },
    { kind: "bold", text: "two" },
    { kind: "plain", text: " stones " },
    { kind: "rule", text: "4.4.1" },
    { kind: "plain", text: "." },
  ]);
});

test("dashes make one list between paragraphs", () => {
  const kinds = blocks("Before\n- one\n- two\nAfter\n- three").map((block) => block.kind);
  expect(kinds).toEqual(["paragraph", "list", "paragraph", "list"]);
});

test("what looks like HTML stays text", () => {
  const text = "<img src=x onerror=alert(1)> **<b>**";
  expect(pieces(text)).toEqual([
    { kind: "plain", text: "<img src=x onerror=alert(1)> " },
    { kind: "bold", text: "<b>" },
  ]);
});

test("marks that are not closed are left as they are", () => {
  expect(pieces("2 ** 3 [x] [4.]")).toEqual([{ kind: "plain", text: "2 ** 3 [x] [4.]" }]);
});

test("plain text has no marks", () => {
  expect(plain("**Gold**\n- see [3.6]")).toBe("Gold\nsee 3.6");
});
