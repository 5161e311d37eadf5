/** Messages of the YAML library, and what they mean to the author of a file. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^Sequence item without/i, 'this line must be indented like those before it'],
  [/end with a \}|^Expected flow map to end/i, 'the "{" is never closed'],
  [/end with a \]|^Expected flow sequence to end/i, 'the "[" is never closed'],
  [/^Missing closing "quote/i, 'the quote " is never closed'],
  [/^Missing closing 'quote/i, "the quote ' is never closed"],
  [/^Nested mappings are not allowed/i, 'a value with ": " in it must be in quotes'],
  [/^Implicit keys need to be on a single line|^Implicit map keys need/i, 'a ":" is missing here'],
  [
    /^All (?:mapping|sequence|collection) items must start/i,
    'this line must be indented like those before it',
  ],
  [/^A collection cannot be both/i, 'list items ("- ") and keys cannot stand at one level'],
  [/must be sufficiently indented/i, 'this must be indented further'],
  [/^Plain value cannot start with/i, 'this value must be in quotes'],
  [/^Missing , between|^Missing , or :/i, 'a comma is missing here'],
  [
    /^Unexpected (?:scalar|flow|block|comma|seq)/i,
    'this is unexpected: a quote, a comma or a ":" may be missing before it',
  ],
];

const OPENING: Readonly<Record<string, string>> = { '}': '{', ']': '[' };

/**
 * A problem of an invalid YAML text.
 *
 * @param offset where the library noticed it
 * @returns the message and its cause: the bracket that is not closed, not the end of the file
 */
export function yamlProblem(
  text: string,
  { message, offset }: { message: string; offset: number },
): { message: string; offset: number } {
  const known = WORDS.find(([pattern]) => pattern.test(message))?.[1];
  const bracket = /^the "([{[])" is never closed$/.exec(known ?? '')?.[1];
  return {
    message: known ?? message.replace(/\.$/, ''),
    offset:
      (bracket === undefined ? undefined : lastOpen(text.slice(0, offset), bracket)) ?? offset,
  };
}

/** The last bracket of this kind that is not closed; quoted text is skipped. */
function lastOpen(text: string, bracket: string): number | undefined {
  const open: number[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[{}[\]]/g)) {
    if (token === bracket) open.push(index);
    else if (OPENING[token] === bracket) open.pop();
  }
  return open.at(-1);
}
