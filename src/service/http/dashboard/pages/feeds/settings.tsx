import {
  type FeedSummary,
  LENGTHS,
  updateFeedBodySchema,
  updateFeedSettingsBodySchema,
} from '../../../../../contract/index.js';
import { FEED_FIELDS, type FeedField } from '../../../../../resources/feed.js';
import { having } from '../../../../../resources/field.js';
import { getFeedSummary, restoreMetadata } from '../../../../dashboard/feed-details.js';
import { getFeedSettings, updateFeedSettings } from '../../../../feeds/feed-settings.js';
import { changeSource } from '../../../../refresh/change-source.js';
import { parseOrRefuse } from '../../../error-response.js';
import { handlers } from '../../../handlers.js';
import type { Form } from '../../frame/read-form.js';
import { FormCard } from '../../kit/inputs.js';
import { changesIn, inputsOf, problemsIn, textsOf } from '../../kit/resource-inputs.js';
import type { GoTo, Screen, Visit } from '../../kit/screen.js';
import { ActionButton, Confirm } from '../../views/form.js';
import { WebhookHint } from '../../views/webhook-parts.js';
import { browserWords } from '../new-feed/problems.js';
import { feedPage, hasPage, oneFeed } from './feed-frame.js';

const PUBLISHED = having(FEED_FIELDS, { request: 'settings', published: true });

const isPublished = (name: FeedField) => PUBLISHED.some((published) => published === name);

/** The forms of the page: the end of the path, title, and the rows of the resource. */
const FORMS: readonly (readonly [path: string, title: string, rows: readonly FeedField[]])[] = [
  ['settings', 'What readers see', ['title', 'description', 'icon', ...PUBLISHED]],
  [
    'schedule',
    'When it is fetched',
    having(FEED_FIELDS, { request: 'settings' }).filter((name) => !isPublished(name)),
  ],
  ['reading', 'How its page is opened', ['render', 'steps']],
];

/** `/dashboard/feeds/:id/settings`: everything that its owner decides about it, and taking it away. */
export const FEED_SETTINGS: Screen = {
  section: 'feeds',
  async show(visit) {
    const one = await oneFeed(visit);
    const { id, feed, details } = one;
    const at = `feeds/${id}`;
    const values = await valuesOf(visit, id);
    const cards = FORMS.map(([path, title, rows]) => (
      <FormCard
        visit={visit}
        action={`${at}/${path}`}
        title={title}
        submit="Save"
        inputs={inputsOf(FEED_FIELDS, rows)}
        values={textsOf(FEED_FIELDS, rows, values)}
        problemsOf={problemsIn(FEED_FIELDS, rows)}
      />
    ));
    return feedPage(
      one,
      { tab: '/settings', now: visit.now },
      <div class="columns">
        <div class="stack">
          {cards[0]}
          {details.isOverridden && <Restore at={at} />}
        </div>
        <div class="stack">
          {cards[1]}
          {hasPage(details) && <SourceForm visit={visit} feed={feed} />}
          {details.kind === 'page' && cards[2]}
          <WebhookHint scope={id} what="feed" />
          <div class="card">
            <h2>Delete this feed</h2>
            <p class="muted">Its items go with it, and its address stops working.</p>
            <Confirm action={`${at}/delete`} ask="Delete…" label="Delete permanently">
              This cannot be undone. The feed also leaves its bundles.
            </Confirm>
          </div>
        </div>
      </div>,
    );
  },
  actions: {
    ...Object.fromEntries(
      FORMS.map(([path, , rows]) => [
        `feeds/:id/${path}`,
        (visit: Visit, form: Form) => save(visit, form, rows),
      ]),
    ),
    async 'feeds/:id/source'(visit, form) {
      const id = visit.param('id');
      const { url = '' } = parseOrRefuse(updateFeedBodySchema, { url: form.text('url') });
      await changeSource(visit.deps, visit.account, id, { url });
      return { to: `feeds/${id}/settings`, done: 'feed-saved' };
    },
    async 'feeds/:id/restore'(visit) {
      const id = visit.param('id');
      await restoreMetadata(visit.deps, visit.account, id);
      return { to: `feeds/${id}/settings`, done: 'feed-restored' };
    },
  },
};

async function valuesOf({ deps, account }: Visit, id: string): Promise<Record<string, unknown>> {
  return {
    ...(await getFeedSummary(deps, account, id)),
    ...(await getFeedSettings(deps, account, id)),
  };
}

/** Saves what was changed: a title that was sent would replace that of the source. */
async function save(visit: Visit, form: Form, rows: readonly FeedField[]): Promise<GoTo> {
  const { deps, account, http } = visit;
  const params = { id: visit.param('id') };
  const before = textsOf(FEED_FIELDS, rows, await valuesOf(visit, params.id));
  const of = (request: string) => rows.filter((name) => FEED_FIELDS[name].request === request);
  const changed = (request: string) => changesIn(FEED_FIELDS, of(request), form, before);
  const body = parseOrRefuse(updateFeedBodySchema, changed('metadata'));
  const settings = parseOrRefuse(updateFeedSettingsBodySchema, changed('settings'));
  await handlers.updateFeed(deps, { account, params, body, query: undefined }, http);
  await updateFeedSettings(deps, account, params.id, settings);
  return { to: `feeds/${params.id}/settings`, done: 'feed-saved' };
}

function Restore({ at }: { at: string }) {
  return (
    <div class="card">
      <h2>Back to the source’s own</h2>
      <p class="muted">Title, description and icon follow the source again.</p>
      <ActionButton action={`${at}/restore`} label="Use the source’s own" small />
    </div>
  );
}

function SourceForm({ visit, feed }: { visit: Visit; feed: FeedSummary }) {
  return (
    <div id="source">
      <FormCard
        visit={visit}
        action={`feeds/${feed.id}/source`}
        title="Where it comes from"
        submit="Change the address"
        inputs={[
          {
            name: 'url',
            label: 'Address',
            hint: 'The new address is read first. The feed keeps its items and its own address.',
            maxLength: LENGTHS.url,
          },
        ]}
        values={{ url: feed.source_url }}
        problemsOf={(message) => ({ url: browserWords(message) })}
      />
    </div>
  );
}
