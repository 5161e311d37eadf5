import { siteOf } from '../../base/same/site.js';
import { isUrl } from '../../base/url.js';
import type { DateReader } from '../../dates/find-date.js';
import { type Candidate, uniqueItems } from '../fields/candidate.js';
import type { FoundItem } from '../fields/extract.js';
import { identityOf } from '../page/address.js';
import type { FollowUpFetch } from '../page/follow-up.js';
import { plainText } from '../page/json.js';
import { CONFIDENCE, MIN_ITEMS } from '../survey/weights.js';

const DAY_MS = 86_400_000;
/** Maximum age of the items of a sitemap without news, in milliseconds. */
const FRESH_MS = 30 * DAY_MS;
const MAX_ENTRIES = 50_000;
const MAX_ITEMS = 100;

/** The data of the page that the strategy needs. */
interface SitemapPage {
  url: string;
  now: number;
  dates: DateReader;
  /** Titles on the page, by identity: a plain sitemap has none. */
  titles: ReadonlyMap<string, string>;
}

/** One <url> or <sitemap> of a sitemap. */
interface SitemapEntry {
  address: string;
  lastModified: string;
  /** Title from the news extension or the image and video extensions. */
  title: string;
  published: string;
}

/**
 * Reads news from the site's sitemap if the page itself shows none: robots.txt → sitemap → items.
 */
export async function sitemapCandidate(
  page: SitemapPage,
  fetch: FollowUpFetch,
): Promise<Candidate | null> {
  const robots = await fetch(new URL('/robots.txt', page.url).href);
  const named = robots?.status === 200 ? sitemapsIn(robots.body) : [];
  const address = newsFirst(named)[0] ?? new URL('/sitemap.xml', page.url).href;
  const first = await readSitemap(address, fetch);
  const index = first?.filter(({ address: inner }) => /\.xml(?:\.gz)?(?:$|\?)/i.test(inner)) ?? [];
  const child = index.length > 0 ? newestSitemap(index) : null;
  const entries = child === null ? first : await readSitemap(child, fetch);
  const items = sitemapItems(page, entries ?? []);
  if (items.length < MIN_ITEMS) return null;
  return {
    strategy: 'sitemap',
    items,
    confidence: CONFIDENCE.sitemap,
    evidence: [`${items.length} fresh entries in ${child ?? address}`],
    rule: null,
    rejected: [],
  };
}

/** Addresses in the Sitemap lines of a robots.txt. */
export function sitemapsIn(robots: string): string[] {
  return [...robots.matchAll(/^\s*sitemap\s*:\s*(https?:\/\/\S+)/gim)].map(
    (match) => match[1] ?? '',
  );
}

/** Reads the entries of a sitemap without a parser: they are many and not nested. */
export function parseSitemap(xml: string): SitemapEntry[] {
  const entries: SitemapEntry[] = [];
  for (const match of xml.matchAll(/<(?:\w+:)?(url|sitemap)\b[^>]*>([\s\S]*?)<\/(?:\w+:)?\1>/g)) {
    if (entries.length === MAX_ENTRIES) break;
    const body = match[2] ?? '';
    const address = sitemapElement(body, 'loc');
    if (address === '') continue;
    entries.push({
      address,
      lastModified: sitemapElement(body, 'lastmod'),
      title: sitemapElement(body, '(?:news|video|image):title'),
      published: sitemapElement(body, 'news:publication_date'),
    });
  }
  return entries;
}

function sitemapElement(xml: string, name: string): string {
  const match = new RegExp(
    `<${name}[^>]*>\\s*(?:<!\\[CDATA\\[)?([\\s\\S]*?)(?:\\]\\]>)?\\s*</`,
  ).exec(xml);
  return plainText(match?.[1] ?? '');
}

async function readSitemap(address: string, fetch: FollowUpFetch): Promise<SitemapEntry[] | null> {
  const answer = await fetch(address);
  return answer?.status === 200 ? parseSitemap(answer.body) : null;
}

function sitemapItems(
  { url, now, dates, titles }: SitemapPage,
  entries: readonly SitemapEntry[],
): FoundItem[] {
  const items: FoundItem[] = [];
  const under = directoryOf(url);
  const isNews = entries.some(({ published }) => published !== '');
  for (const entry of entries) {
    if (!isUrl(entry.address) || siteOf(entry.address) !== siteOf(url)) continue;
    const identity = identityOf(entry.address);
    const title = entry.title || (titles.get(identity) ?? '');
    const date = dates.machine(entry.published || entry.lastModified)?.time ?? null;
    const isFresh = date !== null && now - date < FRESH_MS;
    // A title is never made from an address, so a plain entry needs a link on the page.
    if (
      title === '' ||
      (!isNews && (!isFresh || !new URL(entry.address).pathname.startsWith(under)))
    )
      continue;
    items.push({
      url: new URL(entry.address).href,
      identity,
      title,
      date,
      image: null,
      authors: [],
      description: '',
    });
  }
  return uniqueItems(preferUnder(items, under).sort((a, b) => (b.date ?? 0) - (a.date ?? 0))).slice(
    0,
    MAX_ITEMS,
  );
}

/** Keeps the entries under the page's own path, if there are enough of them. */
function preferUnder(items: FoundItem[], under: string): FoundItem[] {
  const inside = items.filter(({ url }) => new URL(url).pathname.startsWith(under));
  return inside.length >= MIN_ITEMS ? inside : items;
}

function directoryOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.slice(0, pathname.lastIndexOf('/') + 1);
}

function newsFirst(addresses: readonly string[]): string[] {
  return [...addresses].sort((a, b) => Number(/news/i.test(b)) - Number(/news/i.test(a)));
}

function newestSitemap(entries: readonly SitemapEntry[]): string | null {
  const news = entries.find(({ address }) => /news/i.test(address));
  if (news !== undefined) return news.address;
  const posts = entries.filter(({ address }) => /post|article|blog/i.test(address));
  const pool = posts.length > 0 ? posts : entries;
  return [...pool].sort((a, b) => b.lastModified.localeCompare(a.lastModified))[0]?.address ?? null;
}
