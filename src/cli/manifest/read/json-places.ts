/** Where a value of a JSON text starts, and the values in it. */
export interface JsonPlace {
  offset: number;
  /** Of an object, by key; `offset` is that of the key. */
  members?: ReadonlyMap<string, { offset: number; value: JsonPlace }>;
  /** Of an array. */
  items?: readonly JsonPlace[];
}

/**
 * Finds the place of every value: `JSON.parse` of Node 20 does not tell.
 * @param text valid JSON
 * @param onRepeated is told each key that appears again in one object
 * @throws RangeError when it is nested too deeply
 */
export function placesIn(
  text: string,
  onRepeated: (name: string, offset: number) => void,
): JsonPlace {
  let next = 0;

  function value(): JsonPlace {
    skipSpace();
    const offset = next;
    const first = text[offset];
    if (first === '{') return { offset, members: members() };
    if (first === '[') return { offset, items: items() };
    next = first === '"' ? endOfString(text, offset) : endOfLiteral(text, offset);
    return { offset };
  }

  function members() {
    const found = new Map<string, { offset: number; value: JsonPlace }>();
    next += 1;
    for (skipSpace(); text[next] !== '}'; skipComma()) {
      const offset = next;
      next = endOfString(text, offset);
      const name = keyOf(text.slice(offset, next));
      if (found.has(name)) onRepeated(name, offset);
      skipSpace();
      next += 1;
      found.set(name, { offset, value: value() });
    }
    next += 1;
    return found;
  }

  function items() {
    const found: JsonPlace[] = [];
    next += 1;
    for (skipSpace(); text[next] !== ']'; skipComma()) found.push(value());
    next += 1;
    return found;
  }

  function skipSpace(): void {
    while (isSpace(text.charCodeAt(next))) next += 1;
  }

  function skipComma(): void {
    skipSpace();
    if (text[next] === ',') next += 1;
    skipSpace();
  }

  return value();
}

/** Tab, line feed, carriage return and space. */
function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function endOfLiteral(text: string, offset: number): number {
  const literal = /[^\s,\]}]+/y;
  literal.lastIndex = offset;
  return offset + (literal.exec(text)?.[0].length ?? 1);
}

function endOfString(text: string, offset: number): number {
  let end = text.indexOf('"', offset + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text[first - 1] === '\\') first -= 1;
  return (quote - first) % 2 === 1;
}

function keyOf(literal: string): string {
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
}
