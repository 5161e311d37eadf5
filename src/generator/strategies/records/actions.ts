import type { Link, Page } from '../../page/page.js';
import { textOf } from '../../page/text.js';

/**
 * How certain a sign is that a link performs an action; many links that perform none have "weak"
 * signs.
 */
type Sign = 'sure' | 'perhaps' | 'weak';

/**
 * Minimum share of the links of a kind that must have other links near them, or the link on which
 * they act.
 */
const MOST = 0.5;
/** Maximum share of different texts among controls: each row says "Report". */
const DIFFERENT = 0.3;
/** Number of neighbouring links checked on either side of a link. */
const NEAR = 6;

const known = new WeakMap<Page, ReadonlySet<Link>>();

/**
 * Finds the links of a page that act on the item next to them: delete, vote, report, hide.
 * Addresses, attributes and tokens are the signs; they count only if the row has another link,
 * because a list of polls may contain only "/polls/12/vote". Fetching such a link could delete the
 * item.
 */
export function actionLinks(page: Page): ReadonlySet<Link> {
  let actions = known.get(page);
  if (actions === undefined) {
    actions = findActions(page);
    known.set(page, actions);
  }
  return actions;
}

function findActions({ links, nodes }: Page): ReadonlySet<Link> {
  const signs = links.map(signOf);
  const kinds = new Map<string, { sign: Sign; places: number[] }>();
  for (const [at, sign] of signs.entries()) {
    if (sign === null) continue;
    const key = `${sign} ${links[at]?.address.looseShape}`;
    const kind = kinds.get(key) ?? { sign, places: [] };
    kind.places.push(at);
    kinds.set(key, kind);
  }
  const actions = new Set<Link>();
  for (const { sign, places } of kinds.values()) {
    const rows = places.map((at, row) => {
      const from = Math.max(at - NEAR, (places[row - 1] ?? -1) + 1);
      const to = Math.min(at + NEAR + 1, places[row + 1] ?? links.length);
      const others = links.slice(from, to).filter((_, next) => signs[from + next] === null);
      return { link: links[at] as Link, others };
    });
    const isIn = (test: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(test).length >= rows.length * MOST;
    const concern = isIn(({ link, others }) => others.some((other) => isDoneTo(link, other)));
    const texts = new Set(rows.map(({ link }) => textOf(nodes, link.element)));
    const areAlike = rows.length > 1 && texts.size <= Math.max(1, rows.length * DIFFERENT);
    const isEnough = { sure: areAlike || rows.length > 1, perhaps: areAlike, weak: false }[sign];
    const areActions = sign === 'weak' ? areAlike && concern : isEnough || concern;
    if (!areActions || !isIn(({ others }) => others.length > 0)) continue;
    for (const { link } of rows) actions.add(link);
  }
  return actions;
}

const METHOD =
  /^(?:data-(?:turbo-)?method|hx-(?:post|put|patch|delete)|data-confirm|data-remote-method)$/;
/** Function calls in the handler of a control: `return confirm('Sure?')`, `deleteItem(12)`. */
const CALLS =
  /(?:^|\W)(?:confirm|submit|\w*(?:vote|delete|remove|report|flag|hide|reply|unsubscribe|logout|addtocart))\w*\s*\(/i;

function signOf({ element, address }: Link): Sign | null {
  const ofAddress = address.action;
  if (ofAddress === 'sure') return 'sure';
  let sign: Sign | null = ofAddress;
  for (let at = 0; at < element.attributes.length; at += 2) {
    const [name = '', value = ''] = element.attributes.slice(at, at + 2);
    if (METHOD.test(name) && value.toLowerCase() !== 'get') return 'sure';
    if (name === 'onclick') sign ??= CALLS.test(value) ? 'perhaps' : 'weak';
    else if (name === 'rel' && /\bnofollow\b/i.test(value)) sign ??= 'weak';
  }
  return sign;
}

/** True if the address of a control contains that of the item and more, or the ids of the item. */
function isDoneTo({ identity, address }: Link, other: Link): boolean {
  if (other.toSelf || identity === other.identity) return false;
  if (identity.startsWith(other.identity) && /^[/?&]/.test(identity.slice(other.identity.length))) {
    return other.address.url.pathname !== '/';
  }
  const ids = idsOf(other.address.url);
  const own = new Set(idsOf(address.url));
  return ids.length > 0 && ids.every((id) => own.has(id));
}

function idsOf({ pathname, searchParams }: URL): string[] {
  const parts = [...pathname.split('/'), ...searchParams.values()];
  return parts.map((part) => part.replace(/\.\w{2,5}$/, '')).filter((part) => /\d/.test(part));
}
