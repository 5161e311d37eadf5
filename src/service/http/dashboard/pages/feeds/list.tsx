import {
  countFeeds,
  type FeedCounts,
  type FeedEntry,
  findFeeds,
} from '../../../../dashboard/find-feeds.js';
import { itemsPerDay, RHYTHM_DAYS } from '../../../../dashboard/items-per-day.js';
import { bundleNames } from '../../../../dashboard/names.js';
import { address } from '../../frame/address.js';
import { type Choice, Choices, type Column, Listing, Pager } from '../../kit/list.js';
import type { Screen, Visit } from '../../kit/screen.js';
import {
  FeedName,
  HealthState,
  KIND_LABELS,
  NextRefresh,
  nameOfFeed,
} from '../../views/feed-parts.js';
import { Form } from '../../views/form.js';
import { Empty, Heading, RefusedNotice, Time } from '../../views/pieces.js';
import { Sparkline } from '../../views/sparkline.js';
import {
  isNarrowed,
  KINDS,
  type ListQuery,
  listAddress,
  PAGE_SIZES,
  readListQuery,
} from './list-query.js';
import { selectionAction } from './selection.js';
import { SelectionBar } from './selection-bar.js';

type Options = readonly (readonly [value: string, label: string])[];

/** `/dashboard/feeds`: every feed and how it is doing, and actions on the ticked ones. */
export const FEEDS: Screen = {
  section: 'feeds',
  async show(visit) {
    const { db, account, refused, page: number, now } = visit;
    const given = refused?.form.text('query') ?? new URL(visit.context.req.url).search;
    const query = readListQuery(new URLSearchParams(given));
    const [counts, { feeds, hasMore }, bundles] = await Promise.all([
      countFeeds(db, account),
      findFeeds(db, account, query, { limit: query.size, offset: (number - 1) * query.size }),
      bundleNames(db, account),
    ]);
    const rhythm = await itemsPerDay(
      db,
      feeds.map(({ id }) => id),
      now,
    );
    const options = bundles.map(({ id, name }) => [id, name] as const);
    const hasNext = hasMore;
    const isWhole = number === 1 && !hasNext;
    return {
      title: 'Feeds',
      content: (
        <>
          <FeedsHeading visit={visit} />
          <RefusedNotice refused={refused} />
          {counts.all === 0 ? (
            <NoFeeds hasFiles={visit.http.files !== undefined} />
          ) : (
            <>
              <FeedChoices query={query} counts={counts} bundles={options} />
              {feeds.length === 0 ? (
                <NothingFound {...query} />
              ) : (
                <Form action="feeds/selection" class="stack">
                  <input
                    type="hidden"
                    name="query"
                    value={new URLSearchParams(listAddress(query)).toString()}
                  />
                  <Listing
                    caption="Feeds"
                    columns={columnsOf(rhythm, now)}
                    rows={feeds}
                    select={{ name: 'feed', of: (feed) => [feed.id, nameOfFeed(feed)] }}
                  />
                  <SelectionBar
                    bundles={options}
                    matching={isWhole ? null : isNarrowed(query) ? 'found' : 'all'}
                  />
                </Form>
              )}
              <Pager path="feeds" query={listAddress(query)} page={{ number, hasNext }} />
            </>
          )}
        </>
      ),
    };
  },
  actions: { 'feeds/selection': selectionAction },
};

function FeedsHeading({ visit }: { visit: Visit }) {
  return (
    <Heading title="Feeds">
      {visit.http.files !== undefined && (
        <a class="button quiet" href="transfer">
          Import and export
        </a>
      )}
      <a class="button primary" href="feeds/new">
        Add a feed
      </a>
    </Heading>
  );
}

function NoFeeds({ hasFiles }: { hasFiles: boolean }) {
  return (
    <Empty title="No feeds yet">
      <a href="feeds/new">Add a feed</a> from a website, an RSS address or a search,{' '}
      {hasFiles && (
        <>
          <a href="transfer">import a list</a>,{' '}
        </>
      )}
      or run <code>feedctl feeds create https://…</code>
    </Empty>
  );
}

function columnsOf(rhythm: Map<string, number[]>, now: number): Column<FeedEntry>[] {
  const most = Math.max(1, ...[...rhythm.values()].flat());
  return [
    { name: 'Feed', cell: (feed) => <FeedName {...feed} about={KIND_LABELS[feed.kind]} /> },
    { name: 'State', cell: (feed) => <HealthState feed={feed} now={now} /> },
    {
      name: 'Items a day',
      isNumber: true,
      cell({ id }) {
        const days = rhythm.get(id) ?? [];
        const perDay = days.reduce((sum, count) => sum + count, 0) / RHYTHM_DAYS;
        return (
          <span class="rhythm">
            <Sparkline days={days} most={most} />
            <span>{perDay >= 10 ? Math.round(perDay) : perDay.toFixed(1)}</span>
          </span>
        );
      },
    },
    {
      name: 'Read',
      isNumber: true,
      cell: (feed) => <Time at={feed.lastRefreshedAt} now={now} />,
    },
    {
      name: 'Next',
      isNumber: true,
      cell: (feed) => <NextRefresh at={feed.nextRefreshAt} now={now} />,
    },
  ];
}

const SORT_OPTIONS = [
  ['', 'Newest feed first'],
  ['title', 'By title'],
  ['last_item', 'Newest item first'],
  ['health', 'Worst state first'],
] as const;

const KIND_OPTIONS = [
  ['', 'Any source'],
  ...KINDS.map((kind) => [kind, KIND_LABELS[kind]] as const),
] as const;

function FeedChoices(props: { query: ListQuery; counts: FeedCounts; bundles: Options }) {
  const { query, counts, bundles } = props;
  const { search, site = '', tag = '', kind = '', bundleId = '', sort = '', size } = query;
  const counted = (label: string, count: number) => `${label} (${count.toLocaleString('en')})`;
  const states: Options = [
    ['', counted('All', counts.all)],
    ['ok', counted('Fine', counts.ok)],
    ['failing', counted('Failing', counts.failing)],
    ['inactive', counted('Not active', counts.inactive)],
    ['paused', 'Paused'],
    ['drifted', 'Page changed'],
  ];
  const more: Choice[] = [
    { name: 'kind', label: 'Source', value: kind, options: KIND_OPTIONS },
    { name: 'bundle', label: 'Bundle', value: bundleId, options: [['', 'Any bundle'], ...bundles] },
    { name: 'site', label: 'Site', value: site, placeholder: 'example.com' },
    { name: 'tag', label: 'Tag of items', value: tag, placeholder: 'science' },
    {
      name: 'size',
      label: 'Feeds on a page',
      value: String(size),
      options: PAGE_SIZES.map((each) => [String(each), String(each)] as const),
    },
  ];
  return (
    <Choices
      action="feeds"
      search={{ label: 'Search titles and addresses', value: search }}
      choices={[
        { name: 'show', label: 'State', value: query.health ?? query.state ?? '', options: states },
        { name: 'sort', label: 'Order', value: sort, options: SORT_OPTIONS },
      ]}
      more={more}
      isMoreOpen={[kind, bundleId, site, tag].some(Boolean) || size !== PAGE_SIZES[0]}
    />
  );
}

function NothingFound({ search, ...query }: ListQuery) {
  const what = isNarrowed({ ...query, search: '' }) ? 'such feed' : 'feed';
  return (
    <Empty title="Nothing found">
      {search === ''
        ? 'No feed is like this. '
        : `No ${what} has “${search}” in its title or address. `}
      <a href={address('feeds')}>Show all feeds</a>
    </Empty>
  );
}
