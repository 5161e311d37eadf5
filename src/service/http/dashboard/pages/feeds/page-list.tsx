import type { Preview, Selectors } from '../../../../../contract/index.js';
import { ServiceError } from '../../../../core/errors.js';
import type { FeedDetails } from '../../../../dashboard/feed-details.js';
import { changeSelectors } from '../../../../feeds/change-selectors.js';
import { previewFeed } from '../../../../feeds/preview.js';
import { withCreationSlot } from '../../../../limits/creations.js';
import type { Screen, Shown, Visit } from '../../kit/screen.js';
import { ActionButton, Form } from '../../views/form.js';
import { RefusedNotice } from '../../views/pieces.js';
import { PreviewItems } from '../../views/preview-items.js';
import { CandidateLists, SelectorFields } from '../new-feed/candidate-lists.js';
import { type Draft, readDraft, SELECTOR_FIELDS, selectorsOf } from '../new-feed/draft.js';
import { type Problems, problemOf } from '../new-feed/problems.js';
import { feedPage, hasPage, oneFeed } from './feed-frame.js';

interface Tried {
  draft: Draft;
  /** What the page gives with these selectors; null before it was read. */
  preview: Preview | null;
  problems: Problems;
}

/** `/dashboard/feeds/:id/list`: the selectors of a page, with the items that they find. */
export const PAGE_LAYOUT: Screen = {
  section: 'feeds',
  async show(visit) {
    if (visit.refused !== null) {
      const draft = readDraft(visit.refused.form);
      const problems = problemOf({ code: '', ...visit.refused }, withUrl(draft));
      return layoutPage(visit, { draft, preview: null, problems });
    }
    return layoutPage(visit, null);
  },
  actions: {
    async 'feeds/:id/list'(visit, form) {
      const { deps, account } = visit;
      const draft = readDraft(form);
      const id = visit.param('id');
      if (form.text('do') === 'save') {
        await changeSelectors(deps, account, id, selectorsOf(draft));
        return { to: `feeds/${id}`, done: 'selectors-saved' };
      }
      const preview = await withCreationSlot(deps, account, () =>
        previewFeed(deps, account, id, selectorsOf(draft)),
      );
      const problems = preview.failure === null ? {} : problemOf(preview.failure, withUrl(draft));
      return layoutPage(visit, { draft, preview, problems });
    },
  },
};

/** @param tried null: what the feed has now */
async function layoutPage(visit: Visit, tried: Tried | null): Promise<Shown> {
  const one = await oneFeed(visit);
  const { id, details } = one;
  if (!hasPage(details)) {
    throw new ServiceError('NOT_FOUND', 'A search of the news has no page layout.');
  }
  const shown = tried ?? { draft: draftOf(details.selectors), preview: null, problems: {} };
  const isRefused = Object.keys(shown.problems).length > 0;
  return {
    ...feedPage(
      one,
      { tab: '/list', now: visit.now },
      <>
        <PageList id={id} shown={shown} details={details} />
        {details.kind === 'page' && (
          <section class="card">
            <h2>Did the page change?</h2>
            <p class="muted">The items of the feed are compared with the list of the page now.</p>
            <ActionButton action={`feeds/${id}/repair`} label="Compare with the page" />
          </section>
        )}
        {shown.preview !== null && shown.preview.failure === null && (
          <PreviewItems preview={shown.preview} now={visit.now} />
        )}
      </>,
    ),
    status: isRefused ? 400 : 200,
  };
}

function PageList({ id, shown, details }: { id: string; shown: Tried; details: FeedDetails }) {
  const { draft, preview, problems } = shown;
  const general = problems.url ?? problems[''];
  const path = `feeds/${id}/list`;
  return (
    <Form action={path} class="stack">
      <p class="muted">
        {details.kind === 'page'
          ? 'Without selectors, the list of the page is found automatically.'
          : 'This source is a feed. With a selector for the items, its page is read instead.'}{' '}
        Saving reads the page and replaces the items of the feed; no event is sent.
      </p>
      <RefusedNotice refused={general ? { message: general } : null} />
      <CandidateLists path={path} lists={preview?.explanation?.suggestions ?? []} draft={draft} />
      <SelectorFields path={path} draft={draft} problems={problems} isOpen />
      <div class="actions">
        <button type="submit" name="do" value="save" class="button primary">
          Save and read the page
        </button>
      </div>
    </Form>
  );
}

/** The form has no address; problems of the source are told above it. */
function withUrl(draft: Draft): Draft {
  return { ...draft, url: 'page' };
}

function draftOf(selectors: Selectors | null): Draft {
  return Object.fromEntries(
    SELECTOR_FIELDS.map((name) => {
      const part = name.slice('select.'.length);
      const value = Object.entries(selectors ?? {}).find(([key]) => key === part)?.[1];
      return [name, value ?? ''];
    }),
  );
}
