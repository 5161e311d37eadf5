import type { Clock } from '../../clock.js';
import { ServiceError } from '../../errors.js';
import type { SourceDocument } from '../../source-document.js';
import type { FetchedDocument, Fetcher } from '../fetch/index.js';
import { openBody } from '../open-body.js';
import { readFeed } from '../parse/parse-in-worker.js';
import { FEED_ACCEPT } from './accept.js';
import { platformFeeds, platformFeedsOnPage } from './platforms.js';
import { rankAlternates } from './rank-alternates.js';
import type { PageSurvey } from './survey-page.js';
import { wellKnownFeeds } from './well-known.js';

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

/** Looks for the feed of a page: what the page links to, its platform's feeds, well-known paths. */
export async function findFeed(
  search: FeedSearch,
  page: { answer: FetchedDocument; html: string; survey: PageSurvey },
): Promise<FoundFeed | null> {
  const { answer, html, survey } = page;
  const linked = rankAlternates(survey.alternates, answer.url).slice(0, MAX_ALTERNATES);
  const platform = [
    ...platformFeedsOnPage(answer.url, html),
    ...platformFeeds(answer.requestedUrl),
    ...platformFeeds(answer.url),
  ];
  const tried = new Set([answer.url, answer.requestedUrl]);
  return (
    (await firstFeed(search, linked, tried)) ??
    (await firstFeed(search, platform, tried)) ??
    (await firstFeed(search, wellKnownFeeds(answer.url), tried, GUESSING_MS))
  );
}

/** The feed of a known platform whose page itself cannot be read. */
export async function findPlatformFeed(
  search: FeedSearch,
  address: string,
): Promise<FoundFeed | null> {
  return firstFeed(search, platformFeeds(address), new Set());
}

/** The first of some addresses that is a feed; one with entries is preferred to one without. */
async function firstFeed(
  { fetcher, clock }: FeedSearch,
  addresses: readonly string[],
  tried: Set<string>,
  forMs = Number.POSITIVE_INFINITY,
): Promise<FoundFeed | null> {
  const until = clock.now() + forMs;
  let empty: FoundFeed | null = null;
  for (const address of addresses) {
    if (tried.has(address) || clock.now() > until) continue;
    tried.add(address);
    const found = await tryFeed(fetcher, address, clock.now());
    if (found !== null && found.document.entries.length > 0) return found;
    empty ??= found;
  }
  return empty;
}

async function tryFeed(fetcher: Fetcher, address: string, now: number): Promise<FoundFeed | null> {
  try {
    const answer = await fetcher.fetch(address, { accept: FEED_ACCEPT });
    const body = openBody(answer);
    if (body.kind === 'html') return null;
    return { answer, document: await readFeed({ ...body, url: answer.url, now }) };
  } catch (error) {
    // A candidate that cannot be read is no feed; anything else is a fault of our own.
    if (error instanceof ServiceError) return null;
    throw error;
  }
}
