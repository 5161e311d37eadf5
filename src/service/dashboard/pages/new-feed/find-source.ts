import type { FiltersInput, Preview } from '../../../../contract/index.js';
import { withCreationSlot } from '../../../accounts/creations.js';
import { filterPreview, previewSearch, previewSource } from '../../../feeds/preview.js';
import { findFeedBySource } from '../../../feeds/source-columns.js';
import type { Texts } from '../../kit/form.js';
import type { Visit } from '../../kit/screen.js';
import { type Draft, selectorsOf, sourceBody, valuesIn } from './draft.js';
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
    const lists = candidateLists(visit, preview, draft);
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

async function readSource({ site, deps, account }: Visit, draft: Draft): Promise<Preview> {
  const body = sourceBody(draft);
  const kept = site.previews.get(account.id, body);
  if (kept !== undefined) return kept.preview;
  let read: string | undefined;
  const preview = await withCreationSlot(deps, account, () =>
    'url' in body
      ? previewSource(deps, account, { ...body, explain: true }, (html) => {
          read = html;
        })
      : previewSearch(deps, body),
  );
  const page = read === undefined ? undefined : await savedPage(read);
  site.previews.set(account.id, body, preview, page);
  return preview;
}

/** With selectors, the lists are those that were found without them. */
function candidateLists(visit: Visit, preview: Preview, draft: Draft): readonly CandidateList[] {
  const own = preview.explanation?.suggestions ?? [];
  if (selectorsOf(draft) === null) return own;
  const kept = keptReadings(visit, draft.url).map(({ preview }) => preview.explanation);
  return kept.find((explanation) => explanation !== null)?.suggestions ?? own;
}

/** The readings of an address without selectors that were kept. */
export function keptReadings({ site, account }: Visit, url = '') {
  const sources = [{ url }, { url, from: 'auto' }, { url, from: 'html' }];
  return sources.flatMap((source) => site.previews.get(account.id, source) ?? []);
}
