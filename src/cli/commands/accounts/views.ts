import type { RecordView, View } from '../../output/view.js';

export const ACCOUNT_SAMPLE = {
  id: 'acc_a1B2c3D4e5F6g7H8',
  name: 'news desk',
  enabled: true,
  feeds: 42,
  limits: {
    requests_per_minute: 120,
    burst: null,
    feeds: 500,
    concurrent_creations: null,
  },
  created_at: '2026-01-31T08:30:00.000Z',
  disabled_at: null,
};

export const ACCOUNTS_VIEW: View = {
  one: 'account',
  many: 'accounts',
  columns: [
    { field: 'id', kind: 'id', rank: 1 },
    { field: 'name', rank: 2 },
    { field: 'enabled', kind: 'state', rank: 3 },
    { field: 'feeds', kind: 'state', rank: 4 },
    { field: 'limits.feeds', heading: 'max feeds', kind: 'state', rank: 5 },
    { field: 'limits.requests_per_minute', heading: 'requests/min', kind: 'state', rank: 6 },
    { field: 'created_at', heading: 'created', kind: 'time', rank: 7 },
  ],
};

export const ACCOUNT_VIEW: RecordView = {
  fields: [
    { field: 'id', kind: 'id' },
    { field: 'name' },
    { field: 'enabled', kind: 'state' },
    { field: 'feeds', kind: 'state' },
    { field: 'limits.feeds', heading: 'max feeds', kind: 'state' },
    { field: 'limits.requests_per_minute', heading: 'requests per minute', kind: 'state' },
    { field: 'limits.burst', heading: 'burst', kind: 'state' },
    { field: 'limits.concurrent_creations', heading: 'concurrent creations', kind: 'state' },
    { field: 'created_at', heading: 'created', kind: 'time' },
    { field: 'disabled_at', heading: 'disabled', kind: 'time' },
  ],
};
