import { type Candidate, uniqueItems } from '../candidate.js';
import { visibleContent } from '../failure/content.js';
import type { FoundItem } from '../fields/extract.js';
import { siteOf } from '../page/address.js';
import { addressShape } from '../page/url-shape.js';
import { countWords } from '../page/words.js';
import type { Survey } from '../survey.js';
import { CONFIDENCE, MIN_ITEMS } from '../weights.js';
import { isObject, type Json } from './json.js';
import { stateItem } from './state-item.js';
import { embeddedJson } from './state-json.js';

/** Share of an array's objects that must have a title and an address. */
const USABLE = 0.6;
const MAX_OBJECTS = 100_000;

/** Words that a page shows at most before its scripts ran. */
const SHELL_WORDS = 40;

/** The same for a page that shows next to nothing without its scripts, or less than they hold. */
export function shellCandidate(survey: Survey): Candidate | null {
  const state = stateCandidate(survey);
  if (state === null) return null;
  const held = state.items.reduce((sum, { title }) => sum + countWords(title), 0);
  return visibleContent(survey.page).words <= Math.max(SHELL_WORDS, held) ? state : null;
}

/** An array of objects in the embedded state of a page that reads like a list of items. */
export function stateCandidate(survey: Survey): Candidate | null {
  const lists = embeddedJson(survey.page.scripts)
    .flatMap((value) => arraysOf(value))
    .map((list) => itemsOf(survey, list))
    .filter((items) => items.length >= MIN_ITEMS);
  const best = lists
    .map((items) => ({ items, score: listScore(survey, items) }))
    .sort((a, b) => b.score - a.score)[0];
  if (best === undefined || best.score < 0) return null;
  const dated = best.items.filter(({ date }) => date !== null).length;
  return {
    strategy: 'state',
    items: best.items,
    confidence: dated > best.items.length / 2 ? CONFIDENCE.state : CONFIDENCE.state - 0.2,
    evidence: [
      `${best.items.length} objects with title and address in the page's embedded state, ${dated} with a date`,
    ],
    rule: null,
    rejected: [],
  };
}

/** Arrays of objects anywhere in a value, breadth first, within a budget. */
function arraysOf(start: Json): Json[][] {
  const queue: Json[] = [start];
  const found: Json[][] = [];
  for (let at = 0; at < queue.length && at < MAX_OBJECTS; at += 1) {
    const value = queue[at];
    if (Array.isArray(value)) {
      if (value.length >= MIN_ITEMS && value.filter(isObject).length >= value.length * USABLE)
        found.push(value);
      for (const one of value) if (typeof one === 'object' && one !== null) queue.push(one);
    } else if (isObject(value)) {
      for (const one of Object.values(value))
        if (typeof one === 'object' && one !== null) queue.push(one);
    }
  }
  return found;
}

function itemsOf(survey: Survey, list: readonly Json[]): FoundItem[] {
  const items = list.map((value) => stateItem(survey, value)).filter((item) => item !== null);
  return items.length >= list.length * USABLE ? (uniqueItems(items) as FoundItem[]) : [];
}

/** Which of several lists is the page's: dates, own site, titles of several words, one address shape. */
function listScore({ page }: Survey, items: readonly FoundItem[]): number {
  const share = (test: (item: FoundItem) => boolean) => items.filter(test).length / items.length;
  const site = siteOf(page.url);
  const shapes = new Set(items.map(({ url }) => addressShape(url)));
  const words = items.reduce((sum, { title }) => sum + countWords(title), 0) / items.length;
  return (
    10 * share(({ date }) => date !== null) +
    4 * share(({ description }) => description !== '') +
    3 * share(({ image }) => image !== null) +
    Math.min(words, 8) +
    3 * Math.min(Math.log2(items.length), 4) +
    (shapes.size <= 3 ? 3 : 0) -
    20 * (1 - share(({ url }) => siteOf(url) === site)) -
    (words < 2 ? 12 : 0)
  );
}
