/** An account of the fake; every request must carry the key and the secret of one. */
export interface FakeAccount {
  key: string;
  secret: string;
  /** Feeds beyond this number are refused with 402. Default: no limit. */
  feedLimit?: number;
}

/** How the fake behaves. Everything can be changed while it runs through `dialect.options`. */
export interface HostedDialectOptions {
  accounts: FakeAccount[];
  /** Lists as `{ total, offset, limit, data }`, without the total, or as bare arrays. */
  lists: 'envelope' | 'envelope-without-total' | 'array';
  /** `icon` as `{ url, mimeType }`, as a string, or not there at all. */
  icons: 'object' | 'string' | 'absent';
  /** Members of a bundle as objects or as ids. */
  members: 'objects' | 'ids';
  /** Leaves `title` and `description` out of feeds that have none. */
  sparse: boolean;
  /** Status of a create that worked. */
  createStatus: 200 | 201;
  /** A DELETE answers `{ id, deleted: true }`, or 204 with nothing. */
  deletes: 'object' | 'empty';
  /** PUT and DELETE of a member answer the bundle, or 204 with nothing. */
  memberChanges: 'bundle' | 'empty';
  /** Creating a source that the account has: a second feed, or the feed there is. */
  sameSource: 'another' | 'existing';
  /** Body fields the interface does not show (`mode`, `selectors`): passed over, or 400. */
  unknownFields: 'ignore' | 'reject';
  /** Shortest time between two writes in milliseconds, else 429; 0 for no limit. */
  writeIntervalMs: number;
  /** The form of Retry-After in such a 429. */
  retryAfter: 'seconds' | 'date' | 'absent';
  /** How long a create takes, in milliseconds. */
  createDelayMs: number;
  /** Published feeds: served, or 402 as for an account that has not paid. */
  published: 'served' | 'unpaid';
  /** The fake's clock, in milliseconds since the epoch. */
  now: () => number;
}

export const DEFAULT_OPTIONS: HostedDialectOptions = {
  accounts: [{ key: 'c_0123456789abcdef', secret: 's_fedcba9876543210' }],
  lists: 'envelope',
  icons: 'object',
  members: 'objects',
  sparse: true,
  createStatus: 200,
  deletes: 'object',
  memberChanges: 'bundle',
  sameSource: 'another',
  unknownFields: 'ignore',
  writeIntervalMs: 0,
  retryAfter: 'seconds',
  createDelayMs: 0,
  published: 'served',
  now: Date.now,
};
