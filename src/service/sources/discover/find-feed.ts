import type { Clock } from '../../core/clock.js';
import { ServiceError } from '../../core/errors.js';
import type { SourceDocument } from '../../core/source-document.js';
import type { FetchedDocument, Fetcher } from '../../fetch/index.js';
import { openBody } from '../open-body.js';
import { readFeed } from '../parse/parse-in-worker.js';
import { FEED_ACCEPT } from './accept.js';
import { platformFeeds, platformFeedsOnPage } from './platforms.js';
import { rankAlternates } from './rank-alternates.js';
import type { PageSurvey } from './survey-page.js';
import { wellKnownFeeds } from './well-known.js';
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

/** Guessing stops after this long: somebody waits for the answer. */
const GUESSING_MS = 30_000;

/** The page that a feed is looked for from. */
export interface FeedPage {
  answer: FetchedDocument;
  html: string;
  survey: PageSurvey;
}

/** The first feed found of each kind; see `belongingOf`. */
export type FoundFeeds = Record<Belonging, FoundFeed | null>;

type Way = 'linked' | 'platform' | 'guessed';

/**
 * Looks for the feed of a page: what the page links to, its platform's feeds, well-known paths. Stops
 * at the first that is the page's own; those that are not are returned beside it.
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
      if (way === 'guessed' && isEmpty(feed)) continue;
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
  const linked = rankAlternates(survey.alternates, answer.url).slice(0, MAX_ALTERNATES);
  const platform = [
    ...platformFeedsOnPage(answer.url, html),
    ...platformFeeds(answer.requestedUrl),
    ...platformFeeds(answer.url),
  ];
  return [
    ['linked', linked],
    ['platform', platform],
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
    const body = openBody(answer);
    if (body.kind === 'html') return null;
    return { answer, document: await readFeed({ ...body, url: answer.url, now: clock.now() }) };
  } catch (error) {
    // A candidate that cannot be read is no feed; anything else is a fault of our own.
    if (error instanceof ServiceError) return null;
    throw error;
  }
}
