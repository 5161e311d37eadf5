import type { RecordView, View } from '../../../output/view.js';

export const WEBHOOK_SAMPLE = {
  id: 'wh_a1B2c3D4e5F6g7H8',
  name: 'Team',
  url: 'https://hooks.example.com/feeds',
  format: 'standard',
  scope: 'all',
  scope_deleted: false,
  filters: { include: ['"solar sail*"'], exclude: [] },
  only: null,
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  last_success_at: '2026-01-31T08:30:00.000Z',
  created_at: '2026-01-30T12:00:00.000Z',
};

export const WEBHOOK_SECRET_SAMPLE = {
  ...WEBHOOK_SAMPLE,
  secret: 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2U=',
};

export const WEBHOOKS_VIEW: View = {
  one: 'webhook',
  many: 'webhooks',
  columns: [
    { field: 'id', kind: 'id', rank: 1 },
    { field: 'name', rank: 3 },
    { field: 'url', kind: 'url', rank: 2 },
    { field: 'format', kind: 'state', rank: 5 },
    { field: 'scope', kind: 'id', rank: 4 },
    { field: 'enabled', kind: 'state', rank: 3 },
    { field: 'failing_since', heading: 'failing since', kind: 'time', rank: 6 },
    { field: 'last_success_at', heading: 'last success', kind: 'time', rank: 7 },
  ],
};

export const WEBHOOK_VIEW: RecordView = {
  fields: [
    { field: 'id', kind: 'id' },
    { field: 'name' },
    { field: 'url', kind: 'url' },
    { field: 'format', kind: 'state' },
    { field: 'template' },
    { field: 'headers' },
    { field: 'scope', kind: 'id' },
    { field: 'scope_deleted', heading: 'scope deleted', kind: 'state' },
    { field: 'filters.include', heading: 'include' },
    { field: 'filters.exclude', heading: 'exclude' },
    { field: 'only', kind: 'state' },
    { field: 'enabled', kind: 'state' },
    { field: 'disabled_reason', heading: 'reason' },
    { field: 'failing_since', heading: 'failing since', kind: 'time' },
    { field: 'last_success_at', heading: 'last success', kind: 'time' },
    { field: 'created_at', heading: 'created', kind: 'time' },
  ],
};

/** For creation and rotation, the only time the secret is shown. */
export const WEBHOOK_SECRET_VIEW: RecordView = {
  fields: [...WEBHOOK_VIEW.fields, { field: 'secret', kind: 'id' }],
};
