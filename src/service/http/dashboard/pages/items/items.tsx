import type { Child } from 'hono/jsx';
import type { Account } from '../../../../accounts/account.js';
import { ServiceError } from '../../../../core/errors.js';
import { matchingFeeds } from '../../../../dashboard/feed-query.js';
import { countFeeds } from '../../../../dashboard/find-feeds.js';
import { bundleNames, namesOf } from '../../../../dashboard/names.js';
import { countNewer, type River, riverOf, searchRiver } from '../../../../dashboard/river.js';
import { countFailedDeliveries } from '../../../../dashboard/trouble.js';
import type { Db } from '../../../../store/store.js';
import { address } from '../../frame/address.js';
import { Choices } from '../../kit/list.js';
import type { Screen, Shown, Visit } from '../../kit/screen.js';
import { Empty, Heading, RefusedNotice } from '../../views/pieces.js';
import { RiverDays } from '../../views/river.js';
import { Tiles } from '../../views/tiles.js';
import { itemsToday } from '../activity.js';
import { FAILED_DELIVERIES } from '../trouble.js';
import { FirstSteps } from './first-steps.js';

/** How often the page asks for new items, in seconds. */
const NEWS_SECONDS = 60;

const DAY_MS = 86_400_000;

/** `/dashboard/items`: the items of all feeds by day, filtered and searched. */
export const ITEMS: Screen = {
  section: 'items',
  async show(visit) {
    const { all } = await countFeeds(visit.db, visit.account);
    if (all > 0) return itemsPage(visit);
    return { title: 'Items', content: [<ItemsHeading />, <FirstSteps />] };
  },
};

function ItemsHeading({ sub }: { sub?: Child }) {
  return (
    <Heading title="Items" sub={sub}>
      <a class="button primary" href="feeds/new">
        Add a feed
      </a>
    </Heading>
  );
}

/** What the address asks for. */
async function queryOf(visit: Visit) {
  const feed = visit.query('feed');
  const until = visit.query('until');
  const day = /^\d{4}-\d\d-\d\d$/.test(until) ? Date.parse(until) : Number.NaN;
  const scope = visit.query('scope');
  return {
    search: visit.query('q'),
    bundle: scope,
    feed,
    until: Number.isNaN(day) ? '' : until,
    /** A feed narrows more than a bundle. */
    scope: feed === '' ? scope : await feedNamed(visit.db, visit.account, feed),
    ...(!Number.isNaN(day) && { before: day + DAY_MS }),
    after: (visit.context.req.query('after') ?? '').slice(0, 1000),
  };
}

/** The id of the feed with this id or title; null without one. */
async function feedNamed(db: Db, account: Account, feed: string): Promise<string | null> {
  if ((await namesOf(db, account, [feed])).has(feed)) return feed;
  const query = { search: feed, health: null };
  const [id = null] = await matchingFeeds(db, account, query, { limit: 1, offset: 0 });
  return id;
}

async function itemsPage(visit: Visit): Promise<Shown> {
  const { db, deps, account, now } = visit;
  const { scope, search, bundle, feed, until, ...query } = await queryOf(visit);
  const [bundles, tiles, found] = await Promise.all([
    bundleNames(db, account),
    tilesOf(visit),
    scope === null
      ? { items: [], next: null }
      : search === ''
        ? riverOf(deps, account, { scope, ...query })
        : searchRiver(deps, account, search, { scope, ...query }).catch(refusal),
  ]);
  const here = { q: search, scope: bundle, feed, until };
  const asked = Object.fromEntries(Object.entries(here).filter(([, value]) => value !== ''));
  const isNarrowed = Object.keys(asked).length > 0;
  const isFirst = !isNarrowed && query.after === '';
  const problem = 'message' in found ? found : null;
  const river: River = 'message' in found ? { items: [], next: null } : found;
  return {
    title: 'Items',
    ...(problem && { status: 400 as const }),
    content: (
      <>
        <ItemsHeading sub={isFirst && <News since={now} count={0} />} />
        {isFirst && <Tiles tiles={tiles} />}
        <Choices
          action="items"
          search={{ label: 'Search all items', value: search }}
          choices={[
            {
              name: 'scope',
              label: 'Bundle',
              value: bundle,
              options: [['', 'All feeds'], ...bundles.map(({ id, name }) => [id, name] as const)],
            },
            { name: 'feed', label: 'Feed', value: feed, placeholder: 'Feed' },
            { name: 'until', label: 'Up to day', value: until, as: 'date' },
          ]}
        />
        <RefusedNotice refused={problem} />
        {river.items.length === 0 && problem === null ? (
          <Empty title="Nothing found">
            {isNarrowed ? (
              <>
                No item is like this. <a href="items">Show all items</a>
              </>
            ) : (
              'New items show here as they come.'
            )}
          </Empty>
        ) : (
          <RiverDays
            river={river}
            now={now}
            nextPath={(after) => address('items', { ...asked, after })}
            isSearch={search !== ''}
          />
        )}
      </>
    ),
  };
}

/** What is wrong with the words of a search, for people. */
function refusal(error: unknown): { message: string } {
  if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  return { message: error.message.replace(/^"search"/, 'The search') };
}

async function tilesOf({ deps, db, account, now }: Visit) {
  const [today, counts, failed] = await Promise.all([
    itemsToday(deps.store, account, now),
    countFeeds(db, account),
    countFailedDeliveries(db, account, now),
  ]);
  const failing = counts.failing + counts.inactive;
  return [
    { value: today, label: 'Items today', href: 'activity' },
    {
      value: failing,
      label: failing === 1 ? 'Failing feed' : 'Failing feeds',
      href: 'trouble',
      tone: 'warn',
    },
    {
      value: failed,
      label: failed === 1 ? 'Failed delivery today' : 'Failed deliveries today',
      href: FAILED_DELIVERIES,
      tone: 'bad',
    },
  ] as const;
}

/** Says how many items came after a time, and asks again as long as the page is open. */
function News({ since, count }: { since: number; count: number }) {
  return (
    <div
      id="news"
      role="status"
      class={count > 0 ? 'notice info' : ''}
      data-live={String(NEWS_SECONDS)}
      data-live-from={`items/news?since=${since}`}
    >
      {count > 0 && (
        <a href="items">{count === 1 ? '1 new item' : `${count.toLocaleString('en')} new items`}</a>
      )}
    </div>
  );
}

/** `/dashboard/items/news`: the announcement of new items, for the script. */
export const NEWS: Screen = {
  section: 'items',
  async show(visit) {
    const since = Number(visit.query('since')) || visit.now;
    const count = await countNewer(visit.deps, visit.account, since);
    return { title: 'New items', content: <News since={since} count={count} /> };
  },
};
