import { type Account, ofEnabledAccount } from '../accounts/account.js';
import { SharedReads } from '../core/async/shared-reads.js';
import { MEMBERS_COLUMNS, revisionAt } from '../items/look.js';
import type { PublishedRevision } from '../publish/published-channel.js';
import { prepared } from '../store/prepared.js';
import type { Db } from '../store/store.js';

const selectPublished = prepared((db, members: string, id: string) =>
  stateOf(db, members).where('bundles.id', '=', id).where(ofEnabledAccount('bundles')),
);

const selectOwn = prepared((db, members: string, id: string, accountId: string) =>
  stateOf(db, members).where('bundles.id', '=', id).where('bundles.account_id', '=', accountId),
);

/**
 * Shared reads, by store. The readers of a popular bundle arrive together, and 0.4 ms for a
 * thousand members is more than the rest of a cached response: requests in the same round of the
 * event loop share the read.
 */
const shared = new WeakMap<Db, SharedReads<States>>();

/** The state of a bundle, which changes whenever the shown content changes. */
type BundleState = Awaited<ReturnType<typeof selectPublished>>[number];
type States = readonly BundleState[];

function share(db: Db, key: string, read: () => Promise<States>): Promise<States> {
  const reads = shared.get(db) ?? new SharedReads<States>();
  shared.set(db, reads);
  return reads.get(key, read);
}

/** The state of a bundle of any enabled account; undefined for an unknown id. */
export async function selectBundleState(db: Db, id: string): Promise<BundleState | undefined> {
  const [state] = await share(db, id, () => selectPublished(db, id, id));
  return state;
}

/** The revision of a bundle of this account; null if the account has no bundle with this id. */
export async function findBundleRevision(
  db: Db,
  account: Account,
  id: string,
  now: number,
): Promise<string | null> {
  const key = `${account.id} ${id}`;
  const [state] = await share(db, key, () => selectOwn(db, id, id, account.id));
  return state === undefined ? null : bundleRevisionAt(state, now).revision;
}

/**
 * The revision of a bundle with this state. Changes of members raise the revision of the bundle;
 * between them, the sum of the revisions of the members only grows. Together with the time of the
 * last change the values never repeat.
 */
export function bundleRevisionAt(state: BundleState, now: number): PublishedRevision {
  const { revision, members, member_revisions } = state;
  return revisionAt(
    {
      ...state,
      revision: `${revision}.${members}.${member_revisions ?? 0}`,
      updated_at: Math.max(state.updated_at, state.members_updated_at ?? 0),
    },
    now,
  );
}

/**
 * Computes the state in one pass over the members, of which a bundle may have thousands.
 * @param membersOf id of the bundle, which the caller also uses as a condition
 */
function stateOf(db: Db, membersOf: string) {
  const members = db
    .selectFrom('bundle_feeds')
    .innerJoin('feeds', 'feeds.id', 'bundle_feeds.feed_id')
    .select(({ fn }) => fn.countAll<number>().as('members'))
    .select(MEMBERS_COLUMNS)
    .where('bundle_feeds.bundle_id', '=', membersOf);
  return db
    .selectFrom(['bundles', members.as('state')])
    .select(['bundles.revision', 'bundles.updated_at'])
    .selectAll('state');
}
