/** A tag of an XML document. */
export interface Tag {
  /** In lower case, with its prefix. */
  name: string;
  kind: 'open' | 'close' | 'empty';
  /** Offsets; `end` is exclusive. */
  start: number;
  end: number;
}

/** The tags of a text in their order, those in CDATA, comments and declarations left out; linear. */
export function* tags(xml: string, from = 0): Generator<Tag> {
  const name = /\/?([a-z_][^\s/>]*)/iy;
  for (let at = xml.indexOf('<', from); at >= 0; ) {
    const skipped = skipSection(xml, at);
    if (skipped !== null) {
      at = xml.indexOf('<', skipped);
      continue;
    }
    name.lastIndex = at + 1;
    const match = name.exec(xml);
    const end = match === null ? at + 1 : tagEnd(xml, name.lastIndex);
    if (end < 0) return;
    if (match?.[1] !== undefined) {
      const kind = match[0].startsWith('/') ? 'close' : xml[end - 2] === '/' ? 'empty' : 'open';
      yield { name: match[1].toLowerCase(), kind, start: at, end };
    }
    at = xml.indexOf('<', end);
  }
}

/** The end of a CDATA section, comment, processing instruction or declaration at a position; else null. */
function skipSection(xml: string, at: number): number | null {
  const closing = xml.startsWith('<![CDATA[', at)
    ? ']]>'
    : xml.startsWith('<!--', at)
      ? '-->'
      : xml.startsWith('<?', at)
        ? '?>'
        : xml.startsWith('<!', at)
          ? '>'
          : null;
  if (closing === null) return null;
  const end = xml.indexOf(closing, at);
  return end < 0 ? xml.length : end + closing.length;
}

/** Past the `>` that ends a tag; one within a quoted attribute value does not. -1 when cut off. */
function tagEnd(xml: string, from: number): number {
  if (xml[from] === '>') return from + 1;
  const special = /[>"']/g;
  special.lastIndex = from;
  for (let match = special.exec(xml); match !== null; match = special.exec(xml)) {
    if (match[0] === '>') return match.index + 1;
    if (!followsEquals(xml, match.index, from)) continue;
    const valueEnd = xml.indexOf(match[0], match.index + 1);
    // A quote that is never closed is a slip of the pen: the tag ends at the next bracket.
    if (valueEnd >= 0) special.lastIndex = valueEnd + 1;
  }
  return -1;
}

function followsEquals(xml: string, at: number, from: number): boolean {
  let before = at - 1;
  while (before > from && /\s/.test(xml[before] ?? '')) before -= 1;
  return xml[before] === '=';
}
