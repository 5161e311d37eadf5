import type { Clock } from '../core/clock.js';
import { prepared } from '../store/prepared.js';
import type { Store } from '../store/store.js';
import { isLive } from './liveness.js';

/** Where a `serve` without any settings would be found. */
export const DEFAULT_PUBLIC_URL = 'http://127.0.0.1:7410';

/** How long what was looked up counts, in milliseconds: every look at a feed asks for it. */
const KNOWN_FOR_MS = 1000;

/** More than ever serve one database; the rest of the table is history. */
const RECENT = 20;

export interface PublicAddress {
  /** Origin, and path if any, that published feeds are found under; without a trailing slash. */
  base(): Promise<string>;
  /** True when nothing is known to answer at `base()`: worth a note to the user. */
  isUnserved(): Promise<boolean>;
}

/**
 * The address of published feeds, looked up again and again because a `serve` may start or stop at
 * any time: the explicit one, else that of the live instance, else of the last one there was.
 */
export function publicAddress(
  store: Store,
  clock: Clock,
  explicit: string | undefined,
): PublicAddress {
  let known: { base: Promise<string>; until: number } | undefined;
  return {
    base() {
      if (known === undefined || clock.now() >= known.until) {
        const base = lookUp();
        base.catch(() => {
          known = undefined;
        });
        known = { base, until: clock.now() + KNOWN_FOR_MS };
      }
      return known.base;
    },
    async isUnserved() {
      if (explicit !== undefined) return false;
      const instance = await servingInstance(store, clock);
      return instance === undefined || !isLive(instance, clock.now());
    },
  };

  async function lookUp(): Promise<string> {
    const instance = explicit === undefined ? await servingInstance(store, clock) : undefined;
    const url = explicit ?? instance?.public_url ?? instance?.listen_url ?? DEFAULT_PUBLIC_URL;
    return url.replace(/\/+$/, '');
  }
}

/** Where the feed or bundle with this id is published as RSS. */
export function rssFeedUrl(base: string, id: string): string {
  return `${base}/feeds/${id}.xml`;
}

const selectRecent = prepared((db, most: number) =>
  db
    .selectFrom('instances')
    .select(['listen_url', 'public_url', 'started_at', 'heartbeat_at', 'stopped_at'])
    .where('listen_url', 'is not', null)
    .orderBy('heartbeat_at', 'desc')
    .limit(most),
);

/** The live instance that started first, so that a second one does not move addresses. */
async function servingInstance({ db }: Store, clock: Clock) {
  const recent = await selectRecent(db, RECENT);
  const live = recent.filter((instance) => isLive(instance, clock.now()));
  return live.sort((a, b) => a.started_at - b.started_at)[0] ?? recent[0];
}
