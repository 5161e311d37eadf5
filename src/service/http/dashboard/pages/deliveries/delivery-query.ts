import type { Delivery } from '../../../../../contract/index.js';
import type { Account } from '../../../../accounts/account.js';
import { matchingFeeds } from '../../../../dashboard/feed-query.js';
import type { Db } from '../../../../store/store.js';
import type { DeliverySelection } from '../../../../webhooks/deliveries/deliveries.js';

const HOUR_MS = 3_600_000;

/** Time ranges of the list: name in the address, length in milliseconds, and label. */
export const RANGES = [
  ['1h', HOUR_MS, 'Last hour'],
  ['24h', 24 * HOUR_MS, 'Last 24 hours'],
  ['7d', 7 * 24 * HOUR_MS, 'Last 7 days'],
] as const;

export const STATUSES = [
  [undefined, 'Any state'],
  ['delivered', 'Delivered'],
  ['pending', 'Waiting'],
  ['failed', 'Failed'],
  ['held', 'Held'],
] as const;

/** What the address of the list of deliveries says. */
export interface DeliveryQuery {
  /** Part of the title or address of a feed, or the id of an event. */
  search: string;
  webhook: string | undefined;
  status: Delivery['status'] | undefined;
  range: (typeof RANGES)[number][0] | undefined;
  /** Days in UTC such as 2026-01-15; the last one is included. */
  from: string | undefined;
  to: string | undefined;
}

/** Longest text of a search. */
const MAX_LENGTH = 200;

/** Feeds that a search takes. */
const MAX_FEEDS = 200;

/** Values that mean nothing are left out. */
export function readDeliveryQuery(given: URLSearchParams): DeliveryQuery {
  const text = (name: string) => (given.get(name) ?? '').trim().slice(0, MAX_LENGTH);
  const webhook = text('webhook');
  return {
    search: text('q'),
    webhook: webhook === '' ? undefined : webhook,
    status: STATUSES.find(([status]) => status === text('status'))?.[0],
    range: RANGES.find(([name]) => name === text('range'))?.[0],
    from: dayOf(text('from')),
    to: dayOf(text('to')),
  };
}

function dayOf(text: string): string | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay ? text : undefined;
}

/** The query of the address. */
export function deliveryAddress(query: DeliveryQuery): Record<string, string> {
  const { search: q, ...others } = query;
  return Object.fromEntries(
    Object.entries({ q, ...others }).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  );
}

/** Whether the list leaves deliveries out, beside those of other webhooks. */
export function isNarrowed({ search, status, range, from, to }: DeliveryQuery): boolean {
  return search !== '' || [status, range, from, to].some((value) => value !== undefined);
}

/** The deliveries of a query. @param now milliseconds */
export async function selectionOf(
  db: Db,
  account: Account,
  query: DeliveryQuery,
  now: number,
): Promise<Omit<DeliverySelection, 'limit' | 'offset'>> {
  const { search, webhook, status, range, from, to } = query;
  const length = RANGES.find(([name]) => name === range)?.[1];
  const starts = [
    ...(length === undefined ? [] : [now - length]),
    ...(from === undefined ? [] : [Date.parse(from)]),
  ];
  return {
    webhookId: webhook,
    status,
    since: starts.length === 0 ? undefined : Math.max(...starts),
    until: to === undefined ? undefined : Date.parse(to) + 24 * HOUR_MS,
    ...(await searched(db, account, search)),
  };
}

async function searched(db: Db, account: Account, search: string) {
  if (search === '') return {};
  if (/^evt_\w+$/.test(search)) return { eventId: search };
  const page = { limit: MAX_FEEDS, offset: 0 };
  return { feedIds: await matchingFeeds(db, account, { search, health: null }, page) };
}
