import { occursMoreThan } from '../../../base/text.js';
import { OpenElements } from './open-elements.js';

/** Elements of HTML that are never closed. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);

/** Elements that the next of their kind closes. */
const SELF_SUCCEEDING = new Set('dd dt li option p td th tr'.split(' '));

/**
 * True when elements nest deeper than a limit. htmlparser2 keeps its stack upside down, so its time
 * grows with the square of the depth: 280,000 open tags took it 224 s, 87,000 in one description
 * 7 s. This asks first, in linear time.
 */
export function nestsDeeperThan(html: string, limit: number): boolean {
  if (!occursMoreThan(html, '<', limit)) return false;
  const open = new OpenElements();
  const tag = /<(\/?)([a-z][^\s/>]*)/gi;
  for (let match = tag.exec(html); match !== null; match = tag.exec(html)) {
    const name = (match[2] ?? '').toLowerCase();
    if (match[1] === '/') open.close(name);
    else if (!VOID_ELEMENTS.has(name)) {
      if (open.innermost === name && SELF_SUCCEEDING.has(name)) open.close(name);
      open.open(name);
    }
    if (open.depth > limit) return true;
  }
  return false;
}

/** The text between tags, for HTML that is too deep to be parsed. */
export function withoutTags(html: string): string {
  return html.replace(/<[^<>]*>?/g, ' ').replace(/\s+/g, ' ');
}
