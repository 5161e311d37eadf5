import {
  type BundleSummary,
  createBundleBodySchema,
  LENGTHS,
  updateBundleBodySchema,
} from '../../../../contract/index.js';
import { BUNDLE_FIELDS } from '../../../../resources/bundle.js';
import { getBundleSummary, listBundles } from '../../../bundles/bundle.js';
import { createBundle, deleteBundle, updateBundle } from '../../../bundles/edit-bundle.js';
import { addFeedToBundle, removeFeedFromBundle } from '../../../bundles/membership.js';
import { type FeedList, findFeeds } from '../../../dashboard/find-feeds.js';
import { type River, riverOf } from '../../../dashboard/river.js';
import { parseOrRefuse } from '../../error-response.js';
import { address } from '../frame/address.js';
import { Detail } from '../kit/detail.js';
import { FormCard } from '../kit/inputs.js';
import { Choices, Listing, Pager } from '../kit/list.js';
import { changesIn, inputsOf, problemsIn, textsOf } from '../kit/resource-inputs.js';
import type { Screen, Shown, Visit } from '../kit/screen.js';
import { Addresses } from '../views/addresses.js';
import { FeedName, HealthState } from '../views/feed-parts.js';
import { ActionButton, Confirm } from '../views/form.js';
import { Badge, Empty, Heading } from '../views/pieces.js';
import { RiverDays } from '../views/river.js';
import { WebhookHint } from '../views/webhook-parts.js';

const ON_A_PAGE = 25;
const CANDIDATES = 10;
const ROWS = ['name', 'description', 'icon', 'filters'] as const;
const INPUTS = inputsOf(BUNDLE_FIELDS, ROWS);

/** `/dashboard/bundles`: all bundles, and a new one. */
export const BUNDLES: Screen = {
  section: 'bundles',
  async show(visit) {
    const { deps, account, page: number } = visit;
    const page = { limit: ON_A_PAGE + 1, offset: (number - 1) * ON_A_PAGE };
    const found = await listBundles(deps, account, page);
    return {
      title: 'Bundles',
      content: (
        <>
          <Heading title="Bundles" sub="A bundle joins several feeds under one address." />
          {found.length === 0 ? (
            <Empty title="No bundles yet">Name one below, then add feeds to it.</Empty>
          ) : (
            <Listing
              caption="Bundles"
              rows={found.slice(0, ON_A_PAGE)}
              columns={[
                { name: 'Bundle', cell: (bundle) => <BundleName {...bundle} /> },
                { name: 'Feeds', isNumber: true, cell: ({ feeds }) => feeds.length },
                {
                  name: 'Address for readers',
                  cell: ({ rss_feed_url: url }) => <code>{url}</code>,
                },
              ]}
            />
          )}
          <Pager path="bundles" page={{ number, hasNext: found.length > ON_A_PAGE }} />
          <FormCard
            visit={visit}
            action="bundles"
            title="New bundle"
            submit="Create bundle"
            inputs={[{ name: 'name', label: 'Name', required: true, maxLength: LENGTHS.title }]}
            class="narrow"
          />
        </>
      ),
    };
  },
  actions: {
    async bundles({ deps, account }, form) {
      const body = parseOrRefuse(createBundleBodySchema, { name: form.text('name') });
      const { id } = await createBundle(deps, account, body);
      return { to: `bundles/${id}`, done: 'bundle-created' };
    },
  },
};

function BundleName({ id, name, description }: BundleSummary) {
  return (
    <div class="who">
      <div>
        <a href={`bundles/${id}`}>{name}</a>
        <div class="meta">{description.slice(0, 200)}</div>
      </div>
    </div>
  );
}

const TABS = [
  ['', 'Feeds'],
  ['/items', 'Items'],
  ['/settings', 'Settings'],
] as const;

/** A page about the bundle that the path names. @throws ServiceError BUNDLE_NOT_FOUND */
async function bundlePage(
  visit: Visit,
  tab: (typeof TABS)[number][0],
  contentOf: (bundle: BundleSummary) => Promise<Shown['content']>,
): Promise<Shown> {
  const bundle = await getBundleSummary(visit.deps, visit.account, visit.param('id'));
  const [, label] = TABS.find(([path]) => path === tab) ?? TABS[0];
  return {
    title: tab === '' ? bundle.name : `${bundle.name}: ${label.toLowerCase()}`,
    content: (
      <Detail
        title={bundle.name}
        sub={bundle.description}
        tabs={{
          label: 'This bundle',
          at: `bundles/${bundle.id}`,
          of: TABS.map(([path, name]) =>
            path === '' ? [path, name, bundle.feeds.length] : [path, name],
          ),
          here: tab,
        }}
      >
        <Addresses rss={bundle.rss_feed_url} />
        {await contentOf(bundle)}
      </Detail>
    ),
  };
}

/** `/dashboard/bundles/:id`: the feeds in a bundle, and finding more for it. */
export const BUNDLE: Screen = {
  section: 'bundles',
  show: (visit) =>
    bundlePage(visit, '', async (bundle) => {
      const { db, account, page: number } = visit;
      const members = await findFeeds(
        db,
        account,
        { search: '', health: null, bundleId: bundle.id },
        { limit: ON_A_PAGE, offset: (number - 1) * ON_A_PAGE },
      );
      const search = visit.query('q');
      const isAsked = visit.context.req.query('q') !== undefined || bundle.feeds.length === 0;
      const candidates = isAsked
        ? await findFeeds(db, account, { search, health: null }, { limit: CANDIDATES, offset: 0 })
        : null;
      return (
        <>
          <Members bundle={bundle} members={members} now={visit.now} />
          <Pager path={`bundles/${bundle.id}`} page={{ number, hasNext: members.hasMore }} />
          <Candidates bundle={bundle} found={candidates} search={search} />
        </>
      );
    }),
  actions: {
    async 'bundles/:id/add'(visit, form) {
      const id = visit.param('id');
      await addFeedToBundle(visit.deps, visit.account, id, form.text('feed'));
      return { to: `bundles/${id}`, done: 'member-added' };
    },
    async 'bundles/:id/remove'(visit, form) {
      const id = visit.param('id');
      await removeFeedFromBundle(visit.deps, visit.account, id, form.text('feed'));
      return { to: `bundles/${id}`, done: 'member-removed' };
    },
  },
};

function Members(props: { bundle: BundleSummary; members: FeedList; now: number }) {
  const { bundle, members, now } = props;
  if (members.feeds.length === 0) {
    return <Empty title="No feeds in this bundle">Find feeds below and add them.</Empty>;
  }
  return (
    <Listing
      caption="Feeds in this bundle"
      rows={members.feeds}
      columns={[
        { name: 'Feed', cell: (feed) => <FeedName {...feed} /> },
        { name: 'State', cell: (feed) => <HealthState feed={feed} now={now} /> },
        {
          name: '',
          cell: (feed) => (
            <ActionButton
              action={`bundles/${bundle.id}/remove`}
              label="Remove"
              about={feed.title}
              fields={{ feed: feed.id }}
              small
            />
          ),
        },
      ]}
    />
  );
}

interface CandidatesProps {
  bundle: BundleSummary;
  found: FeedList | null;
  search: string;
}

function Candidates({ bundle, found, search }: CandidatesProps) {
  const members = new Set(bundle.feeds);
  return (
    <div class="card">
      <h2>Add feeds</h2>
      <Choices
        action={`bundles/${bundle.id}`}
        search={{ label: 'Search titles and addresses of feeds', value: search }}
        choices={[]}
      />
      {found?.feeds.length === 0 && (
        <p class="muted">
          No matching feed. <a href="feeds/new">Add a new one</a>
        </p>
      )}
      {found !== null && found.feeds.length > 0 && (
        <Listing
          caption="Feeds to add"
          rows={found.feeds}
          columns={[
            { name: 'Feed', cell: (feed) => <FeedName {...feed} /> },
            {
              name: '',
              cell: (feed) =>
                members.has(feed.id) ? (
                  <Badge tone="plain">In this bundle</Badge>
                ) : (
                  <ActionButton
                    action={`bundles/${bundle.id}/add`}
                    label="Add"
                    about={feed.title}
                    fields={{ feed: feed.id }}
                    small
                  />
                ),
            },
          ]}
        />
      )}
      {found?.hasMore && <p class="muted">There are more: search for a part of the title.</p>}
    </div>
  );
}

/** `/dashboard/bundles/:id/items`: the items of its feeds together, all of them. */
export const BUNDLE_ITEMS: Screen = {
  section: 'bundles',
  show: (visit) =>
    bundlePage(visit, '/items', async ({ id }) => {
      const { deps, account, now } = visit;
      const river: River = await riverOf(deps, account, { scope: id, after: visit.query('after') });
      if (river.items.length === 0) {
        return <Empty title="No items">Items of the feeds in this bundle show here.</Empty>;
      }
      return (
        <RiverDays
          river={river}
          now={now}
          nextPath={(after) => address(`bundles/${id}/items`, { after })}
        />
      );
    }),
};

/** `/dashboard/bundles/:id/settings`: what readers see of it, and taking it away. */
export const BUNDLE_SETTINGS: Screen = {
  section: 'bundles',
  show: (visit) =>
    bundlePage(visit, '/settings', async (bundle) => {
      const at = `bundles/${bundle.id}`;
      return (
        <div class="columns">
          <FormCard
            visit={visit}
            action={`${at}/settings`}
            title="What readers see"
            submit="Save"
            inputs={INPUTS}
            values={textsOf(BUNDLE_FIELDS, ROWS, { ...bundle })}
            problemsOf={problemsIn(BUNDLE_FIELDS, ROWS)}
          />
          <div class="stack">
            <WebhookHint scope={bundle.id} what="bundle" />
            <div class="card">
              <h2>Delete this bundle</h2>
              <p class="muted">Its feeds stay; its address stops working.</p>
              <Confirm action={`${at}/delete`} ask="Delete…" label="Delete permanently">
                This cannot be undone.
              </Confirm>
            </div>
          </div>
        </div>
      );
    }),
  actions: {
    async 'bundles/:id/settings'(visit, form) {
      const { deps, account } = visit;
      const id = visit.param('id');
      const before = textsOf(BUNDLE_FIELDS, ROWS, {
        ...(await getBundleSummary(deps, account, id)),
      });
      const changes = changesIn(BUNDLE_FIELDS, ROWS, form, before);
      await updateBundle(deps, account, id, parseOrRefuse(updateBundleBodySchema, changes));
      return { to: `bundles/${id}/settings`, done: 'bundle-saved' };
    },
    async 'bundles/:id/delete'(visit) {
      await deleteBundle(visit.deps, visit.account, visit.param('id'));
      return { to: 'bundles', done: 'bundle-deleted' };
    },
  },
};
