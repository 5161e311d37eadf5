/** The values of a primary key. */
export type Key = readonly (string | number)[];

/**
 * Orders keys as both stores do: text by its UTF-8 bytes, so for UTF-16 in JavaScript surrogates
 * sort after everything else.
 */
export function compareKeys(a: Key, b: Key): number {
  for (const [index, value] of a.entries()) {
    const difference = compareValues(value, b[index] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareText(String(a), String(b));
}

function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const difference = rank(a.charCodeAt(index)) - rank(b.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Sorts surrogates (U+D800 to U+DFFF, halves of U+10000 and up) above U+FFFF. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
