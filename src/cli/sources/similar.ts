/** Mistyped names differ by a letter or two from what was meant. */
const MOST_EDITS = 2;

/** The name that was probably meant, or undefined. */
export function similarName(typed: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, edits: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best !== undefined && best.edits <= MOST_EDITS ? best.name : undefined;
}

/** Whether a text differs from a name by so little, and is long enough for that to mean something. */
export function isSimilar(typed: string, name: string): boolean {
  const [a, b] = [typed.trim().toLowerCase(), name.trim().toLowerCase()];
  return Math.min(a.length, b.length) > MOST_EDITS + 1 && editDistance(a, b) <= MOST_EDITS;
}

/** Letters to insert, leave out or replace (Levenshtein). */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MOST_EDITS) return MOST_EDITS + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (b[column - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
