import type { ShownFields } from './shown.js';

const AT = '2026-01-31T08:30:00.000Z';

/** Limits of an account; null: no limit. */
export const LIMIT_FIELDS = {
  requests_per_minute: {
    kind: 'count_or_null',
    doc: 'Requests per minute and key',
    sample: 120,
    rank: 6,
    range: [1, 100_000],
  },
  burst: {
    kind: 'count_or_null',
    doc: 'Requests at once; null: requests_per_minute',
    sample: null,
    range: [1, 100_000],
  },
  feeds: {
    kind: 'count_or_null',
    doc: 'Number of feeds',
    heading: 'max feeds',
    sample: 500,
    rank: 5,
    range: [0, 10_000_000],
  },
  concurrent_creations: {
    kind: 'count_or_null',
    doc: 'Concurrent feed creations',
    sample: null,
    range: [1, 1000],
  },
} as const satisfies ShownFields & Record<string, { range: readonly [min: number, max: number] }>;

/** Fields of an account in answers. */
export const ACCOUNT_FIELDS = {
  id: {
    kind: 'id',
    doc: 'owner, or acc_ and 16 base-62 characters',
    sample: 'acc_a1B2c3D4e5F6g7H8',
    rank: 1,
  },
  name: { kind: 'text', sample: 'news desk', rank: 2 },
  enabled: {
    kind: 'flag',
    doc: 'False: its keys are refused and its feeds are not fetched',
    sample: true,
    rank: 3,
  },
  feeds: { kind: 'count', doc: 'Feeds that it has', sample: 42, rank: 4 },
  limits: {
    kind: 'limits',
    sample: { requests_per_minute: 120, burst: null, feeds: 500, concurrent_creations: null },
  },
  created_at: { kind: 'time', sample: AT, rank: 7 },
  disabled_at: { kind: 'time_or_null', doc: 'Null while it is enabled', sample: null },
} as const satisfies ShownFields;

/** Fields of an API key in answers. */
export const KEY_FIELDS = {
  id: { kind: 'id', doc: 'The API key, c_…', sample: 'c_2rTq8Zk1', rank: 1 },
  name: { kind: 'text', sample: 'reader', rank: 2 },
  read_only: {
    kind: 'flag',
    doc: 'It may only send GET requests',
    sample: false,
    rank: 7,
  },
  created_at: { kind: 'time', sample: AT, rank: 4 },
  last_used_at: {
    kind: 'time_or_null',
    doc: 'To the minute; null: never',
    sample: '2026-01-31T09:00:00.000Z',
    rank: 3,
  },
  last_used_from: {
    kind: 'text_or_null',
    doc: 'Program and network of that use, such as feedctl 0.1.0 from 192.0.2.x; null: not known',
    heading: 'last used by',
    sample: 'feedctl 0.1.0 from 192.0.2.x',
    rank: 6,
  },
  expires_at: {
    kind: 'time_or_null',
    doc: 'Its requests are refused from then on; null: never',
    heading: 'expires',
    sample: null,
    rank: 8,
  },
  revoked_at: { kind: 'time_or_null', doc: 'Null while it is not revoked', sample: null, rank: 5 },
} as const satisfies ShownFields;
