import { choose } from './choose.js';
import type { FeedRule } from './feed-rule.js';
import type { Candidate } from './fields/candidate.js';
import type { FoundItem } from './fields/extract.js';
import type { KnownItems } from './known-items.js';
import type { Link } from './page/page.js';
import { candidateOf } from './strategies/records/candidate.js';
import { rankedLists } from './strategies/records/rank.js';
import { hasKnownTitles, type ListShape, sharesShapes } from './strategies/records/rule-shape.js';
import { followedHeadings } from './strategies/version-headings.js';
import type { Survey } from './survey/survey.js';

/** Minimum number of known items for a list to be the list of a feed. */
export const MIN_KNOWN_ITEMS = 3;
/** Minimum share of known items in a list whose addresses have other shapes than before. */
export const MIN_KNOWN_SHARE = 0.3;
/** Maximum number of lists of the HTML that are checked. */
const MAX_LISTS = 12;
/**
 * Maximum number of items whose address and title belong to different known items: with more, the
 * list is wrong.
 */
const MAX_MIXED_UP = 1;
/**
 * The list that the strategies choose is used unless another has more known items by this factor.
 */
const CLEARLY_MORE = 1.25;

/**
 * The list of a feed on a page that was redesigned: by the items that the feed has, or by the shape
 * of its addresses. Null when no list of the page is certain to be it.
 */
export function findListAgain(
  survey: Survey,
  rule: ListShape,
  known: KnownItems,
): Candidate | null {
  const { winner, best } = choose(survey);
  const byItems = withMostKnown(survey, rule, known, [
    ...(best === null ? [] : [best]),
    ...listsWithKnown(survey, known),
    ...[followedHeadings(survey, {}, (items) => known.count(items)) ?? []].flat(),
  ]);
  if (byItems !== null) return byItems;
  if (winner === null || winner.items.length === 0 || rule.shapes.length === 0) return null;
  if (known.countMixedUp(winner.items) > MAX_MIXED_UP) return null;
  const urls = winner.items.map(({ url }) => url);
  return sharesShapes(urls, rule) && hasKnownTitles(winner.items, rule)
    ? withEvidence(winner, 'its addresses look like those of the stored list')
    : null;
}

/** Minimum share of the items of a list that a wider one must have. */
const KEPT = 0.9;

/**
 * The list that a new feed of the page would have, where it has what the stored rule finds and clearly
 * more: a page that grows by blocks leaves its rule behind a little each time.
 */
export function widerList(survey: Survey, { items }: Candidate): Candidate | null {
  const { winner } = choose(survey);
  if (winner === null || winner.items.length < items.length * CLEARLY_MORE) return null;
  const wider = new Set(winner.items.map(({ identity }) => identity));
  const kept = items.filter(({ identity }) => wider.has(identity)).length;
  if (kept < items.length * KEPT) return null;
  const reason = 'it has the stored list and clearly more';
  return { ...winner, isWider: true, evidence: [reason, ...winner.evidence] };
}

/**
 * Maximum ratio of the lengths of the stored list and another one that may replace it, in either
 * direction.
 */
const ABOUT_AS_LONG = 2;

/**
 * The list that a new feed of the page would have, in place of one that is lost: about as long as
 * that, with titles as long. What the stored rule still finds is not it.
 */
export function likeliestList(
  survey: Survey,
  rule: Pick<FeedRule, 'count' | 'titleWords'>,
  rest: Candidate | null,
): Candidate | null {
  const { winner } = choose(survey);
  if (winner === null) return null;
  const { items } = winner;
  const isAsLong =
    items.length * ABOUT_AS_LONG >= rule.count && items.length <= rule.count * ABOUT_AS_LONG;
  const isMore = items.length > (rest?.items.length ?? 0);
  return isAsLong && isMore && hasKnownTitles(items, rule)
    ? withEvidence(winner, 'the page has one list that is about as long')
    : null;
}

function withMostKnown(
  survey: Survey,
  rule: ListShape,
  known: KnownItems,
  lists: readonly Candidate[],
): Candidate | null {
  let best: { list: Candidate; count: number } | null = null;
  for (const list of lists) {
    const { items } = list;
    const count = isNavigation(survey, items) ? known.countDistinct(items) : known.count(items);
    if (count < MIN_KNOWN_ITEMS || !agrees(list, count, rule)) continue;
    if (known.countMixedUp(items) > MAX_MIXED_UP) continue;
    const isMore = best === null || count > best.count * CLEARLY_MORE;
    const isPurer = best !== null && count >= best.count && items.length < best.list.items.length;
    if (isMore || isPurer) best = { list, count };
  }
  if (best === null) return null;
  const { list, count } = best;
  return withEvidence(list, `${count} of its items are known`);
}

/** Minimum share of the items whose links are all in menus for a list to be a menu. */
const MENU = 0.5;
/** See `Page.chrome`. */
const IN_MENU = 0.3;

function isNavigation({ page }: Survey, items: readonly FoundItem[]): boolean {
  const inMenu = items.filter(({ identity }) => {
    const links = page.linksTo.get(identity) ?? [];
    const isInMenu = ({ element }: Link) => (page.chrome[element.index] ?? 0) > IN_MENU;
    return links.length > 0 && links.every(isInMenu);
  });
  return inMenu.length >= items.length * MENU;
}

function agrees({ items }: Candidate, count: number, rule: ListShape): boolean {
  if (!hasKnownTitles(items, rule)) return false;
  const urls = items.map(({ url }) => url);
  return (
    (rule.shapes.length > 0 && sharesShapes(urls, rule)) || count >= items.length * MIN_KNOWN_SHARE
  );
}

/** The likeliest lists of the HTML. */
function listsWithKnown(survey: Survey, known: KnownItems): Candidate[] {
  if (known.size < MIN_KNOWN_ITEMS) return [];
  return rankedLists(survey)
    .slice(0, MAX_LISTS)
    .map((list) => candidateOf(survey, list))
    .filter((candidate) => candidate !== null);
}

function withEvidence(list: Candidate, reason: string): Candidate {
  return { ...list, foundAgain: reason, evidence: [reason, ...list.evidence] };
}
