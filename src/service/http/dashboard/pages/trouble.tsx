import type { Child } from 'hono/jsx';
import { timeSpan } from '../../../../base/relative-time.js';
import { parseUrl } from '../../../../base/url.js';
import { type FeedEntry, findFeeds } from '../../../dashboard/find-feeds.js';
import {
  countFailedDeliveries,
  driftedFeeds,
  silentFeeds,
  type TroubledFeed,
  troubledWebhooks,
} from '../../../dashboard/trouble.js';
import { Listing, Pager } from '../kit/list.js';
import type { Screen } from '../kit/screen.js';
import { FeedName } from '../views/feed-parts.js';
import { ActionButton } from '../views/form.js';
import { Heading, Time } from '../views/pieces.js';

const ON_A_PAGE = 50;

/** Where the failed deliveries of 24 hours are listed. */
export const FAILED_DELIVERIES = 'deliveries?status=failed&range=24h';

/** What is wrong, since when, and what to do about it. */
interface Row {
  what: Child;
  why: string;
  since: Child;
  act: Child;
}

/** `/dashboard/trouble`: what needs a person, each with a way to solve it. */
export const TROUBLE: Screen = {
  section: 'feeds',
  async show(visit) {
    const { db, account, now, page: number } = visit;
    const page = { limit: ON_A_PAGE, offset: (number - 1) * ON_A_PAGE };
    const [failing, inactive, drifted, silent, webhooks, failed] = await Promise.all([
      findFeeds(db, account, { search: '', health: 'failing' }, page),
      findFeeds(db, account, { search: '', health: 'inactive' }, page),
      driftedFeeds(db, account),
      silentFeeds(db, account, now),
      troubledWebhooks(db, account),
      countFailedDeliveries(db, account, now),
    ]);
    const feeds = [...failing.feeds, ...inactive.feeds].map((feed) => failingRow(feed, now));
    const others: Row[] =
      number > 1
        ? []
        : [
            ...drifted.map(driftedRow),
            ...webhooks.map((webhook) => ({
              what: (
                <a href={`webhooks/${webhook.id}`}>
                  Webhook {webhook.name ?? parseUrl(webhook.url)?.host}
                </a>
              ),
              why: webhook.disabledReason ?? 'Deliveries to this webhook fail.',
              since: webhook.failingSince && <Time at={webhook.failingSince} now={now} />,
              act: (
                <ActionButton action={`webhooks/${webhook.id}/test`} label="Send a test" small />
              ),
            })),
            ...(failed === 0 ? [] : [deliveriesRow(failed)]),
            ...silent.map(({ feed, silentMs, usualMs }) => ({
              what: <FeedName {...feed} />,
              why: `Nothing new; usually it has an item every ${timeSpan(usualMs)}.`,
              since: <Time at={now - silentMs} now={now} />,
              act: <ActionButton action={`feeds/${feed.id}/refresh`} label="Refresh" small />,
            })),
          ];
    const rows = [...feeds, ...others];
    return {
      title: 'Needs attention',
      content: (
        <>
          <Heading title="Needs attention" />
          {rows.length === 0 ? (
            <p class="muted">
              Nothing: all feeds are fetched without errors, and all deliveries arrive.
            </p>
          ) : (
            <Listing
              caption="What needs attention"
              rows={rows}
              columns={[
                { name: 'What', cell: ({ what }) => what },
                { name: 'Why', cell: ({ why }) => why },
                { name: 'Since', isNumber: true, cell: ({ since }) => since },
                { name: '', cell: ({ act }) => act },
              ]}
            />
          )}
          <Pager path="trouble" page={{ number, hasNext: failing.hasMore || inactive.hasMore }} />
        </>
      ),
    };
  },
};

function failingRow(feed: FeedEntry, now: number): Row {
  const isPage = feed.kind === 'feed' || feed.kind === 'page';
  return {
    what: <FeedName {...feed} />,
    why: feed.reason ?? 'The last fetch failed.',
    since: feed.failingSince && <Time at={feed.failingSince} now={now} />,
    act: (
      <span class="actions">
        <ActionButton
          action={`feeds/${feed.id}/refresh`}
          label="Try again"
          about={feed.title}
          small
        />
        {isPage && (
          <ActionButton
            action={`feeds/${feed.id}/repair`}
            label="Find its new address"
            about={feed.title}
            small
          />
        )}
      </span>
    ),
  };
}

function driftedRow(feed: TroubledFeed): Row {
  return {
    what: <FeedName {...feed} />,
    why: 'The page changed, and its list is no longer found.',
    since: '',
    act: (
      <ActionButton
        action={`feeds/${feed.id}/repair`}
        label="Find the new list"
        about={feed.title}
        small
      />
    ),
  };
}

function deliveriesRow(failed: number): Row {
  return {
    what: (
      <a href={FAILED_DELIVERIES}>
        {failed === 1 ? 'One delivery' : `${failed.toLocaleString('en')} deliveries`}
      </a>
    ),
    why: 'No more attempts are made. Replay them once the receiver works.',
    since: 'in 24 h',
    act: (
      <a class="button quiet small" href={FAILED_DELIVERIES}>
        Replay…
      </a>
    ),
  };
}
