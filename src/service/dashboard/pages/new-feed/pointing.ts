import type { Selectors } from '../../../../contract/index.js';
import { type PointedLists, type PointedPage, pointAt } from '../../../../generator/service.js';
import { ServiceError } from '../../../core/errors.js';
import { runInWorker } from '../../../core/worker/pool.js';
import type { WorkerJob } from '../../../core/worker/worker-job.js';
import type { Form } from '../../kit/http.js';
import type { KeptPage } from '../../use-cases/preview-cache.js';
import { type Draft, draftOf, selectorsOf } from './draft.js';
import type { CandidateList } from './saved-page.js';

/** The parts that a click on the page can select. */
export const POINTED_PARTS = {
  '': 'Items',
  title: 'Title',
  date: 'Date',
  image: 'Picture',
  text: 'Text to watch',
} as const;

/**
 * The part that a click selects: the chosen part; otherwise a part of the text if the changes of
 * the page are followed, or else the items.
 */
export function partOf({ part = '' }: Draft, isWatched: boolean): keyof typeof POINTED_PARTS {
  if (Object.hasOwn(POINTED_PARTS, part) && part !== '') return part as keyof typeof POINTED_PARTS;
  return isWatched ? 'text' : '';
}

/** True if the places of a draft are parts of a text instead of items. */
export function readsText(draft: Draft): boolean {
  return selectorsOf(draft)?.text !== undefined;
}

const POINTING: WorkerJob<PointedPage, PointedLists> = {
  name: 'pointed-lists',
  deadlineMs: 10_000,
  here: pointAt,
  refusal: (_, reason) =>
    new ServiceError('SOURCE_TOO_LARGE', `The page is too costly (${reason}).`),
};

/**
 * The lists around the places of a draft, or the parts of its text; empty if there are no places.
 */
export async function pointedLists(
  page: KeptPage | undefined,
  draft: Draft,
  now: number,
  { instead, isText: isPart = readsText(draft) }: Pick<PointedPage, 'instead' | 'isText'> = {},
): Promise<readonly CandidateList[]> {
  const [wanted, unwanted] = [placesIn(draft.wanted), placesIn(draft.unwanted)];
  if (page === undefined || wanted.length === 0) return [];
  const places = `${draft.wanted} / ${draft.unwanted} / ${isPart}`;
  const { url, html } = page;
  const known = page.pointed?.places === places ? page.pointed.lists : undefined;
  const given = { url, html, now, wanted, unwanted, instead, isText: isPart };
  const lists = known ?? (await runInWorker(POINTING, given));
  page.pointed = { places, lists };
  return lists.map((list) => ({ ...list, list: 'runner-up' as const }));
}

/** Maximum number of places; more clicks add no information. */
const MAX_PLACES = 12;

function placesIn(text = ''): number[] {
  return (text.match(/\d{1,6}/g) ?? []).slice(-MAX_PLACES).map(Number);
}

/**
 * Returns the draft after a click on its page; `problem` is the reason if nothing changed. The
 * script sends `point=POSITION`, or `point=-POSITION` for an element within an item of the list in
 * use: if the draft already has a wanted place, such an item is excluded.
 * @param inUse the list in use, if it is one of the offered lists
 */
export async function afterPointing(
  page: KeptPage | undefined,
  draft: Draft,
  form: Form,
  now: number,
  inUse: CandidateList | undefined,
): Promise<{ draft: Draft; problem?: string }> {
  const [, sign, digits] = /^(-?)(\d{1,6})$/.exec(form.text('point')) ?? [];
  if (digits === undefined) return { draft };
  if (page === undefined) return { draft, problem: 'Preview the page again to point at it.' };
  const at = Number(digits);
  const { part = '' } = draft;
  if (part === 'title' || part === 'date' || part === 'image') {
    const selectors = (selectorsOf(draft) ?? inUse?.selectors) as Selectors | undefined;
    if (selectors === undefined) return { draft, problem: 'Point at the items first.' };
    const field = { name: part, selectors } as const;
    const { url, html } = page;
    const [read] = await runInWorker(POINTING, {
      ...{ url, html, now, wanted: [at], unwanted: [], field },
    });
    const label = POINTED_PARTS[part].toLowerCase();
    if (read === undefined) return { draft, problem: `No item has its ${label} there.` };
    return { draft: { ...draft, ...chosenList(read.selectors), part: '' } };
  }
  const isPart = part === 'text';
  const before = isPart === readsText(draft) ? draft : { ...draft, wanted: '', unwanted: '' };
  const next = { ...before, ...placesAfter(before, at, sign === '-') };
  if (isPart) {
    const [text] = await pointedLists(page, next, now, { isText: true });
    const { wanted, unwanted } = next;
    if (text !== undefined) {
      return { draft: { ...next, ...draftOf(text.selectors as Selectors), wanted, unwanted } };
    }
    return { draft: { ...next, ...draftOf(null), from: 'changes' } };
  }
  if (next.wanted === '') return { draft: { ...draft, ...draftOf(null) } };
  // The first click means that the user wants another list than the one in use.
  const isFirst = !before.wanted;
  const instead = (selectorsOf(draft) ?? inUse?.selectors) as Selectors | undefined;
  const how = { instead: isFirst ? instead : undefined, isText: false };
  const lists = await pointedLists(page, next, now, how);
  const best = (isFirst && lists.find((list) => !isSameList(list, inUse))) || lists[0];
  if (best === undefined) {
    return { draft, problem: 'No list has all of these places. Click another one.' };
  }
  return { draft: { ...next, ...chosenList(best.selectors) } };
}

function isSameList(list: CandidateList, other: CandidateList | undefined): boolean {
  return list.items === other?.items && list.titles[0] === other.titles[0];
}

function chosenList(selectors: Selectors): Draft {
  const { wanted: _, unwanted: __, from: ___, ...texts } = draftOf(selectors);
  return texts;
}

/** A second click on a place removes the place. */
function placesAfter({ wanted, unwanted }: Draft, at: number, isInUse: boolean) {
  const lists = { wanted: placesIn(wanted), unwanted: placesIn(unwanted) };
  const isKnown = [...lists.wanted, ...lists.unwanted].includes(at);
  const without = (places: number[]) => places.filter((place) => place !== at);
  const name = isInUse && lists.wanted.length > 0 ? 'unwanted' : 'wanted';
  const next = { wanted: without(lists.wanted), unwanted: without(lists.unwanted) };
  if (!isKnown) next[name].push(at);
  return { wanted: next.wanted.join(' '), unwanted: next.unwanted.join(' ') };
}
