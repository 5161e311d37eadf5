import type { Clock } from '../../core/clock.js';
import { ServiceError } from '../../core/errors.js';
import type { SourceDocument } from '../../core/source-document.js';
import type { FetchedDocument, Fetcher } from '../../fetch/index.js';
import { openBody } from '../open-body.js';
import { readFeed } from '../parse/parse-in-worker.js';
import { FEED_ACCEPT } from '../reading-state.js';
import { namedFeeds } from './named-feeds.js';
import { platformFeeds, platformFeedsOnPage } from './platforms.js';
import { type AlternateLink, headerAlternates, type PageSurvey } from './survey-page.js';
import { type Belonging, belongingOf, isCommentFeed } from './which-feed.js';

/** A feed that was found, fetched and parsed. */
export interface FoundFeed {
  answer: FetchedDocument;
  document: SourceDocument;
}

/** How feeds are looked for. */
export interface FeedSearch {
  fetcher: Fetcher;
  clock: Clock;
}

const MAX_ALTERNATES = 4;

/** Time limit of guessing: a user waits for the answer. */
const GUESSING_MS = 30_000;

/** The page that a feed is looked for from. */
interface FeedPage {
  answer: FetchedDocument;
  html: string;
  survey: PageSurvey;
}

/** The first feed found of each kind; see `belongingOf`. */
export type FoundFeeds = Record<Belonging, FoundFeed | null>;

type Way = 'linked' | 'platform' | 'named' | 'guessed';

/**
 * Finds the feed of a page: the feeds that the page declares, its platform's feeds, links that are named
 * like feeds, well-known paths. Stops at the first that is the page's own; those that are not are
 * returned beside it.
 */
export async function findFeeds(search: FeedSearch, page: FeedPage): Promise<FoundFeeds> {
  const found: FoundFeeds = { page: null, section: null, site: null };
  const tried = new Set([page.answer.url, page.answer.requestedUrl]);
  for (const [way, addresses] of addressesOf(page)) {
    const until = search.clock.now() + (way === 'guessed' ? GUESSING_MS : Number.POSITIVE_INFINITY);
    for (const address of addresses) {
      if (tried.has(address) || search.clock.now() > until) continue;
      tried.add(address);
      const feed = await tryFeed(search, address);
      if (feed === null || isCommentFeed(feed.document)) continue;
      // WordPress answers an empty feed of comments below every address.
      if ((way === 'guessed' || way === 'named') && isEmpty(feed)) continue;
      const belonging = belongs(page, address, feed, way);
      const known = found[belonging];
      if (known === null || (isEmpty(known) && !isEmpty(feed))) found[belonging] = feed;
      if (found.page !== null && !isEmpty(found.page)) return found;
    }
    if (found.page !== null) return found;
  }
  return found;
}

/** The feed that a page leads to, whether it is the page's own or not. */
export async function findAnyFeed(search: FeedSearch, page: FeedPage): Promise<FoundFeed | null> {
  const { page: own, section, site } = await findFeeds(search, page);
  return own ?? section ?? site;
}

function addressesOf({ answer, html, survey }: FeedPage): [Way, string[]][] {
  const alternates = [...survey.alternates, ...headerAlternates(answer.headers.link, answer.url)];
  const linked = rankAlternates(alternates, answer.url).slice(0, MAX_ALTERNATES);
  const platform = [
    ...platformFeedsOnPage(answer.url, html),
    ...platformFeeds(answer.requestedUrl),
    ...platformFeeds(answer.url),
  ];
  return [
    ['linked', linked],
    ['platform', platform],
    ['named', namedFeeds(survey, answer.url)],
    ['guessed', wellKnownFeeds(answer.url)],
  ];
}

function belongs({ answer, survey }: FeedPage, address: string, feed: FoundFeed, way: Way) {
  // The feeds of a platform are derived from the page, but for those of a whole publication.
  if (way === 'platform' && new URL(address).pathname !== '/feed') return 'page';
  const { url, requestedUrl } = answer;
  const page = { url, requestedUrl, survey };
  return belongingOf(page, { url: address, document: feed.document });
}

function isEmpty({ document }: FoundFeed): boolean {
  return document.entries.length === 0;
}

/** The feed of a known platform whose page itself cannot be read. */
export async function findPlatformFeed(
  search: FeedSearch,
  address: string,
): Promise<FoundFeed | null> {
  let empty: FoundFeed | null = null;
  for (const candidate of platformFeeds(address)) {
    const found = await tryFeed(search, candidate);
    if (found !== null && !isEmpty(found)) return found;
    empty ??= found;
  }
  return empty;
}

async function tryFeed({ fetcher, clock }: FeedSearch, address: string): Promise<FoundFeed | null> {
  try {
    const answer = await fetcher.fetch(address, { accept: FEED_ACCEPT });
    const body = await openBody(answer);
    if (body.kind === 'html') return null;
    return { answer, document: await readFeed({ ...body, url: answer.url, now: clock.now() }) };
  } catch (error) {
    // An unreadable candidate is not a feed; any other error is an internal one.
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** The feed of the comments, in the languages themes are translated to. */
const COMMENTS =
  /comment|kommentar|coment[aá]rio|commenti|reacties|komment|yorum|комментар|コメント|评论|評論|댓글/i;
const COMMENT_ADDRESS = /\/comments?\/(?:feed|default|rss|atom)|[?&]feed=comments|withcomments=1/i;

/**
 * Feed addresses of a page, best first: no comment feeds, and of several the one whose path is
 * closest to that of the page. Of equals, the page's own order counts.
 */
export function rankAlternates(alternates: readonly AlternateLink[], pageUrl: string): string[] {
  const page = segmentsOf(pageUrl);
  const ranked = alternates
    .filter(({ url, title }) => !COMMENTS.test(title) && !COMMENT_ADDRESS.test(url))
    .map(({ url }) => ({ url, ...distance(page, segmentsOf(url)) }))
    .sort((a, b) => b.shared - a.shared || a.extra - b.extra);
  return [...new Set(ranked.map(({ url }) => url))];
}

/** Leading segments in common, and how far the feed then goes its own way beyond its name. */
function distance(page: readonly string[], feed: readonly string[]) {
  let shared = 0;
  while (shared < feed.length && page[shared] === feed[shared]) shared += 1;
  return { shared, extra: Math.max(0, feed.length - shared - 1) };
}

function segmentsOf(address: string): string[] {
  return new URL(address).pathname.split('/').filter((segment) => segment !== '');
}

/** Common paths of feeds, the most common first. */
const NAMES = ['feed', 'rss.xml', 'feed.xml', 'atom.xml', 'index.xml', 'rss', 'feed.json'];

/** In the directory of a page, only the names that blogs and static sites use. */
const DIRECTORY_NAMES = ['feed', 'rss.xml', 'feed.xml', 'index.xml'];

/** Addresses worth a try for a page, its own directory before the root of the site. */
export function wellKnownFeeds(pageUrl: string): string[] {
  const url = new URL(pageUrl);
  const directory = directoryOf(url.pathname);
  const near = directory === '/' ? [] : DIRECTORY_NAMES.map((name) => `${directory}${name}`);
  const root = NAMES.map((name) => `/${name}`);
  return [...near, ...root].map((path) => `${url.origin}${path}`);
}

/** `/blog/` of `/blog`, `/blog/` and `/blog/index.html`. */
function directoryOf(path: string): string {
  if (path.endsWith('/')) return path;
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last.includes('.') ? path.slice(0, path.lastIndexOf('/') + 1) : `${path}/`;
}
