// A tiny markup for long texts: paragraphs and '- ' lists by line, **bold**, and [3.6] for a link to a rule. No HTML, ever.
export type Piece = { readonly kind: "plain" | "bold"; readonly text: string } | { readonly kind: "rule"; readonly text: string };

export type Block =
  | { readonly kind: "paragraph"; readonly pieces: readonly Piece[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Piece[])[] };

const PIECE = /\*\*([^*]+)\*\*|\[(\d(?:\.\d)*)\]/g;

/** The blocks of a text; lines that start with '- ' and follow each other are one list. */
export function blocks(text: string): Block[] {
  return text.split("\n").filter(Boolean).reduce<Block[]>(withLine, []);
}

function withLine(done: Block[], line: string): Block[] {
  if (!line.startsWith("- ")) return [...done, { kind: "paragraph", pieces: pieces(line) }];
  const item = pieces(line.slice(2));
  const last = done.at(-1);
  if (last?.kind === "list") return [...done.slice(0, -1), { kind: "list", items: [...last.items, item] }];
  return [...done, { kind: "list", items: [item] }];
}

/** One line in pieces: plain, bold, or the number of a rule. */
export function pieces(line: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of line.matchAll(PIECE)) {
    if (match.index > from) found.push({ kind: "plain", text: line.slice(from, match.index) });
    found.push(match[1] ? { kind: "bold", text: match[1] } : { kind: "rule", text: match[2]! });
    from = match.index + match[0].length;
  }
  if (from < line.length) found.push({ kind: "plain", text: line.slice(from) });
  return found;
}

/** The text without its marks, for searching and for screen readers' names. */
export function plain(text: string): string {
  return text.replace(PIECE, (_, bold?: string, rule?: string) => bold ?? rule ?? "").replace(/^- /gm, "");
}
