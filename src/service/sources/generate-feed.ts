import { likelyListSchema, type Selectors } from '../../contract/index.js';
import { type AnalysisInput, analysePage, type PageAnalysis } from '../../generator/analyse.js';
import { type Explanation, explain } from '../../generator/explain.js';
import type { Failure } from '../../generator/failure/diagnose.js';
import { type FeedRule, readRule } from '../../generator/feed-rule.js';
import type { Candidate } from '../../generator/fields/candidate.js';
import { enrich, type FoundItem } from '../../generator/fields/extract.js';
import type { KnownItem } from '../../generator/known-items.js';
import { findIcon } from '../../generator/metadata/icon.js';
import { fromOutside, outsideOf } from '../../generator/outside.js';
import { identityOf } from '../../generator/page/address.js';
import { dateReaderOf } from '../../generator/page/date-settings.js';
import { type FollowUpFetch, limitFollowUps } from '../../generator/page/follow-up.js';
import { shapeOf } from '../../generator/strategies/records/rule-shape.js';
import { sitemapCandidate } from '../../generator/strategies/sitemap.js';
import { wordpressCandidate } from '../../generator/strategies/wordpress.js';
import { readRecordRule } from '../../generator/survey/record-rule.js';
import { ServiceError } from '../core/errors.js';
import type { SourceDocument } from '../core/source-document.js';
import { isCostly } from '../worker/costly-page.js';
import { runInWorker } from '../worker/pool.js';
import type { WorkerJob } from '../worker/worker-job.js';
import { toDocument } from './page-document.js';
import { PageFailure } from './page-failure.js';

/** A fetched page and what may help to read it. */
interface GenerateRequest {
  /** Final address of the page, after redirects. */
  url: string;
  html: string;
  /** Time of the fetch, milliseconds; relative dates count from it. */
  now: number;
  selectors: Selectors | null;
  /** The winning rule of an earlier run, as returned then; null the first time. */
  rule: unknown;
  /** The items that the feed has, newest first; asked for when the rule finds too little. */
  known?: (() => Promise<readonly KnownItem[]>) | undefined;
  /** Fetches further addresses of the site, at most three; without it none is asked for. */
  fetch?: FollowUpFetch;
  /**
   * Parse in this thread however large the page is; for measuring and for one-shot commands. Selectors
   * always run in a worker: their cost does not follow from the size of the page.
   */
  inline?: boolean;
  /** Find selectors that give the lists considered; see `Explanation`. */
  suggest?: boolean | undefined;
  /** Find the list of the feed without its stored rule or selectors; see `Explanation.repair`. */
  repair?: boolean | undefined;
}

export interface GeneratedFeed {
  document: SourceDocument;
  /** JSON to store with the feed and hand back next time. */
  rule: unknown;
  explanation: Explanation;
}

/** Largest page that is read, in characters of decoded text. */
const MAX_PAGE = 4 * 1024 * 1024;

/** A mined list this much believed is not given up for one from another request. */
const GOOD_ENOUGH = 0.75;
/** Share of the WordPress posts that must be links on the page for them to be its list. */
const SHOWN = 0.5;

/**
 * Turns a web page without a feed into items.
 * @throws ServiceError NO_ITEMS_FOUND, SOURCE_BLOCKED or NEEDS_JAVASCRIPT, saying what was seen
 * instead of a list; INVALID_FIELD for a selector that does not parse; SOURCE_TOO_LARGE.
 */
export async function generateFeed(request: GenerateRequest): Promise<GeneratedFeed> {
  const { url, html, now, selectors } = request;
  if (html.length > MAX_PAGE) {
    throw new ServiceError(
      'SOURCE_TOO_LARGE',
      `The page at ${url} has ${Math.round(html.length / 1e6)} MB of text; pages up to 4 MB are read.`,
    );
  }
  const { suggest, repair = false } = request;
  const stored = selectors === null ? readRule(request.rule) : null;
  const toRepair = repair ? await request.known?.() : undefined;
  const input = { url, html, now, selectors, rule: stored, suggest, repair, known: toRepair };
  const inWorker = selectors !== null || (isCostly(html) && request.inline !== true);
  const analyse = inWorker ? analyseInWorker : analysePage;
  const first = await analyse(input);
  const known = (first.replayed?.misses ?? 0) > 0 ? await request.known?.() : undefined;
  const analysis = known === undefined ? first : await analyse({ ...input, known });
  const requests: string[] = [];
  const fetch = recorded(limitFollowUps(request.fetch), requests);
  const found = await withFollowUps(request, analysis, stored, fetch);
  const winner = found === null ? null : asRepaired(found, request.rule);
  const isFirst = selectors === null && request.rule === null && !repair;
  if (winner === null) {
    const failure: Failure = analysis.failure ?? {
      code: 'NO_ITEMS_FOUND',
      message: `No list of items was found at ${url}.`,
    };
    if (failure.code === 'INVALID_FIELD') throw new ServiceError(failure.code, failure.message);
    const isOffered = isFirst && isReadable(failure);
    throw new PageFailure(
      failure.code,
      isOffered ? failure.message + OTHER_WAY : failure.message,
      explain(analysis, null, requests),
      isOffered ? { list: likelyListSchema.safeParse(analysis.likely).data } : {},
    );
  }
  const icon = await findIcon(
    analysis.metadata,
    url,
    now,
    readRule(request.rule)?.icon ?? null,
    fetch,
  );
  return {
    document: toDocument(winner.items, analysis.metadata, {
      icon: icon?.url ?? '',
      isOld: oldItems(winner, stored),
    }),
    rule: { ...ruleFor(winner, analysis, now), icon },
    explanation: explain(
      { ...analysis, repair: factsWith(winner, analysis, stored) },
      winner,
      requests,
    ),
  };
}

/** What a page without a list can be followed by. */
const OTHER_WAY = ' To follow the changes of its text instead: --changes (mode "changes").';

function isReadable({ code, isForeign }: Failure): boolean {
  return code === 'NO_ITEMS_FOUND' && isForeign !== true;
}

/** The list of another request than the page's is the stored one when it has the same source. */
function factsWith(winner: Candidate, { repair }: PageAnalysis, stored: FeedRule | null) {
  const isSame = stored !== null && stored.strategy === winner.strategy;
  if (repair === null || !isSame || !FROM_ELSEWHERE.has(winner.strategy)) return repair;
  return { ...repair, isIntact: true, current: winner.items.length };
}

const FROM_ELSEWHERE: ReadonlySet<string> = new Set(['wordpress', 'sitemap']);

/** The first list after a repair is that of the feed, at other addresses perhaps. */
function asRepaired(list: Candidate, rule: unknown): Candidate {
  const isNew = readRule(rule)?.repaired === true && list.items.length > 0;
  return isNew ? { ...list, foundAgain: 'the new list was accepted' } : list;
}

/** The winner of the page, or what WordPress or the sitemap say where the page says less. */
async function withFollowUps(
  { url, now, selectors }: GenerateRequest,
  analysis: PageAnalysis,
  stored: FeedRule | null,
  fetch: FollowUpFetch | null,
): Promise<Candidate | null> {
  const { winner, failure } = analysis;
  if (fetch === null || selectors !== null || (failure !== null && !failure.mayAskFurther))
    return winner;
  const dates = dateReaderOf(analysis.dateSettings);
  const isPoor =
    winner === null || winner.confidence < GOOD_ENOUGH || stored?.strategy === 'wordpress';
  if (analysis.wordpress !== null && isPoor) {
    const posts = await wordpressCandidate(analysis.wordpress, dates, fetch);
    if (posts !== null && isBetter(posts, analysis)) return posts;
    if (posts !== null && winner !== null)
      return { ...winner, items: enrich(winner.items, posts.items) };
  }
  if (winner !== null) return winner;
  return sitemapCandidate({ url, now, dates, titles: analysis.linkTexts }, fetch);
}

/** Posts replace a poor list when the page links to them, or when it has none at all. */
function isBetter(posts: Candidate, { winner, linked }: PageAnalysis): boolean {
  if (winner === null) return true;
  const shown = posts.items.filter(({ url }) => linked.has(identityOf(url))).length;
  return (
    shown >= 3 && shown >= posts.items.length * SHOWN && posts.items.length >= winner.items.length
  );
}

/**
 * Which items of a list are older than the reading that shows them first: those of a list that took
 * the place of a lost one, unless their dates say more, and links that stood beside the list before.
 */
function oldItems(
  { items, lostSince, isWider }: Candidate,
  stored: FeedRule | null,
): (item: FoundItem) => boolean {
  if (lostSince !== undefined) return ({ date }) => date === null || date <= lostSince;
  const outside = fromOutside(items, stored?.outside ?? '', isWider === true ? 1 : undefined);
  return (item) => outside.has(item);
}

/** The rule to store: the old one with its counters, or that of a new winner. */
function ruleFor(
  winner: Candidate,
  { replayed, linked }: PageAnalysis,
  now: number,
): Omit<FeedRule, 'icon'> {
  const outside = outsideOf(linked, winner.items);
  if (replayed !== null && replayed.strategy === winner.strategy) {
    if (winner.items.length === 0) return replayed;
    const { repaired: _, ...rule } = replayed;
    return rule.misses === 0 ? { ...rule, outside } : rule;
  }
  return {
    version: 1,
    strategy: winner.strategy,
    records: readRecordRule(winner.rule) ?? [],
    count: winner.items.length,
    misses: 0,
    ...(winner.strategy === 'records' && { outside, comparedAt: now }),
    ...shapeOf(winner.items),
  };
}

function recorded(fetch: FollowUpFetch | null, requests: string[]): FollowUpFetch | null {
  if (fetch === null) return null;
  return (url) => {
    requests.push(url);
    return fetch(url);
  };
}

const ANALYSIS: WorkerJob<AnalysisInput, PageAnalysis> = {
  name: 'page',
  // 4 MB take one second on a slow core.
  deadlineMs: 15_000,
  here: analysePage,
  refusal: ({ url, selectors }, reason) =>
    new ServiceError(
      'SOURCE_INVALID',
      `The page at ${url} could not be read within the limits of a page (${reason}).` +
        (selectors === null ? '' : ' Simpler selectors may help.'),
    ),
};

/**
 * Analyses a page in a worker thread with a heap limit and a deadline.
 * @throws ServiceError SOURCE_INVALID when the page took too long or too much memory.
 */
export function analyseInWorker(input: AnalysisInput): Promise<PageAnalysis> {
  return runInWorker(ANALYSIS, input);
}
