import { parseStep } from '../../contract/index.js';
import type { FollowUpFetch } from '../../generator/index.js';
import type { TextKind } from '../changes/text-page.js';
import { ServiceError } from '../core/errors.js';
import { Body, type FetchedDocument, SourceError } from '../fetch/index.js';
import { listsOldestFirst } from './discover/platforms.js';
import { decodeText } from './document/source-text.js';
import { type GeneratedFeed, generateFeed } from './generate-feed.js';
import { isText, openFollowed } from './open-body.js';
import type { PageSearch } from './page-search.js';
import {
  FEED_ACCEPT,
  freshForMs,
  generatorRule,
  hasMissed,
  READ_ANYWAY,
  stateAfter,
} from './reading-state.js';
import { withoutBrowser } from './rendering.js';
import type { DocumentReading, ReadingState, SourceReading, UrlSource } from './source-reader.js';

/**
 * Makes a feed from a page: from the answer of the site, or else from the page in a browser. @param
 * rule the generator's rule of an earlier reading, or null
 */
export async function readPage(
  search: PageSearch,
  source: UrlSource,
  page: {
    answer: FetchedDocument;
    html: string;
    kind?: TextKind;
    icon: () => Promise<string | null>;
  },
  rule: unknown,
): Promise<SourceReading> {
  const { answer, html, kind = 'html' } = page;
  const address = answer.permanentUrl ?? answer.requestedUrl;
  await search.robots.check(answer.url);
  try {
    const { rule: won, ...read } = await readItems(
      search,
      source,
      { url: answer.url, html, kind },
      rule,
      async () => {
        const again = await search.fetcher.fetch(address, { accept: FEED_ACCEPT });
        const body = await openFollowed(again);
        const { url } = again;
        return isText(body) ? { url, html: body.text, kind: body.kind } : { url, html: '' };
      },
    );
    const icon = read.document.icon || (await page.icon()) || '';
    return {
      kind: 'document',
      ...read,
      document: { ...read.document, icon },
      state: stateAfter(answer, { origin: 'page', rule: won }),
      freshForMs: freshForMs(answer.headers, search.clock.now()),
    };
  } catch (error) {
    if (search.renderer === null || !isEmptyWithoutBrowser(error)) throw error;
    return readRenderedOr(error, search, source, address, rule);
  }
}

/** First fetch of a page that is always rendered. */
export async function readAlwaysRendered(
  search: PageSearch,
  source: UrlSource,
): Promise<SourceReading> {
  await search.robots.check(source.sourceUrl);
  return readRendered(search, source, source.sourceUrl, null, null);
}

/** Later fetch of a page that must be rendered: its answer without a browser is useless. */
export async function readRenderedAgain(
  search: PageSearch,
  source: UrlSource,
  state: ReadingState,
): Promise<SourceReading> {
  await search.robots.check(state.pollUrl);
  const hashBefore = hasMissed(state) ? null : state.bodyHash;
  return readRendered(search, source, state.pollUrl, generatorRule(state), hashBefore);
}

/** The items of a page: those of its list, or its changes. @param again reads the page once more */
async function readItems(
  search: PageSearch,
  source: UrlSource,
  page: PageText,
  rule: unknown,
  again: () => Promise<PageText>,
): Promise<Pick<GeneratedFeed, 'document' | 'rule'> & Partial<DocumentReading>> {
  const { selectors, suggest, known, repair } = source;
  const now = search.clock.now();
  // The page is included for a person who points at an element of it.
  const shown = suggest ? { page } : {};
  if (source.mode === 'changes') {
    const { followPage } = await import('../changes/follow-page.js');
    const before = (await source.followed?.()) ?? null;
    const selector = selectors?.text ?? null;
    const kind = 'html';
    const next = async () => ({ kind, ...(await again()) }) as const;
    const read = await followPage({ kind, ...page, now, selector, before, again: next });
    const isSettled = read.document.followed?.held === undefined;
    return { ...read, rule: isSettled ? null : READ_ANYWAY, ...shown };
  }
  const how = { now, selectors, rule, suggest, known, repair, fetch: followUps(search) };
  const generated = await generateFeed({ ...page, ...how });
  if (listsOldestFirst(page.url)) generated.document.entries.reverse();
  return { ...generated, ...shown };
}

/** A page as it was fetched or rendered. */
interface PageText {
  /** Final address. */
  url: string;
  html: string;
  kind?: TextKind;
}

function isEmptyWithoutBrowser(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceError && ['NEEDS_JAVASCRIPT', 'NO_ITEMS_FOUND'].includes(error.code)
  );
}

/**
 * Reads a page in a browser. If the browser fails, the earlier failure stays: the page has no list.
 */
async function readRenderedOr(
  first: ServiceError,
  search: PageSearch,
  source: UrlSource,
  url: string,
  rule: unknown,
): Promise<SourceReading> {
  try {
    return await readRendered(search, source, url, rule, null);
  } catch (error) {
    if (error instanceof ServiceError && first.code === 'NO_ITEMS_FOUND') throw first;
    throw error;
  }
}

async function readRendered(
  search: PageSearch,
  source: UrlSource,
  address: string,
  rule: unknown,
  hashBefore: string | null,
): Promise<SourceReading> {
  const { renderer } = search;
  if (renderer === null) throw withoutBrowser(address);
  const steps = source.steps?.flatMap((step) => parseStep(step) ?? []);
  const { url, html } = await renderer.render(address, { steps });
  const { hash } = new Body([Buffer.from(html)]);
  const state = (won: unknown): ReadingState => ({
    pollUrl: address,
    etag: null,
    lastModified: null,
    bodyHash: hash,
    origin: 'page',
    rule: { rendered: true, rule: won },
  });
  if (hash === hashBefore) return { kind: 'unchanged', state: state(rule), freshForMs: null };
  try {
    const { rule: won, ...read } = await readItems(search, source, { url, html }, rule, () =>
      renderer.render(address, { steps }),
    );
    return { kind: 'document', ...read, state: state(won), freshForMs: null };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NEEDS_JAVASCRIPT') throw emptyStill(url);
    throw error;
  }
}

function emptyStill(url: string): SourceError {
  return new SourceError(
    'NO_ITEMS_FOUND',
    `${url} was opened in a browser and shows nothing there either within the time it has.`,
  );
}

/** Maximum size of a manifest, a sitemap or a list of posts; a sitemap may have 50,000 entries. */
const MAX_BYTES = 10_000_000;

/**
 * Further requests of the generator, through the vetting fetcher and only where robots.txt allows
 * them.
 */
export function followUps({
  fetcher,
  robots,
}: Pick<PageSearch, 'fetcher' | 'robots'>): FollowUpFetch {
  return async (address) => {
    try {
      const isRules = new URL(address).pathname === '/robots.txt';
      if (!isRules && !(await robots.allows(address))) return null;
      const answer = await fetcher.fetch(address, { anyStatus: true, decodedBytes: MAX_BYTES });
      const contentType = answer.headers['content-type'] ?? '';
      const { url, status } = answer;
      const body = decodeText(answer.body.bytes, contentType);
      return { url, status, contentType, body };
    } catch (error) {
      // The page can be read without it; any other error is an internal one.
      if (error instanceof ServiceError) return null;
      throw error;
    }
  };
}
