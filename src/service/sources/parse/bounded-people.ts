/** Most brackets and references in the text of one person: "ann@example.org (Ann)" has one. */
const MAX_BRACKETS = 20;
const MAX_LENGTH = 1000;

const OPENING = /<(author|managingeditor|webmaster)(?=[\s>])[^<>]*>/gi;

/**
 * Takes the brackets out of the names of people that have many of them. feedsmith 3.0.1 looks for the
 * end of each bracket from each bracket on (parseBracketedPerson): 40,000 `(` took 4.5 s. Linear.
 */
export function boundPeople(xml: string): string {
  const parts: string[] = [];
  let from = 0;
  const unclosed = new Set<string>();
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(xml); match !== null; match = OPENING.exec(xml)) {
    const name = (match[1] ?? '').toLowerCase();
    if (unclosed.has(name)) continue;
    const start = match.index + match[0].length;
    const end = endOf(name, xml, start);
    if (end < 0) unclosed.add(name);
    else {
      const value = xml.slice(start, end);
      const bounded = boundPerson(value);
      if (bounded !== value) {
        parts.push(xml.slice(from, start), bounded);
        from = end;
      }
      OPENING.lastIndex = end;
    }
  }
  return from === 0 ? xml : parts.join('') + xml.slice(from);
}

function endOf(name: string, xml: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  return closing.exec(xml)?.index ?? -1;
}

function boundPerson(value: string): string {
  const brackets = value.match(/[<([&]/g)?.length ?? 0;
  if (brackets <= MAX_BRACKETS) return value;
  const text = value.replace(/<!\[CDATA\[|\]\]>/g, ' ').replace(/[<>()[\]&]/g, ' ');
  return text.slice(0, MAX_LENGTH);
}
