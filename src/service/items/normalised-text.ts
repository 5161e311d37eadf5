const MARKS: ReadonlyArray<readonly [RegExp, string]> = [
  [/[‘’‚‛′´]/g, "'"],
  [/[“”„‟″«»]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
  [/[\u00ad\u200b-\u200f\u2060\ufeff]/g, ''],
];

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Text by what it says rather than how it is set: compatibility forms, letter case, kinds of quote
 * and dash, invisible characters and white space do not count. Publishing systems switch those back
 * and forth without anybody having edited a word.
 */
export function normalisedText(text: string): string {
  let result = text.toLowerCase();
  if (BEYOND_ASCII.test(result)) {
    result = result.normalize('NFKC').toLowerCase();
    for (const [mark, plain] of MARKS) result = result.replace(mark, plain);
  }
  return collapsedSpace(result);
}

/** One space for any run of white space, none at the ends. */
export function collapsedSpace(text: string): string {
  // Single spaces are most of the matches and need no replacement: this halves the time.
  return text.replace(/[^\S ]\s*| \s+/g, ' ').trim();
}
