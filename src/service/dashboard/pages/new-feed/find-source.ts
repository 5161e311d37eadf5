import type { FiltersInput, Preview, Selectors } from '../../../../contract/index.js';
import { withCreationSlot } from '../../../accounts/creations.js';
import {
  filterPreview,
  previewSearch,
  previewSource,
  type ReadPage,
} from '../../../feeds/preview.js';
import { findFeedBySource } from '../../../feeds/source-columns.js';
import type { Texts } from '../../kit/form.js';
import type { Visit } from '../../kit/screen.js';
import type { Kept, KeptPage } from '../../use-cases/preview-cache.js';
import { type Draft, selectorsOf, sourceBody, valuesIn } from './draft.js';
import { pointedLists, readsText } from './pointing.js';
import { problemOf, problemOfThrown } from './problems.js';
import { type CandidateList, savedPage } from './saved-page.js';

/** What was found at the source of a draft. */
export interface Finding {
  draft: Draft;
  /** Null when the source could not be read. */
  preview: Preview | null;
  /** Lists of the page to choose from. */
  lists: readonly CandidateList[];
  /** Whether selectors can find, or change, the items. */
  isPage: boolean;
  /** The changes of the page are followed, although that was not asked for: it has no list. */
  noList: boolean;
  /** The feed of this source that the account has already. */
  knownId: string | null;
  problems: Texts;
}

/**
 * Reads the source of a draft and filters its items. A page without a list is followed by its changes.
 * An error becomes a problem at its field.
 */
export async function findSource(visit: Visit, draft: Draft): Promise<Finding> {
  const nothing = { draft, preview: null, lists: [], isPage: false, noList: false, knownId: null };
  let found: Finding = { ...nothing, problems: {} };
  try {
    const preview = await readSource(visit, draft);
    const lists = await candidateLists(visit, preview, draft);
    const { failure } = preview;
    if (failure !== null) {
      const isPage = failure.code === 'NO_ITEMS_FOUND';
      const failed = { ...nothing, lists, isPage, problems: problemOf(failure, draft) };
      if (!isPage || selectorsOf(draft) !== null || draft.from) return failed;
      const followed = await findSource(visit, { ...draft, from: 'changes' });
      return followed.preview === null ? failed : { ...followed, lists, isPage, noList: true };
    }
    const source = visit.deps.resolveSource(sourceBody(draft));
    const known = await findFeedBySource(visit.db, visit.account, source);
    const isPage = preview.explanation !== null;
    found = { ...found, preview, lists, isPage, knownId: known?.id ?? null };
    const filters = valuesIn(draft, 'filters').filters as FiltersInput | undefined;
    if (filters === undefined) return found;
    return { ...found, preview: await filterPreview(preview, filters) };
  } catch (error) {
    const isPage = found.isPage || selectorsOf(draft) !== null;
    return { ...found, isPage, problems: problemOfThrown(error, draft) };
  }
}

async function readSource(visit: Visit, draft: Draft): Promise<Preview> {
  const { site, deps, account } = visit;
  const body = sourceBody(draft);
  const kept = site.previews.get(account.id, body);
  if (kept !== undefined) return kept.preview;
  const selectors = selectorsOf(draft);
  const page = keptPage(visit, draft.url);
  if (selectors !== null && page !== undefined) {
    const again = await previewOf(visit, page, selectors);
    return site.previews.set(account.id, body, again).preview;
  }
  const read: ReadPage[] = [];
  const preview = await withCreationSlot(deps, account, () =>
    'url' in body
      ? previewSource(deps, account, { ...body, explain: true }, (one) => read.push(one))
      : previewSearch(deps, body),
  );
  await keepReading(visit, body, preview, read[0]);
  return preview;
}

/** What selectors find on a page that was read, without another request. */
export function previewOf(
  { deps, account }: Visit,
  { url, html }: ReadPage,
  selectors: Selectors | null,
  filters?: FiltersInput,
): Promise<Preview> {
  return previewSource(deps, account, {
    ...{ html, page_url: url, from: 'html', explain: true },
    ...(selectors?.text !== undefined && { mode: 'changes' }),
    ...(selectors !== null && { selectors }),
    ...(filters !== undefined && { filters }),
  });
}

/** Keeps what was read for a while, with its page as it is drawn. */
export async function keepReading(
  { site, account }: Visit,
  source: unknown,
  preview: Preview,
  read: ReadPage | undefined,
): Promise<Kept> {
  const page = read === undefined ? undefined : await savedPage(read);
  return site.previews.set(account.id, source, preview, page);
}

/** Those around what was pointed at, then those that were found without selectors. */
async function candidateLists(
  visit: Visit,
  preview: Preview,
  draft: Draft,
): Promise<readonly CandidateList[]> {
  const own = preview.explanation?.suggestions ?? [];
  if (selectorsOf(draft) === null) return own;
  const kept = keptReadings(visit, draft.url).map(({ preview }) => preview.explanation);
  const offered = kept.find((explanation) => explanation !== null)?.suggestions ?? own;
  const pointed = await pointedLists(keptPage(visit, draft.url), draft, visit.now);
  return readsText(draft) ? pointed : withPointed(pointed, offered);
}

/** Lists around what was pointed at, before those that the page offers. */
export function withPointed(
  pointed: readonly CandidateList[],
  offered: readonly CandidateList[],
): readonly CandidateList[] {
  const known = new Set(pointed.map(({ selectors }) => JSON.stringify(selectors)));
  return [...pointed, ...offered.filter((one) => !known.has(JSON.stringify(one.selectors)))];
}

/** The page of an address that was read, for pointing at it. */
export function keptPage(visit: Visit, url = ''): KeptPage | undefined {
  return keptReadings(visit, url).find(({ page }) => page !== undefined)?.page;
}

/** The readings of an address without selectors that were kept. */
export function keptReadings({ site, account }: Visit, url = '') {
  const sources = [{ url }, { url, from: 'auto' }, { url, from: 'html' }, { url, mode: 'changes' }];
  return sources.flatMap((source) => site.previews.get(account.id, source) ?? []);
}
