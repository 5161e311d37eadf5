/** At most this many characters of a header are read: the server decides its length. */
const MAX_LENGTH = 16_384;

/** A link of a Link header. */
interface HeaderLink {
  /** Address as written. */
  target: string;
  /** In lower case. */
  relations: string[];
  /** The stated media type of the target, or "". */
  type: string;
}

/**
 * The links of a Link header (RFC 8288), in order.
 * @param header several headers joined by commas
 */
export function headerLinks(header: string | undefined): HeaderLink[] {
  const text = (header ?? '').slice(0, MAX_LENGTH);
  const links: HeaderLink[] = [];
  for (let at = text.indexOf('<'); at >= 0; ) {
    const close = text.indexOf('>', at);
    if (close < 0) break;
    const end = endOfParameters(text, close + 1);
    const parameters = text.slice(close + 1, end);
    const relations = parameter(parameters, REL).toLowerCase().split(/\s+/);
    links.push({
      target: text.slice(at + 1, close),
      relations,
      type: parameter(parameters, TYPE),
    });
    at = text.indexOf('<', end);
  }
  return links;
}

/** The targets of a Link header that have this relation. @param rel in lower case */
export function linkTargets(header: string | undefined, rel: string): string[] {
  return headerLinks(header)
    .filter(({ relations }) => relations.includes(rel))
    .map(({ target }) => target);
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

/** Some servers leave out the first semicolon (idno#771). */
const REL = /(?:^|;)\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;
const TYPE = /(?:^|;)\s*type\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;

function parameter(parameters: string, pattern: RegExp): string {
  const [, quoted, bare] = pattern.exec(parameters) ?? [];
  return quoted ?? bare ?? '';
}
