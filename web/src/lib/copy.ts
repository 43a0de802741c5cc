// Put text where one can paste it: the clipboard of a secure page, else the old command, else it says that it could not.
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return command(text);
  }
}

/** Over plain HTTP a page has no clipboard, but may copy what is selected. */
function command(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.cssText = "position:fixed;opacity:0";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
