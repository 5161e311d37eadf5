import { type AnalysisInput, analysePage, type PageAnalysis } from './analyse.js';
import { type Explanation, explain } from './explain.js';
import type { Failure } from './failure/diagnose.js';
import { type FeedRule, RULE_VERSION, readRule } from './feed-rule.js';
import type { Candidate } from './fields/candidate.js';
import { enrich, type FoundItem } from './fields/extract.js';
import type { KnownItem } from './known-items.js';
import { findIcon } from './metadata/icon.js';
import type { PageMetadata } from './metadata/metadata.js';
import { fromOutside, outsideOf } from './outside.js';
import { identityOf } from './page/address.js';
import { dateReaderOf } from './page/date-settings.js';
import { type FollowUpFetch, limitFollowUps } from './page/follow-up.js';
import type { Selectors } from './page/selectors.js';
import { isReplayed } from './replay.js';
import { shapeOf } from './strategies/records/rule-shape.js';
import { sitemapCandidate } from './strategies/sitemap.js';
import { wordpressCandidate } from './strategies/wordpress.js';
import { readRecordRule } from './survey/record-rule.js';

/** A fetched page and optional data and functions for reading it. */
export interface SiteRequest {
  /** Final address of the page, after redirects. */
  url: string;
  html: string;
  /** Time of the fetch, milliseconds; relative dates count from it. */
  now: number;
  selectors: Selectors | null;
  /** The winning rule of an earlier run, as it was returned; null for the first run. */
  rule: unknown;
  /** Returns the items of the feed, newest first; called if the rule finds too little. */
  known?: (() => Promise<readonly KnownItem[]>) | undefined;
  /** Fetches at most three further addresses of the site; without it no request is sent. */
  fetch?: FollowUpFetch | undefined;
  /** True to find selectors for the considered lists; see `Explanation`. */
  suggest?: boolean | undefined;
  /**
   * True to find the list of the feed without its stored rule or selectors; see
   * `Explanation.repair`.
   */
  repair?: boolean | undefined;
  /** Analyses the page, for example in another thread; without it, the current thread does. */
  analyse?: (input: AnalysisInput) => PageAnalysis | Promise<PageAnalysis>;
}

/** The list of a page. */
export interface ListReading {
  items: FoundItem[];
  /** Probability that these are the items of the page, 0 to 1. */
  confidence: number;
  /** JSON to store and to pass to the next reading. */
  rule: FeedRule;
  metadata: PageMetadata;
  explanation: Explanation;
}

/** The reason why there is no list. */
export interface Refusal {
  refused: Failure['code'];
  message: string;
  /** True if the site shows an error or a wall instead of the page. */
  isForeign?: true | undefined;
  /** The best of the lists, none of which is likely enough, for a person to decide. */
  likely: PageAnalysis['likely'];
  explanation: Explanation;
}

/** The list of a page, with the results of further requests. */
export interface SiteReading extends ListReading {
  /** Address of the icon of the site; "" if none is known. */
  icon: string;
  /** The items that are older than this reading, although they are new in it. */
  old: ReadonlySet<FoundItem>;
}

/** Maximum length of a page, in characters. */
export const MAX_PAGE = 4 * 1024 * 1024;

/** Minimum confidence of a mined list that is not replaced by one from another request. */
const GOOD_ENOUGH = 0.75;
/** Minimum share of the WordPress posts that must be links on the page for them to be its list. */
const SHOWN = 0.5;

/** Reads the list of a page, and further addresses of its site if the page has too little. */
export async function readSite(request: SiteRequest): Promise<SiteReading | Refusal> {
  const { url, html, now, selectors, suggest, repair = false, analyse = analysePage } = request;
  const long = tooLong(html, url);
  if (long !== null) return long;
  const last = readRule(request.rule);
  const stored = selectors === null ? last : null;
  const toRepair = repair ? await request.known?.() : undefined;
  const input = { url, html, now, selectors, rule: last, suggest, repair, known: toRepair };
  const first = await analyse(input);
  const known = (first.replayed?.misses ?? 0) > 0 ? await request.known?.() : undefined;
  const analysis = known === undefined ? first : await analyse({ ...input, known });
  const requests: string[] = [];
  const fetch = recorded(limitFollowUps(request.fetch), requests);
  const found = await withFollowUps(request, analysis, stored, fetch);
  if (found === null) return refusalOf(analysis, url, requests);
  const winner = asRepaired(found, request.rule);
  const icon = await findIcon(analysis.metadata, url, now, last?.icon ?? null, fetch);
  const told = { ...analysis, repair: factsWith(winner, analysis, stored) };
  return {
    ...siteReading(winner, told, now, requests),
    rule: { ...ruleFor(winner, analysis, now), icon },
    icon: icon?.url ?? '',
    old: oldItems(winner, stored),
  };
}

/** The list that won, as it is returned. */
export function siteReading(
  winner: Candidate,
  analysis: PageAnalysis,
  now: number,
  requests: string[] = [],
): ListReading {
  return {
    items: winner.items,
    confidence: winner.confidence,
    rule: { ...ruleFor(winner, analysis, now), icon: null },
    metadata: analysis.metadata,
    explanation: explain(analysis, winner, requests),
  };
}

export function refusalOf(analysis: PageAnalysis, url: string, requests: string[] = []): Refusal {
  const { code, message, isForeign }: Failure = analysis.failure ?? {
    code: 'NO_ITEMS_FOUND',
    message: `No list of items was found at ${url}.`,
  };
  const { likely } = analysis;
  return {
    refused: code,
    message,
    isForeign,
    likely,
    explanation: explain(analysis, null, requests),
  };
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
  { url, now, selectors }: SiteRequest,
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
 * The items of a list that are older than the reading in which they are new: those of a list that
 * replaced a lost one, unless their dates are later, and links that were next to the list before.
 */
function oldItems(
  { items, lostSince, isWider }: Candidate,
  stored: FeedRule | null,
): ReadonlySet<FoundItem> {
  if (lostSince !== undefined)
    return new Set(items.filter(({ date }) => date === null || date <= lostSince));
  return fromOutside(items, stored?.outside ?? '', isWider === true ? 1 : undefined);
}

/** The rule to store: the old one with its counters, or that of a new winner. */
function ruleFor(
  winner: Candidate,
  { replayed, linked }: PageAnalysis,
  now: number,
): Omit<FeedRule, 'icon'> {
  const outside = outsideOf(linked, winner.items);
  const fields = {
    ...(winner.title && { title: winner.title.slot }),
    ...(winner.date && { date: winner.date.slot }),
  };
  if (replayed !== null && replayed.strategy === winner.strategy) {
    if (winner.items.length === 0) return replayed;
    const { repaired: _, ...rule } = replayed;
    return rule.misses === 0 ? { ...rule, ...fields, outside } : rule;
  }
  return {
    version: RULE_VERSION,
    strategy: winner.strategy,
    records: readRecordRule(winner.rule) ?? [],
    ...fields,
    count: winner.items.length,
    misses: 0,
    ...(isReplayed(winner) && { outside, comparedAt: now }),
    ...(winner.headings !== undefined && { headings: winner.headings }),
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

/** The refusal of a page that is too large; null for others. */
export function tooLong(html: string, url: string): Refusal | null {
  if (html.length <= MAX_PAGE) return null;
  const message = `The page at ${url} has ${Math.round(html.length / 1e6)} MB of text; pages up to 4 MB are read.`;
  return { refused: 'SOURCE_TOO_LARGE', message, likely: null, explanation: NOTHING };
}

const NOTHING: Explanation = {
  strategy: null,
  confidence: 0,
  evidence: [],
  runnersUp: [],
  considered: [],
  suggestions: [],
  rejected: [],
  requests: [],
  replayed: false,
  foundAgain: null,
  repair: null,
};
