import type { Selectors } from '../../../../contract/index.js';
import { type PointedLists, type PointedPage, pointAt } from '../../../../generator/service.js';
import { ServiceError } from '../../../core/errors.js';
import { runInWorker } from '../../../core/worker/pool.js';
import type { WorkerJob } from '../../../core/worker/worker-job.js';
import type { Form } from '../../kit/http.js';
import type { KeptPage } from '../../use-cases/preview-cache.js';
import { type Draft, draftOf, selectorsOf } from './draft.js';
import type { CandidateList } from './saved-page.js';

/** What a click on the page picks. */
export const POINTED_PARTS = {
  '': 'Items',
  title: 'Title',
  date: 'Date',
  image: 'Picture',
  text: 'Text to watch',
} as const;

/** What a click picks: what was chosen, or a part of the text whose changes are followed. */
export function partOf({ part = '' }: Draft, isWatched: boolean): keyof typeof POINTED_PARTS {
  if (Object.hasOwn(POINTED_PARTS, part) && part !== '') return part as keyof typeof POINTED_PARTS;
  return isWatched ? 'text' : '';
}

/** Whether the places of a draft are parts of a text, and not items. */
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

/** The lists around the places of a draft, or the parts of its text; none without places. */
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

/** More clicks tell nothing new. */
const MAX_PLACES = 12;

function placesIn(text = ''): number[] {
  return (text.match(/\d{1,6}/g) ?? []).slice(-MAX_PLACES).map(Number);
}

/**
 * The draft after a click on its page, and why nothing changed. The script says `point=POSITION`, or
 * `-POSITION` within an item of the list in use: such an item is taken away once something was pointed at.
 * @param inUse the list in use, where it is one of those that were offered
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
  // Who points at something for the first time wants another list than the one in use.
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

/** A place that was clicked before is taken back. */
function placesAfter({ wanted, unwanted }: Draft, at: number, isInUse: boolean) {
  const lists = { wanted: placesIn(wanted), unwanted: placesIn(unwanted) };
  const isKnown = [...lists.wanted, ...lists.unwanted].includes(at);
  const without = (places: number[]) => places.filter((place) => place !== at);
  const name = isInUse && lists.wanted.length > 0 ? 'unwanted' : 'wanted';
  const next = { wanted: without(lists.wanted), unwanted: without(lists.unwanted) };
  if (!isKnown) next[name].push(at);
  return { wanted: next.wanted.join(' '), unwanted: next.unwanted.join(' ') };
}
