/** XML 1.0 has no place for these; feeds have them all the same (miniflux, FreshRSS: many threads). */
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const SPECIAL = /<!--|<!\[CDATA\[|<!DOCTYPE|<(?![a-z_/!?])|&/gi;
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,31});/iy;

/**
 * Makes a feed fit for an XML parser: illegal control characters, comments and any DOCTYPE are
 * dropped, so no entity it defines is ever expanded or fetched; a bare `&` or `<` is escaped.
 *
 * feedsmith decodes references by the rules of HTML text, where `&copy=1` needs no semicolon. So
 * `?a=1&copy=2&amp;b=3` would come out with a © in it, were the bare `&` not escaped here.
 */
export function prepareXml(text: string): string {
  const clean = text.replace(ILLEGAL, '');
  const parts: string[] = [];
  let from = 0;
  SPECIAL.lastIndex = 0;
  for (let match = SPECIAL.exec(clean); match !== null; match = SPECIAL.exec(clean)) {
    const at = match.index;
    const { instead, end } = treatment(clean, match[0], at);
    SPECIAL.lastIndex = end;
    // Nearly everything stays as it is: a document is full of references that are right.
    if (instead === null) continue;
    parts.push(clean.slice(from, at), instead);
    from = end;
  }
  if (from === 0) return clean;
  parts.push(clean.slice(from));
  return parts.join('');
}

/** What replaces the construct at a position, null when it stays; and where reading goes on. */
function treatment(
  text: string,
  opening: string,
  at: number,
): { instead: string | null; end: number } {
  if (opening === '&') {
    REFERENCE.lastIndex = at;
    if (REFERENCE.test(text)) return { instead: null, end: REFERENCE.lastIndex };
    return { instead: '&amp;', end: at + 1 };
  }
  if (opening === '<') return { instead: '&lt;', end: at + 1 };
  if (opening === '<!--') return { instead: '', end: after(text, '-->', at) };
  if (opening.toUpperCase() === '<!DOCTYPE') return { instead: '', end: doctypeEnd(text, at) };
  return { instead: null, end: after(text, ']]>', at) };
}

function after(text: string, closing: string, from: number): number {
  const at = text.indexOf(closing, from);
  return at < 0 ? text.length : at + closing.length;
}

/** Past the `>` of a DOCTYPE, whose internal subset may have more of them in brackets and quotes. */
function doctypeEnd(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    const character = text[index];
    if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    else if (character === '>' && depth <= 0) return index + 1;
    else if (depth > 0 && text.startsWith('<!--', index)) index = after(text, '-->', index) - 1;
    else if (character === '"' || character === "'") {
      const close = text.indexOf(character, index + 1);
      if (close < 0) break;
      index = close;
    }
  }
  return after(text, '>', at);
}
