import type { FeedRepair } from '../../../contract/index.js';
import { withCreationSlot } from '../../accounts/creations.js';
import { ServiceError } from '../../core/errors.js';
import { changeSelectors } from '../../feeds/change-selectors.js';
import { previewFeed } from '../../feeds/preview.js';
import { hasPage, kindOf } from '../kit/feeds.js';
import { ActionButton, Button, Form, type Texts } from '../kit/form.js';
import { PreviewItems } from '../kit/items.js';
import type { Shown } from '../kit/page.js';
import { Badge, Card, Notice, RemoteLink } from '../kit/parts.js';
import type { Screen, Visit } from '../kit/screen.js';
import { feedPage } from './feed.js';
import { SourceForm } from './feed-settings.js';
import { type Draft, draftOf, readDraft, selectorsOf } from './new-feed/draft.js';
import { CandidateLists, SelectorFields } from './new-feed/lists.js';
import { problemOf } from './new-feed/problems.js';

const REPAIR = 'feeds/:id/repair';

const wait = () => ({
  title: 'List',
  heading: 'Reading the page',
  content: <p class="bar" />,
});

/** `/dashboard/feeds/:id/list`: the selectors of a page, with the items that they find. */
export const PAGE_LAYOUT: Screen = {
  show: (visit) => layoutPage(visit, null),
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
      const problems = preview.failure === null ? {} : problemHere(preview.failure, draft);
      return layoutPage(visit, draft, preview, problems);
    },
    [REPAIR]: {
      wait,
      act: async (visit) => repairPage(visit, await visit.call('getFeedRepair')),
    },
    [`${REPAIR}/accept`]: {
      wait,
      async act(visit, form) {
        const id = visit.param('id');
        await visit.call('repairFeed', { body: { proposal: form.text('proposal') } });
        return { to: `feeds/${id}`, done: 'list-repaired' };
      },
    },
  },
};

/**
 * A problem of the list. The form has no address, so problems of the source are told above it; a feed that
 * is there becomes no other kind of feed, so the request that makes one is left out.
 */
function problemHere({ code, message }: { code: string; message: string }, draft: Draft): Texts {
  return problemOf({ code, message }, { ...draft, url: 'page' });
}

/** @param tried null: what the feed has now */
function layoutPage(
  visit: Visit,
  tried: Draft | null,
  preview: Awaited<ReturnType<typeof previewFeed>> | null = null,
  problems: Texts = {},
): Promise<Shown> {
  const { refused } = visit;
  const isList = refused?.action.endsWith('/list') === true;
  const entered = tried ?? (isList ? readDraft(refused.form) : null);
  const refusal = isList ? problemHere({ code: '', ...refused }, entered ?? {}) : {};
  const wrong: Texts = { ...refusal, ...problems };
  const general = isList || refused === null ? (wrong.url ?? wrong['']) : refused.message;
  return feedPage(visit, '/list', async ({ id, feed }) => {
    if (!hasPage(feed)) {
      throw new ServiceError('NOT_FOUND', 'A search of the news has no page layout.');
    }
    const draft = entered ?? draftOf(feed.selectors ?? null);
    const path = `feeds/${id}/list`;
    return (
      <>
        <Notice tone="bad" text={general} />
        {refused !== null && !isList && <SourceForm at={`feeds/${id}`} url={feed.source_url} />}
        <Form action={path} class="stack">
          <p class="muted">
            {kindOf(feed) === 'page'
              ? 'Without selectors, the list of the page is found automatically.'
              : 'This source is a feed. With a selector for the items, its page is read instead.'}{' '}
            Saving reads the page and replaces the items of the feed; no event is sent.
          </p>
          <CandidateLists
            path={path}
            lists={preview?.explanation?.suggestions ?? []}
            draft={draft}
          />
          <div class="tools">
            <SelectorFields path={path} draft={draft} problems={wrong} isOpen />
          </div>
          <Button name="do" value="save">
            Save and read the page
          </Button>
        </Form>
        {kindOf(feed) === 'page' && (
          <Card
            title="Did the page change?"
            text="The items of the feed are compared with the list of the page now."
          >
            <ActionButton action={`feeds/${id}/repair`} label="Compare with the page" />
          </Card>
        )}
        {preview?.failure === null && <PreviewItems {...preview} />}
      </>
    );
  }).then((shown) => (Object.keys(wrong).length > 0 ? { ...shown, status: 400 } : shown));
}

const STATES = {
  intact: ['good', 'The feed finds its list'],
  found: ['good', 'The list was found again'],
  uncertain: ['warn', 'This may be the list'],
} as const;

/** Rows that the page shows. */
const SHOWN = 60;

/** The list of a feed next to that of its page now. */
function repairPage(visit: Visit, repair: FeedRepair): Promise<Shown> {
  const { state, confidence, reason, known, page_url: pageUrl, proposal, items } = repair;
  const [tone, words] = STATES[state];
  return feedPage(visit, '/list', async ({ id }) => (
    <>
      <Card title="What the site has now">
        <p>
          <Badge tone={tone}>{words}</Badge>{' '}
          <span class="count">{Math.round(confidence * 100)} % sure</span>
        </p>
        <p>{reason}</p>
        <p class="muted">
          {known.found} of {known.of} known items are in the list of <RemoteLink href={pageUrl} />
        </p>
        {proposal !== null && (
          <ActionButton
            action={`feeds/${id}/repair/accept`}
            label="Use the new list"
            tone="primary"
            fields={{ proposal }}
          />
        )}
      </Card>
      <div class="table-card">
        <table class="table pairs">
          <caption class="unseen">The items of the feed next to those of the page</caption>
          <thead>
            <tr>
              <th scope="col">Now in the feed</th>
              <th scope="col">On the page</th>
            </tr>
          </thead>
          <tbody>
            {items.slice(0, SHOWN).map((pair) => (
              <tr>
                <td data-label="Now in the feed">
                  <Listed item={pair.old} missing="New" />
                </td>
                <td data-label="On the page">
                  <Listed item={pair.new} missing="No longer there" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  ));
}

function Listed(props: { item: FeedRepair['items'][number]['old']; missing: string }) {
  const { item, missing } = props;
  if (item === null) return <span class="muted">{missing}</span>;
  return <RemoteLink href={item.url}>{item.title || item.url || 'Untitled'}</RemoteLink>;
}
