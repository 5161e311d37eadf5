import type { BundleSummary } from '../../../../../contract/index.js';
import { getBundleSummary } from '../../../../bundles/bundle.js';
import { addFeedToBundle, removeFeedFromBundle } from '../../../../bundles/membership.js';
import { type FeedEntry, type FeedList, findFeeds } from '../../../../dashboard/find-feeds.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { BundleFrame } from '../../views/bundle-frame.js';
import { FeedName, HealthBadge } from '../../views/feed-frame.js';
import { ActionButton } from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Badge, Empty } from '../../views/pieces.js';
import { type PageOf, Pager, pageNumber, Search, Table } from '../../views/table.js';

const MEMBERS_PER_PAGE = 25;
const CANDIDATES = 10;

/** `/dashboard/bundles/:id`: the feeds in a bundle, and finding more for it. */
export function bundleMembersPage(app: PageApp, { deps }: HttpDeps): void {
  const { db } = deps.store;
  app.get('/dashboard/bundles/:id', async (context) => {
    const { account } = context.get('session');
    const id = context.req.param('id');
    const bundle = await getBundleSummary(deps, account, id);
    const number = pageNumber(context.req.query('page'));
    const members = await findFeeds(
      db,
      account,
      { search: '', health: null, bundleId: id },
      { limit: MEMBERS_PER_PAGE, offset: (number - 1) * MEMBERS_PER_PAGE },
    );
    const search = (context.req.query('q') ?? '').trim().slice(0, 200);
    const isAsked = context.req.query('q') !== undefined || bundle.feeds.length === 0;
    const candidates = isAsked
      ? await findFeeds(db, account, { search, health: null }, { limit: CANDIDATES, offset: 0 })
      : null;
    return page(
      context,
      { title: bundle.name, section: 'bundles' },
      <BundleFrame bundle={bundle} tab="feeds">
        <Members
          bundle={bundle}
          members={members.feeds}
          pageOf={{ number, hasNext: members.hasMore }}
          now={deps.clock.now()}
        />
        <Candidates bundle={bundle} found={candidates} search={search} />
      </BundleFrame>,
    );
  });

  app.post('/dashboard/bundles/:id/add', async (context) => {
    const feedId = (await readForm(context)).text('feed');
    const id = context.req.param('id');
    await addFeedToBundle(deps, context.get('session').account, id, feedId);
    return seeOther(context, `bundles/${id}`, 'member-added');
  });

  app.post('/dashboard/bundles/:id/remove', async (context) => {
    const feedId = (await readForm(context)).text('feed');
    const id = context.req.param('id');
    await removeFeedFromBundle(deps, context.get('session').account, id, feedId);
    return seeOther(context, `bundles/${id}`, 'member-removed');
  });
}

interface MembersProps {
  bundle: BundleSummary;
  members: FeedEntry[];
  pageOf: PageOf;
  now: number;
}

function Members({ bundle, members, pageOf, now }: MembersProps) {
  if (members.length === 0) {
    return <Empty title="No feeds in this bundle">Find feeds below and add them.</Empty>;
  }
  return (
    <>
      <div class="table-card">
        <Table
          caption="Feeds in this bundle"
          columns={['Feed', 'Health', '']}
          rows={members.map((feed) => [
            <FeedName {...feed} />,
            <HealthBadge feed={feed} now={now} />,
            <ActionButton
              action={`bundles/${bundle.id}/remove`}
              label="Remove"
              about={feed.title}
              fields={{ feed: feed.id }}
              small
            />,
          ])}
        />
      </div>
      <Pager path={`bundles/${bundle.id}`} page={pageOf} />
    </>
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
      <Search
        action={`bundles/${bundle.id}`}
        label="Search titles and addresses of feeds"
        value={search}
      />
      {found?.feeds.length === 0 && (
        <p class="muted">
          No matching feed. <a href="feeds/new">Add a new one</a>
        </p>
      )}
      {found !== null && found.feeds.length > 0 && (
        <div class="table-card">
          <Table
            caption="Feeds to add"
            columns={['Feed', '']}
            rows={found.feeds.map((feed) => [
              <FeedName {...feed} />,
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
            ])}
          />
        </div>
      )}
      {found?.hasMore && <p class="muted">There are more: search for a part of the title.</p>}
    </div>
  );
}
