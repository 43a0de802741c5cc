// Every drawing once in the page, to be used by name; loaded after the first paint.
const files = import.meta.glob<string>("../../../src/chocolatl/picture/svg/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});
const HOME = "chocolatl-art";

/** Puts the drawings into the page. Gradients stand there too: they take their colours from where they stand. */
export function place(): void {
  if (document.getElementById(HOME)) return;
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sheet.id = HOME;
  sheet.setAttribute("aria-hidden", "true");
  sheet.style.cssText = "position:absolute;width:0;height:0;overflow:hidden";
  sheet.innerHTML = Object.entries(files)
    .map(([path, text]) => symbol(path.slice(path.lastIndexOf("/") + 1, -4), text))
    .join("");
  document.body.prepend(sheet);
}

function symbol(name: string, text: string): string {
  const [, size, inside] = /viewBox="([^"]*)">([^]*)<\/svg>/.exec(text)!;
  return name === "shades"
    ? `<defs>${inside!}</defs>`
    : `<symbol id="a-${name}" viewBox="${size!}" overflow="visible">${inside!}</symbol>`;
}
