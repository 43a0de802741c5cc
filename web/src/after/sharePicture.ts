// A picture of the result to share: drawn from the same drawings, with the colours of the theme filled in.
import type { SeatColour } from "../wire";
import bree from "../fonts/bree-serif.woff2?url";

export interface Line {
  readonly name: string;
  readonly colour: SeatColour;
  readonly score: number;
  readonly won: boolean;
}
const [WIDTH, HEIGHT] = [1200, 630];
/** Size of a title of one letter that would fill its board: letters are about half as wide as high. */
const TITLE = 1180;

export async function sharePicture(lines: readonly Line[], title: string): Promise<void> {
  const text = filled(drawn(lines, title, await face()));
  const blob = await painted(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`);
  const file = new File([blob], "chocolatl.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return void (await navigator.share({ files: [file] }).catch(() => {}));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function drawn(lines: readonly Line[], title: string, font: string): string {
  const sprite = document.getElementById("chocolatl-art")?.innerHTML ?? "";
  const rows = lines.map(({ name, colour, score, won }, i) => {
    const y = 214 + i * 76;
    return `<g class="${colour}"><rect x="60" y="${y}" width="620" height="66" rx="14" fill="var(--${won ? "hi" : "paper"})"/><use href="#a-sym-${colour}" x="76" y="${y + 9}" width="48" height="48"/>
      <text x="144" y="${y + 44}" font-size="32" fill="var(--ink)">${escaped(name)}</text><text x="656" y="${y + 48}" font-size="42" text-anchor="end" fill="var(--ink)">${score}</text></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Bree Serif">
    <style>@font-face{font-family:"Bree Serif";src:url(${font})}</style>${sprite}<use href="#a-wide" width="1283" height="630"/>
    <use href="#a-temple" x="760" y="120" width="400" height="381"/><rect x="40" y="40" width="660" height="140" rx="18" fill="var(--sign)"/>
    <text x="66" y="92" font-size="30" fill="var(--gold)">Chocolatl</text><text x="66" y="150" font-size="${Math.min(46, TITLE / title.length)}" fill="var(--signt)">${escaped(title)}</text>${rows.join("")}</svg>`;
}

/** An image stands alone: every token becomes the colour it has in the page now. */
function filled(svg: string): string {
  const probe = document.createElement("span");
  document.body.append(probe);
  const colour = (name: string, scope: string): string => {
    probe.className = scope;
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const inGroups = svg.replace(/<g class="(\w+)">(<rect[^]*?)<\/g>/g, (_, scope: string, inside: string) => {
    const symbol = document.getElementById(`a-sym-${scope}`)?.innerHTML ?? "";
    const own = symbol.replace(/var\(--(tone|letter|mkedge)\)/g, (__, token: string) => colour(token, scope));
    return inside.replace(
      /<use href="#a-sym-\w+" x="(\d+)" y="(\d+)"[^>]*><\/use>|<use href="#a-sym-\w+" x="(\d+)" y="(\d+)"[^>]*\/>/,
      (___, a, b, c, d) => `<g transform="translate(${a ?? c} ${b ?? d}) scale(1.2)">${own}</g>`,
    );
  });
  const all = inGroups.replace(/var\(--([\w-]+)\)/g, (_, token: string) => colour(token, ""));
  probe.remove();
  return all;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);
}

async function face(): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(bree)).arrayBuffer());
  return `data:font/woff2;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}

async function painted(source: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = source;
  await image.decode();
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  canvas.getContext("2d")!.drawImage(image, 0, 0, WIDTH, HEIGHT);
  return canvas.convertToBlob({ type: "image/png" });
}
