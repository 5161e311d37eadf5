/** One check of `feedctl health` or `feedctl doctor`. */
interface CheckFacts {
  /**
   * The subject of the check: each feed, its published address, the whole account, or this machine.
   */
  of: 'feed' | 'published' | 'account' | 'machine';
  /** The problem that it finds; completes "a feed that …" or "the …". */
  doc: string;
  /** Set if it runs only when it is named: many people do not consider its findings a problem. */
  optional?: true;
  /** Checks that must pass before it runs, so that one failure is not reported twice. */
  needs?: readonly string[];
}

/** Every check: those of a feed with the most severe first, those of the machine in their order. */
export const CHECKS = {
  inactive: { of: 'feed', doc: 'is no longer fetched by the service' },
  failing: { of: 'feed', doc: 'cannot be read' },
  notice: { of: 'feed', doc: 'has an item that asks for payment' },
  empty: { of: 'feed', doc: 'has no items' },
  drifted: { of: 'feed', doc: 'reads a page that changed, so that its list is no longer found' },
  stale: { of: 'feed', doc: 'has no new item within three times its usual gap' },
  cut: {
    of: 'feed',
    doc: 'reads a document with more entries than are kept',
    optional: true,
  },
  unpublished: { of: 'published', doc: 'has a published address that does not work' },
  'not-a-feed': { of: 'published', doc: 'has a web page as its published address' },
  unpaid: { of: 'published', doc: 'is refused until the service is paid' },
  dangling: { of: 'account', doc: 'is deleted, but still a member of a bundle' },
  duplicate: { of: 'account', doc: 'has the same source as another feed' },
  'no-bundle': { of: 'account', doc: 'is in no bundle', optional: true },
  node: { of: 'machine', doc: 'version of Node' },
  configuration: { of: 'machine', doc: 'file of profiles and its modes' },
  'data directory': { of: 'machine', doc: 'data directory, its modes and free space' },
  credentials: { of: 'machine', doc: 'credentials in use and where they come from' },
  proxy: { of: 'machine', doc: 'proxy in use' },
  reachability: {
    of: 'machine',
    doc: 'answer and clock of the service',
    needs: ['credentials'],
  },
  database: {
    of: 'machine',
    doc: 'damage of the database of the embedded service',
    needs: ['credentials', 'reachability', 'database'],
  },
  feeds: {
    of: 'machine',
    doc: 'feeds, the processes that fetch them, and the backlog',
    needs: ['credentials', 'reachability', 'database'],
  },
} as const satisfies Record<string, CheckFacts>;

type CheckName = keyof typeof CHECKS;
type Of<K extends CheckFacts['of']> = {
  [N in CheckName]: (typeof CHECKS)[N]['of'] extends K ? N : never;
}[CheckName];

/** Checks of each feed, of its published address included. */
export type FeedCheckName = Of<'feed' | 'published'>;
export type AccountCheckName = Of<'account'>;
export type MachineCheckName = Of<'machine'>;
/** Names of the checks of `feedctl health`. */
export type HealthCheckName = FeedCheckName | AccountCheckName;

/** The checks of some kinds, in the order of the table. */
export function checksOf<K extends CheckFacts['of']>(...kinds: readonly K[]): Of<K>[] {
  const all = Object.keys(CHECKS) as CheckName[];
  return all.filter((name): name is Of<K> => kinds.some((kind) => CHECKS[name].of === kind));
}

/** A check with its facts. */
export function checkFacts(name: CheckName): CheckFacts {
  return CHECKS[name];
}
