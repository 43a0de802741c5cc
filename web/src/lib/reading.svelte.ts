// The rule that is read beside the table. Where a page has no place for it, a rule's number is a link to the rules.
export const reading = $state<{ rule: string | null; possible: boolean }>({ rule: null, possible: false });

/** A plain click on a rule's number opens it here; one that asks for a new tab or window stays a link. */
export function readHere(event: MouseEvent, rule: string): void {
  if (!reading.possible || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  reading.rule = rule;
}
