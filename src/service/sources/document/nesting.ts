import { occursMoreThan } from '../../../base/text.js';

/** Elements of HTML that are never closed. */
const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);

/** Elements that the next of their kind closes. */
const SELF_SUCCEEDING = new Set('dd dt li option p td th tr'.split(' '));

/**
 * True if elements nest deeper than a limit. This test takes linear time and comes first, because
 * htmlparser2 takes time in proportion to the square of the depth: 224 s for 280,000 open tags, 7 s
 * for 87,000 in one description.
 */
export function nestsDeeperThan(html: string, limit: number): boolean {
  if (!occursMoreThan(html, '<', limit)) return false;
  const open: string[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  const tag = /<(\/?)([a-z][^\s/>]*)/gi;
  for (let match = tag.exec(html); match !== null; match = tag.exec(html)) {
    const name = (match[2] ?? '').toLowerCase();
    const isEnd = match[1] === '/';
    // An end tag closes what was left open within its element; without an open element it is
    // ignored.
    if (isEnd ? counts.get(name) : open.at(-1) === name && SELF_SUCCEEDING.has(name)) {
      for (let popped = open.pop(); popped !== undefined; popped = open.pop()) {
        count(popped, -1);
        if (popped === name) break;
      }
    }
    if (isEnd || VOID_ELEMENTS.has(name)) continue;
    open.push(name);
    count(name, 1);
    if (open.length > limit) return true;
  }
  return false;
}

/** The text between tags, for HTML that is too deep for the parser. */
export function withoutTags(html: string): string {
  return html.replace(/<[^<>]*>?/g, ' ').replace(/\s+/g, ' ');
}
