const MARKS: ReadonlyArray<readonly [RegExp, string]> = [
  [/[‘’‚‛′`´]/g, "'"],
  [/[“”„‟″«»]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
  [/[\u00ad\u200b-\u200f\u2060\ufeff]/g, ''],
];

/**
 * Text by what it says rather than how it is set: compatibility forms, letter case, kinds of quote
 * and dash, invisible characters and white space do not count. Publishing systems switch those back
 * and forth without anybody having edited a word.
 */
export function normalisedText(text: string): string {
  let result = text.normalize('NFKC').toLowerCase();
  for (const [mark, plain] of MARKS) result = result.replace(mark, plain);
  return result.replace(/\s+/g, ' ').trim();
}
