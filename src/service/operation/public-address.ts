import { listenAddress } from '../core/settings.js';
import type { Clock } from '../core/time.js';
import { prepared } from '../store/prepared.js';
import type { Store } from '../store/store.js';
import { isLive } from './liveness.js';

/** Cache duration of the lookup, in milliseconds: every fetch of a feed needs the address. */
const KNOWN_FOR_MS = 1000;

/** Limit of rows read; more instances never serve one database. */
const RECENT = 20;

export interface PublicAddress {
  /** Origin and path of published feeds, without a trailing slash. */
  base(): Promise<string>;
  /**
   * The address that the operator configured, here or for the live instance; null if there is none.
   * Others can reach the service there.
   */
  configured(): Promise<string | null>;
  /** True if nothing is known to serve `base()`, which is worth a note to the user. */
  isUnserved(): Promise<boolean>;
}

/**
 * The address of published feeds: the explicit one, else that of the live instance, else that of
 * the last one. Refreshed regularly, because a `serve` may start or stop at any time.
 *
 * @param unserved where `serve` would listen: the address while nothing has served yet
 */
export function publicAddress(
  store: Store,
  clock: Clock,
  explicit: string | undefined,
  unserved = listenAddress(),
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
    async configured() {
      if (explicit !== undefined) return explicit.replace(/\/+$/, '');
      const instance = await servingInstance(store, clock);
      if (instance === undefined || !isLive(instance, clock.now())) return null;
      return instance.public_url?.replace(/\/+$/, '') ?? null;
    },
    async isUnserved() {
      if (explicit !== undefined) return false;
      const instance = await servingInstance(store, clock);
      return instance === undefined || !isLive(instance, clock.now());
    },
  };

  async function lookUp(): Promise<string> {
    const instance = explicit === undefined ? await servingInstance(store, clock) : undefined;
    const url = explicit ?? instance?.public_url ?? instance?.listen_url ?? unserved;
    return url.replace(/\/+$/, '');
  }
}

/** The RSS address of the feed or bundle with this id. */
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

/** The live instance that started first, so that a second one does not change addresses. */
async function servingInstance({ db }: Store, clock: Clock) {
  const recent = await selectRecent(db, RECENT);
  const live = recent.filter((instance) => isLive(instance, clock.now()));
  return live.sort((a, b) => a.started_at - b.started_at)[0] ?? recent[0];
}
