import { countsOf } from '../../features/numbers.js';
import type { Rejected } from '../../fields/candidate.js';
import { isAdLabel } from '../../fields/labels.js';
import { AD_CLASS } from '../../fields/words.js';
import { isNamed } from '../../page/class-names.js';
import type { Page } from '../../page/page.js';
import { attribute } from '../../page/tree.js';
import { isHomeAddress } from '../../page/url-shape.js';
import type { PageRecord } from '../../survey/record.js';
import type { Survey } from '../../survey/survey.js';
import { relatedRecords } from './related.js';

/**
 * Maximum share of the records with a sign for that sign to exclude a record: more are no
 * exception.
 */
const EXCEPTION = 0.3;
/** Minimum share of the records that counts as nearly all of them. */
const RULE = 0.8;
const NEARLY_ALL = 0.9;

const AD_HOST =
  /(?:^|\.)(?:doubleclick\.net|googleadservices\.com|googlesyndication\.com|adnxs\.com|taboola\.com|outbrain\.com|criteo\.\w+|adform\.net|smartadserver\.com|teads\.tv|revcontent\.com|mgid\.com|zedo\.com|awin1\.com|amazon-adsystem\.com)$/i;
const AD_PATH =
  /^(?:ads?|adclick|adserver|banner|promo|sponsor|click|track(?:ing)?)[.-]|\/(?:adclick|ad-click|adserver|banner-?click|clk|aclk)(?:[/.?]|$)/i;

/** One record with the data for a decision about it. */
interface Judged {
  record: PageRecord;
  title: string;
}

/**
 * Finds records of a list that are not items: advertisements, links to the home page, extra records
 * at its ends. Other tests also removed as many items on unseen pages. Except for advertisements,
 * every test requires that the record is an exception in its list, because a list of shops is
 * valid.
 */
export function rejectRecords(
  survey: Survey,
  judged: readonly Judged[],
): { kept: Judged[]; rejected: Rejected[] } {
  const { page } = survey;
  const reasons = reasonsAgainst(survey, judged);
  const areClassifieds = listsAdvertisements(page, judged);
  const related = relatedRecords(
    page,
    judged.map(({ record }) => record),
  );
  const kept: Judged[] = [];
  const rejected: Rejected[] = [];
  for (const one of judged) {
    const isAd = isPaid(page, one) || (!areClassifieds && isNamedAd(page, one));
    const reason = isAd
      ? 'advertisement'
      : related.has(one.record)
        ? 'in a block of related or popular items'
        : reasons.get(one);
    if (reason === undefined) kept.push(one);
    else rejected.push({ url: one.record.link.url, title: one.title, reason });
  }
  return { kept, rejected };
}

interface Test {
  reason: string;
  test(one: Judged): boolean;
}

/** The reason why a record is an exception, by record; the first of several reasons. */
function reasonsAgainst(survey: Survey, judged: readonly Judged[]): Map<Judged, string> {
  const reasons = new Map<Judged, string>();
  for (const { reason, test } of exceptionTests(survey, judged)) {
    const found = judged.filter(test);
    if (found.length / Math.max(judged.length, 1) >= EXCEPTION) continue;
    for (const one of found) if (!reasons.has(one)) reasons.set(one, reason);
  }
  return reasons;
}

function exceptionTests(survey: Survey, judged: readonly Judged[]): Test[] {
  const { page } = survey;
  const withDate = new Set(judged.filter(({ record }) => survey.hasDate(record.start, record.end)));
  const areDated = withDate.size >= judged.length * RULE;
  const shapes = countsOf(judged.map(({ record }) => record.link.address.shape));
  const mostOfOneShape = Math.max(0, ...shapes.values()) >= judged.length * NEARLY_ALL;
  const foreign = ({ record }: Judged) => !record.link.address.isSameSite;
  const areForeign = judgedShare(judged, foreign) >= EXCEPTION;
  const isAtEdge = (one: Judged) => one === judged[0] || one === judged[judged.length - 1];
  return [
    { reason: 'link to the page itself', test: ({ record }) => record.link.toSelf },
    {
      reason: 'link to a front page',
      test: (one) => isHomeAddress(one.record.link.address.url) && !foreign(one),
    },
    {
      reason: 'link to a list or an account',
      // If items lead to other sites, "/about" describes one of them.
      test: ({ record }) => {
        const { isUtility, isSameSite } = record.link.address;
        return isUtility && (isSameSite || !areForeign);
      },
    },
    {
      reason: 'another site, where all others have addresses of one shape',
      test: (one) => mostOfOneShape && foreign(one),
    },
    {
      reason: 'at an end of the list, with nothing but a link, unlike the others',
      test: (one) =>
        isAtEdge(one) && areDated && !withDate.has(one) && isNothingElse(page, one.record),
    },
  ];
}

/**
 * True for classifieds: their items are advertisements, and the classes say so ("ad-listitem").
 * Nearly all lead to the same site; a list never contains so many paid records.
 */
function listsAdvertisements(page: Page, judged: readonly Judged[]): boolean {
  const isClassified = (one: Judged) => isNamedAd(page, one) && one.record.link.address.isSameSite;
  return judged.length >= CLASSIFIEDS && judgedShare(judged, isClassified) >= NEARLY_ALL;
}

/** Minimum number of advertisements in a list from which they are its content. */
const CLASSIFIEDS = 5;

function isNamedAd(page: Page, { record }: Judged): boolean {
  const { root } = record;
  return isNamed(root, AD_CLASS) || (root.parent !== null && isAdWrapper(page, record));
}

/** True for a record that is marked as paid: by label, by rel or by the target of its link. */
function isPaid(page: Page, { record }: Judged): boolean {
  const { link, root } = record;
  const { url } = link.address;
  if (/\bsponsored\b/.test(attribute(link.element, 'rel') ?? '')) return true;
  if (AD_HOST.test(url.hostname) || AD_PATH.test(`${url.hostname}${url.pathname}`)) return true;
  // Checks only the record's own element, because an advertisement may be between the rows of a
  // record.
  return page.texts
    .list(root.index, root.end)
    .some(({ text }) => text.length < 40 && isAdLabel(text));
}

/** True if the record is alone in an element that is named an advertisement. */
function isAdWrapper(page: Page, { root }: PageRecord): boolean {
  const { parent } = root;
  return parent !== null && isNamed(parent, AD_CLASS) && page.linkCount.in(parent) <= 3;
}

/** True for linked text without other words: "More articles" below the last record. */
function isNothingElse(page: Page, { start, end }: PageRecord): boolean {
  return page.words.between(start, end) === page.linkWords.between(start, end);
}

function judgedShare(judged: readonly Judged[], test: (one: Judged) => boolean): number {
  return judged.filter(test).length / Math.max(judged.length, 1);
}
