import type { parseHTML } from 'linkedom';
import { escapeHtml } from '../../../base/text.js';
import { parseUrl } from '../../../base/url.js';

type PageDocument = ReturnType<typeof parseHTML>['document'];

const MAX_PAGES = 50;

/**
 * Parameters that number the pages of an article, in the languages of the systems that use them.
 */
const PARAMETER = /^(?:page|p|pg|pageno|page_no|pagenumber|part|seite|pagina|sida)$/i;

/** HTML that lists the addresses of the further pages of an article; "" if it has one page. */
export function furtherPages(document: PageDocument, { url, base }: { url: string; base: string }) {
  const here = parseUrl(url);
  if (here === null) return '';
  const pages = new Map<number, string>();
  for (const link of document.querySelectorAll('a[href], link[rel~="next"][href]')) {
    const there = parseUrl(link.getAttribute('href') ?? '', base);
    const number = there === null ? null : numberOfPage(there, here);
    if (there === null || number === null || pages.has(number)) continue;
    const isNext = /\bnext\b/i.test(link.getAttribute('rel') ?? '');
    const isNumber = new RegExp(`(?<!\\d)${number}(?!\\d)`).test(link.textContent ?? '');
    if (isNext || isNumber) pages.set(number, there.href.replace(/#.*$/, ''));
  }
  if (pages.size === 0) return '';
  const links = [...pages]
    .sort(([one], [other]) => one - other)
    .map(([, address]) => `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`);
  return `<p>This article has further pages: ${links.join(', ')}</p>`;
}

/**
 * The number of a page of the article that begins here; null for another article, and for the first
 * page.
 */
function numberOfPage(there: URL, here: URL): number | null {
  if (there.origin !== here.origin) return null;
  const number = numberInPath(there.pathname, here.pathname);
  const sameQuery = there.search === here.search;
  if (number !== null) return sameQuery || there.search === '' ? inRange(number) : null;
  if (there.pathname !== here.pathname) return null;
  const changed = [...there.searchParams].filter(
    ([name, value]) => here.searchParams.get(name) !== value,
  );
  const [[name = '', value = ''] = []] = changed;
  return changed.length === 1 && PARAMETER.test(name) ? inRange(value) : null;
}

/**
 * The number in `/story/2`, `/story/page/2`, `/story-2.html` and `/story,2.html` for `/story` and
 * `/story.html`.
 */
function numberInPath(there: string, here: string): string | null {
  const [, start = '', ending = ''] = /^(.*?)(\.\w{2,5})?\/?$/.exec(here) ?? [];
  if (start === '' || !there.startsWith(start)) return null;
  const rest = there.slice(start.length).replace(/\/$/, '');
  if (ending !== '' && rest.startsWith(`${ending}/`))
    return /^\/(\d+)$/.exec(rest.slice(ending.length))?.[1] ?? null;
  const end = ending === '' ? '' : `\\${ending}`;
  const parts = new RegExp(`^(?:/(?:page/)?|[-_,](?:page|p)?-?)(\\d{1,2})${end}$`, 'i').exec(rest);
  return parts?.[1] ?? null;
}

function inRange(text: string): number | null {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return number >= 2 && number <= MAX_PAGES ? number : null;
}
