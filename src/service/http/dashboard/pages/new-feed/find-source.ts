import type { Preview } from '../../../../../contract/index.js';
import type { Account } from '../../../../accounts/account.js';
import { ServiceError } from '../../../../core/errors.js';
import type { Deps } from '../../../../feeds/deps.js';
import { filterPreview, previewSearch, previewSource } from '../../../../feeds/preview.js';
import { findFeedBySource } from '../../../../feeds/source-columns.js';
import { withCreationSlot } from '../../../../limits/creations.js';
import { type Draft, filtersOf, selectorsOf, sourceBody } from './draft.js';
import type { PreviewCache } from './preview-cache.js';
import { type Problems, problemOf, sourceProblems } from './problems.js';
import { type CandidateList, savedPage } from './saved-page.js';

/** What was found at the source of a draft. */
export interface Finding {
  /** Null when the source could not be read, or was not. */
  preview: Preview | null;
  /** Lists of the page to choose from. */
  lists: readonly CandidateList[];
  /** Whether selectors can find, or change, the items. */
  isPage: boolean;
  /** The feed of this source that the account has already. */
  knownId: string | null;
  problems: Problems;
}

const NOTHING_FOUND: Finding = {
  preview: null,
  lists: [],
  isPage: false,
  knownId: null,
  problems: {},
};

/** Reads the source of a draft and filters its items. An error becomes a problem at its field. */
export async function findSource(
  deps: Deps,
  account: Account,
  draft: Draft,
  { cache, isSearch }: { cache: PreviewCache; isSearch: boolean },
): Promise<Finding> {
  const problems = sourceProblems(draft, isSearch);
  if (Object.keys(problems).length > 0) return { ...NOTHING_FOUND, problems };
  let found = NOTHING_FOUND;
  try {
    const preview = await readSource(deps, account, draft, cache);
    const lists = candidateLists(preview, account, draft, cache);
    const { failure } = preview;
    if (failure !== null) {
      const isPage = failure.code === 'NO_ITEMS_FOUND';
      return { ...NOTHING_FOUND, lists, isPage, problems: problemOf(failure, draft) };
    }
    const source = deps.resolveSource(sourceBody(draft));
    const known = await findFeedBySource(deps.store.db, account, source);
    const isPage = preview.explanation !== null;
    found = { preview, lists, isPage, knownId: known?.id ?? null, problems: {} };
    const filters = filtersOf(draft);
    return filters === undefined
      ? found
      : { ...found, preview: await filterPreview(preview, filters) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    const isPage = found.isPage || selectorsOf(draft) !== null;
    return { ...found, isPage, problems: problemOf(error, draft) };
  }
}

async function readSource(
  deps: Deps,
  account: Account,
  draft: Draft,
  cache: PreviewCache,
): Promise<Preview> {
  const body = sourceBody(draft);
  const kept = cache.get(account.id, body);
  if (kept !== undefined) return kept;
  let page: string | undefined;
  const preview = await withCreationSlot(deps, account, () =>
    'url' in body
      ? previewSource(deps, account, { ...body, explain: true }, (html) => {
          page = savedPage(html);
        })
      : previewSearch(deps, body),
  );
  cache.set(account.id, body, preview, page);
  return preview;
}

/** With selectors, the lists are those that were found without them. */
function candidateLists(
  preview: Preview,
  account: Account,
  draft: Draft,
  cache: PreviewCache,
): readonly CandidateList[] {
  const own = preview.explanation?.suggestions ?? [];
  if (selectorsOf(draft) === null) return own;
  for (const source of sourcesOf(draft.url)) {
    const lists = cache.get(account.id, source)?.explanation?.suggestions;
    if (lists !== undefined) return lists;
  }
  return own;
}

/** The readings of an address without selectors. */
export function sourcesOf(url = '') {
  return [{ url }, { url, from: 'auto' }, { url, from: 'html' }];
}
