// Labels that would lie on each other are moved apart, as little as possible, within bounds.
export function spread(wanted: readonly number[], apart: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed = [...wanted];
  let before = low - apart;
  for (const i of order) before = placed[i] = Math.max(wanted[i]!, before + apart);
  let after = high + apart;
  for (const i of order.reverse()) after = placed[i] = Math.min(placed[i]!, after - apart);
  return placed;
}
