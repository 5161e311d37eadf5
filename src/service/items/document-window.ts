/** An entry with its place in the document it was last listed in. */
export interface PlacedEntry {
  key: string;
  /** Milliseconds, or null. */
  date: number | null;
  /** Index in the document read before this one; null when that one did not list the entry. */
  position: number | null;
}

/**
 * The entries that the last document listed, this one does not, and yet should: what lies inside
 * the part of the source that the document still shows. Entries that fell off the old end of the
 * document are gone in the ordinary way and are not among them.
 *
 * The window reaches to the entry next to the old end that both documents list. When they have none
 * in common - a publisher changed every guid at once - it reaches to the oldest date in the new one.
 */
export function vanishedFromInside<Stored extends PlacedEntry>(
  stored: readonly Stored[],
  incoming: readonly { key: string; date: number | null }[],
): Stored[] {
  const listed = new Set(incoming.map((entry) => entry.key));
  const before = stored
    .filter((entry) => entry.position !== null)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  if (isOldestFirst(before)) before.reverse();

  const lastCommon = before.findLastIndex((entry) => listed.has(entry.key));
  if (lastCommon >= 0) return before.slice(0, lastCommon).filter((entry) => !listed.has(entry.key));
  const oldest = Math.min(...incoming.map((entry) => entry.date ?? Number.POSITIVE_INFINITY));
  return before.filter((entry) => entry.date !== null && entry.date >= oldest);
}

/** Most documents put the newest entry first; some append. Undated ones count as the usual kind. */
function isOldestFirst(inOrder: readonly PlacedEntry[]): boolean {
  const dates = inOrder.map((entry) => entry.date).filter((date) => date !== null);
  let rising = 0;
  dates.forEach((date, index) => {
    rising += Math.sign(date - (dates[index - 1] ?? date));
  });
  return rising > 0;
}
