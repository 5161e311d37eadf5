import type { Preview, Selectors } from '../../../../../contract/index.js';
import type { Account } from '../../../../accounts/account.js';
import { ServiceError } from '../../../../core/errors.js';
import { type FeedDetails, getFeedDetails } from '../../../../dashboard/feed-details.js';
import { changeSelectors } from '../../../../feeds/change-selectors.js';
import { previewFeed } from '../../../../feeds/preview.js';
import { getFeed } from '../../../../feeds/read-feeds.js';
import { withCreationSlot } from '../../../../limits/creations.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { FeedFrame } from '../../views/feed-frame.js';
import { ActionButton, Form } from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Notice } from '../../views/pieces.js';
import { PreviewItems } from '../../views/preview-items.js';
import { CandidateLists, SelectorFields } from '../new-feed/candidate-lists.js';
import { type Draft, readDraft, SELECTOR_FIELDS, selectorsOf } from '../new-feed/draft.js';
import { type Problems, problemOf } from '../new-feed/problems.js';

const PATH = '/dashboard/feeds/:id/list';

interface Shown {
  draft: Draft;
  /** What the page gives with these selectors; null before it was read. */
  preview: Preview | null;
  problems: Problems;
}

/** `/dashboard/feeds/:id/list`: the selectors of a page, with the items that they find. */
export function pageListPage(app: PageApp, { deps }: HttpDeps): void {
  app.get(PATH, async (context) => {
    const { account } = context.get('session');
    const { selectors } = await ownPage(account, context.req.param('id'));
    return answer(context, { draft: draftOf(selectors), preview: null, problems: {} });
  });

  app.post(PATH, async (context) => {
    const form = await readForm(context);
    const draft = readDraft(form);
    const { account } = context.get('session');
    const id = context.req.param('id');
    const details = await ownPage(account, id);
    try {
      if (form.text('do') === 'save') {
        await changeSelectors(deps, account, id, selectorsOf(draft));
        return seeOther(context, `feeds/${id}`, 'selectors-saved');
      }
      const preview = await withCreationSlot(deps, account, () =>
        previewFeed(deps, account, id, selectorsOf(draft)),
      );
      const problems = preview.failure === null ? {} : problemOf(preview.failure, withUrl(draft));
      return await answer(context, { draft, preview, problems });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      const problems = problemOf(error, withUrl(draft));
      return answer(context, { draft, preview: null, problems }, details);
    }
  });

  /** @throws ServiceError FEED_NOT_FOUND, NOT_FOUND for a feed without an address */
  async function ownPage(account: Account, id: string): Promise<FeedDetails> {
    const details = await getFeedDetails(deps.store.db, account, id);
    if (details.kind === 'feed' || details.kind === 'page') return details;
    throw new ServiceError('NOT_FOUND', 'A search of the news has no selectors.');
  }

  async function answer(context: PageContext, shown: Shown, known?: FeedDetails) {
    const { account } = context.get('session');
    const id = context.req.param('id') ?? '';
    const details = known ?? (await ownPage(account, id));
    const feed = await getFeed(deps, account, id);
    const now = deps.clock.now();
    const isRefused = Object.keys(shown.problems).length > 0;
    return page(
      context,
      { title: `${feed.title}: list`, section: 'feeds', status: isRefused ? 400 : 200 },
      <FeedFrame feed={feed} details={details} tab="list" now={now}>
        <PageList id={id} shown={shown} details={details} />
        {details.kind === 'page' && (
          <section class="card">
            <h2>Did the page change?</h2>
            <p class="muted">The items of the feed are compared with the list of the page now.</p>
            <ActionButton action={`feeds/${id}/repair`} label="Compare with the page" />
          </section>
        )}
        {shown.preview !== null && shown.preview.failure === null && (
          <PreviewItems preview={shown.preview} now={now} />
        )}
      </FeedFrame>,
    );
  }
}

function PageList({ id, shown, details }: { id: string; shown: Shown; details: FeedDetails }) {
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
      {general && (
        <Notice tone="bad">
          <p>{general}</p>
        </Notice>
      )}
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
