import { bundleNames, findFeeds } from '../../../dashboard/find-feeds.js';
import { itemsPerDay, RHYTHM_DAYS } from '../../../dashboard/items-per-day.js';
import { countFeeds } from '../../../feeds/count-feeds.js';
import type { OwnFeed } from '../../../feeds/feed.js';
import { Sparkline, sum } from '../kit/charts.js';
import { FeedName, HealthState, NextRefresh, nameOfFeed } from '../kit/feeds.js';
import { ButtonLink, Form } from '../kit/form.js';
import { address } from '../kit/http.js';
import { Choices, type Column, Listing, Pager } from '../kit/list.js';
import { Empty, Notice, Time } from '../kit/parts.js';
import type { Screen } from '../kit/screen.js';
import { feedChoices, readFeedQuery } from './feed-choices.js';
import { SelectionBar, selectionAction } from './selection.js';

/** `/dashboard/feeds`: every feed and how it is doing, and actions on the ticked ones. */
export const FEEDS: Screen = {
  async show(visit) {
    const { deps, db, account, refused, page, now } = visit;
    const { asked, query, isNarrowed, size } = readFeedQuery(visit.given);
    const cursor = visit.query('after') || undefined;
    const offset = cursor === undefined ? (page - 1) * size : 0;
    const [counts, { feeds, hasMore, next }, bundles] = await Promise.all([
      countFeeds(db, account),
      findFeeds(deps, account, query, { limit: size, offset, cursor }),
      bundleNames(db, account),
    ]);
    const ids = feeds.map(({ id }) => id);
    const columns = columnsOf(await itemsPerDay(db, ids, now));
    const options = bundles.map(({ id, name }) => [id, name] as const);
    const hasFiles = visit.site.files !== undefined;
    const isWhole = page === 1 && !hasMore;
    return {
      title: 'Feeds',
      actions: (
        <>
          {hasFiles && (
            <ButtonLink href="transfer" tone="quiet">
              Import and export
            </ButtonLink>
          )}
          <ButtonLink href="feeds/new" tone="primary">
            Add a feed
          </ButtonLink>
        </>
      ),
      content: (
        <>
          <Notice tone="bad" text={refused?.message} />
          {counts.all === 0 && <NoFeeds hasFiles={hasFiles} />}
          {counts.all > 0 && (
            <Choices
              action="feeds"
              values={asked}
              search="Search titles and addresses"
              {...feedChoices(counts, options)}
            />
          )}
          {counts.all > 0 && feeds.length === 0 && (
            <Empty title="Nothing found">
              {asked.q === ''
                ? 'No feed is like this. '
                : `No such feed has “${asked.q}” in its title or address. `}
              <a href="feeds">Show all feeds</a>
            </Empty>
          )}
          {feeds.length > 0 && (
            <Form action="feeds/selection" class="stack">
              <input type="hidden" name="query" value={address('', asked)} />
              <Listing
                caption="Feeds"
                columns={columns}
                rows={feeds}
                select={{ name: 'feed', of: (feed) => [feed.id, nameOfFeed(feed)] }}
              />
              <SelectionBar
                bundles={options}
                matching={isWhole ? null : isNarrowed ? 'All that match' : 'All feeds'}
              />
            </Form>
          )}
          <Pager path="feeds" query={asked} page={page} hasNext={hasMore} cursor={next} />
        </>
      ),
    };
  },
  actions: { 'feeds/selection': selectionAction },
};

function NoFeeds({ hasFiles }: { hasFiles: boolean }) {
  return (
    <Empty title="No feeds yet">
      <a href="feeds/new">Add a feed</a> from a website, an RSS address or a search,{' '}
      {hasFiles && <a href="transfer">import a list</a>}
      {hasFiles && ', '}
      or run <code>feedctl feeds create https://…</code>
    </Empty>
  );
}

function columnsOf(rhythm: Map<string, number[]>): Column<OwnFeed>[] {
  const most = Math.max(1, ...[...rhythm.values()].flat());
  return [
    ['Feed', (feed) => <FeedName feed={feed} />],
    ['State', (feed) => <HealthState feed={feed} />],
    ['Items a day', ({ id }) => <Rhythm days={rhythm.get(id) ?? []} most={most} />, 'number'],
    ['Read', (feed) => <Time at={feed.last_fetched_at} />, 'number'],
    ['Next', (feed) => <NextRefresh at={feed.next_fetch_at} />, 'number'],
  ];
}

function Rhythm({ days, most }: { days: readonly number[]; most: number }) {
  const perDay = sum(days) / RHYTHM_DAYS;
  return (
    <span class="rhythm">
      <Sparkline days={days} most={most} />
      <span>{perDay >= 10 ? Math.round(perDay) : perDay.toFixed(1)}</span>
    </span>
  );
}
