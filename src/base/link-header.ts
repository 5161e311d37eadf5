/** Characters of a header that are read: a server decides how many there are. */
const MAX_LENGTH = 16_384;

/**
 * The targets of a Link header (RFC 8288) that have this relation, as written, in order.
 * @param header several headers joined by commas
 * @param rel in lower case
 */
export function linkTargets(header: string | undefined, rel: string): string[] {
  const text = (header ?? '').slice(0, MAX_LENGTH);
  const targets: string[] = [];
  for (let at = text.indexOf('<'); at >= 0; ) {
    const close = text.indexOf('>', at);
    if (close < 0) break;
    const end = endOfParameters(text, close + 1);
    if (relations(text.slice(close + 1, end)).includes(rel))
      targets.push(text.slice(at + 1, close));
    at = text.indexOf('<', end);
  }
  return targets;
}

/** The index of the comma that ends a link; commas in quotes do not count. */
function endOfParameters(text: string, from: number): number {
  let isQuoted = false;
  for (let index = from; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\\' && isQuoted) index += 1;
    else if (character === ',' && !isQuoted) return index;
  }
  return text.length;
}

function relations(parameters: string): string[] {
  const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
  return (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
}
