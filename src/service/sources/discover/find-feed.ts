import { ServiceError } from '../../core/errors.js';
import type { FetchedDocument } from '../../fetch/index.js';
import { resolveUrl } from '../document/references.js';
import { openBody } from '../open-body.js';
import type { PageSearch } from '../page-search.js';
import { readFeed } from '../parse/parse-feed.js';
import { FEED_ACCEPT } from '../reading-state.js';
import { type AlternateLink, headerAlternates, type PageSurvey } from './inspect-page.js';
import { namedFeeds } from './named-feeds.js';
import { firstPage, holdsPathOf, isAtPathOf, nearness } from './page-address.js';
import { platformFeeds, platformFeedsOnPage } from './platforms.js';
import { guessFeeds } from './software.js';
import {
  type ComparedItem,
  chooseFeed,
  type FeedChoice,
  type FoundFeed,
  isCommentFeed,
  ownFeed,
  type Way,
} from './which-feed.js';

/** The page for which a feed is searched. */
interface FeedPage {
  answer: FetchedDocument;
  html: string;
  survey: PageSurvey;
}

/** An address that may be a feed. */
interface Candidate {
  way: Way;
  url: string;
}

/** Maximum number of declared feeds that are fetched. */
const MAX_DECLARED = 6;
/** Timeout of guesses: a person waits for the answer. */
const GUESS_TIMEOUT_MS = 10_000;

/**
 * Finds the feed of a page: one round of requests for the feeds that it names, and one for guesses,
 * in parallel with reading its list if that is needed. @param listOf reads the list of the page, or
 * of the first page of the list; null if there is none
 */
export async function findFeed(
  search: PageSearch,
  page: FeedPage,
  listOf: () => Promise<readonly ComparedItem[] | null>,
): Promise<FeedChoice & { feeds: readonly FoundFeed[] }> {
  const addresses = [page.answer.url, page.answer.requestedUrl];
  const guesses = guessFeeds(firstPage(page.answer.url) ?? page.answer.url, page.html);
  const named = namedCandidates(page);
  if (named.length > 0) named.push(...guesses.own.map((url) => ({ way: 'guessed' as const, url })));
  const found = await readFeeds(search, page, named);
  const own = ownFeed(addresses, found);
  if (own !== undefined) return { feed: own, note: null, feeds: found };
  const isDeclared = found.some(({ way }) => way !== 'guessed');
  const tried = new Set(named.map(({ url }) => url));
  const rest = isDeclared ? [] : guesses.all.filter((url) => !tried.has(url));
  const [list, guessed] = await Promise.all([
    listOf(),
    readFeeds(
      search,
      page,
      rest.map((url) => ({ way: 'guessed', url })),
    ),
  ]);
  const feeds = [...found, ...guessed];
  const links = page.survey.anchors.flatMap((href) => resolveUrl(href, page.survey.base) ?? []);
  return { ...chooseFeed({ addresses, list, links }, feeds), feeds };
}

/** The first feed that a page names, even if it is the feed of another page. */
export async function findAnyFeed(search: PageSearch, page: FeedPage): Promise<FoundFeed | null> {
  const { feed, feeds } = await findFeed(search, page, async () => null);
  return feed ?? feeds.find(({ document }) => document.entries.length > 0) ?? null;
}

/**
 * The feed of a known platform whose page cannot be read. @param reached the last address before
 * the refusal; short links say nothing about the platform
 */
export async function findPlatformFeed(
  search: PageSearch,
  address: string,
  reached: string | null,
): Promise<FoundFeed | null> {
  const addresses = [...new Set([reached ?? address, address])];
  const urls = new Set(addresses.flatMap(platformFeeds));
  const candidates = [...urls].map((url) => ({ way: 'platform' as const, url }));
  const found = await Promise.all(candidates.map((candidate) => readFeedAt(search, candidate)));
  const feeds = found.filter((feed) => feed !== null);
  return ownFeed(addresses, feeds) ?? feeds[0] ?? null;
}

/** Feeds that the platform of a page and the page itself name. */
function namedCandidates({ answer, html, survey }: FeedPage): Candidate[] {
  const { url, requestedUrl, headers } = answer;
  const platform = [
    // The final address is used as well: it says more than a short link of a platform.
    ...platformFeeds(url),
    ...platformFeeds(requestedUrl),
    ...platformFeedsOnPage(url, html),
  ];
  const alternates = [...survey.alternates, ...headerAlternates(headers.link, url)];
  const linked = namedFeeds(survey, url).map((url) => ({ url, title: '' }));
  const declared = rankFeeds([...alternates, ...linked], url).slice(0, MAX_DECLARED);
  return [
    ...[...new Set(platform)].map((url) => ({ way: 'platform' as const, url })),
    ...declared
      .filter((url) => !platform.includes(url))
      .map((url) => ({ way: 'declared' as const, url })),
  ];
}

/** The feeds among candidates, requested in parallel; in their order, without duplicates. */
async function readFeeds(
  search: PageSearch,
  { answer }: FeedPage,
  candidates: readonly Candidate[],
): Promise<FoundFeed[]> {
  const others = candidates.filter(({ url }) => url !== answer.url && url !== answer.requestedUrl);
  const read = await Promise.all(others.map((candidate) => readFeedAt(search, candidate)));
  const seen = new Set<string>();
  return read.filter((feed) => {
    if (feed === null || isCommentFeed(feed.document) || seen.has(feed.answer.url)) return false;
    seen.add(feed.answer.url);
    return true;
  }) as FoundFeed[];
}

async function readFeedAt(
  { fetcher, clock }: PageSearch,
  { way, url: address }: Candidate,
): Promise<FoundFeed | null> {
  try {
    const limits = way === 'guessed' ? { timeoutMs: GUESS_TIMEOUT_MS } : {};
    const answer = await fetcher.fetch(address, { accept: FEED_ACCEPT, ...limits });
    const body = await openBody(answer);
    if (body.kind === 'html') return null;
    const document = await readFeed({ ...body, url: answer.url, now: clock.now() });
    return { way, address, answer, document };
  } catch (error) {
    // A candidate that cannot be read is no feed; any other error is an internal one.
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** Words for comments, in the languages of themes: their feeds are skipped. */
const COMMENTS =
  /\bcomments?\b|kommentar|coment[aá]rio|commenti|commentaire|reacties|yorum|комментар|コメント|评论|評論|댓글/i;
const COMMENT_ADDRESS =
  /\/comments?(?:\/(?:feed|default|rss|atom)|\.(?:xml|rss|atom)|\/?$)|[?&]feed=comments|withcomments=1/i;

/**
 * The feed addresses of a page, best first, without comment feeds: those at the path of the page,
 * those whose path contains it, then those with the nearest path. Equal ones keep the order of the
 * page.
 */
export function rankFeeds(feeds: readonly AlternateLink[], pageUrl: string): string[] {
  const ranked = feeds
    .filter(({ url, title }) => !COMMENTS.test(title) && !COMMENT_ADDRESS.test(url))
    .map(({ url }) => ({
      url,
      own: 2 * Number(isAtPathOf(pageUrl, url)) + Number(holdsPathOf(pageUrl, url)),
      ...nearness(pageUrl, url),
    }))
    .sort((a, b) => b.own - a.own || b.shared - a.shared || a.extra - b.extra);
  return [...new Set(ranked.map(({ url }) => url))];
}
