import type { ShownFields } from './shown.js';

const AT = '2026-01-31T08:30:00.000Z';

/** Fields of a webhook in answers. */
export const WEBHOOK_FIELDS = {
  id: { kind: 'id', doc: 'wh_ and 16 base-62 characters', sample: 'wh_a1B2c3D4e5F6g7H8', rank: 1 },
  name: {
    kind: 'text',
    doc: 'Name for people; "" for none, then its address is shown',
    sample: 'Team',
    rank: 3,
  },
  url: {
    kind: 'url',
    doc: 'Address; of a chat, and of other formats than standard, only its origin and ***',
    sample: 'https://hooks.example.com/feeds',
    rank: 2,
  },
  format: { kind: 'format', sample: 'standard', rank: 5 },
  template: { kind: 'text', doc: 'Of the format template', optional: true },
  headers: {
    kind: 'headers',
    doc: 'Extra request headers: each value is ***; absent without any',
    optional: true,
  },
  kind: {
    kind: 'hub',
    doc: 'The WebSub hub of the operator, told about published feeds; absent for others',
    optional: true,
  },
  scope: { kind: 'id', doc: 'all, or the id of a feed or a bundle', sample: 'all', rank: 4 },
  scope_deleted: {
    kind: 'flag',
    doc: 'The feed or bundle was deleted: no more events come',
    sample: false,
  },
  filters: {
    kind: 'filters',
    doc: 'Which items are sent',
    sample: { include: ['"solar sail*"'], exclude: [] },
  },
  max_items: {
    kind: 'count',
    doc: 'Items of one event at most; absent: 100',
    optional: true,
  },
  listens_until: {
    kind: 'time',
    doc: 'Of a command on the machine of the service: until then its address may be one of that machine',
    optional: true,
    hidden: true,
  },
  only: { kind: 'changes', doc: 'Only new or only changed items; null: both', sample: null },
  enabled: { kind: 'flag', sample: true, rank: 3 },
  disabled_reason: {
    kind: 'text_or_null',
    doc: 'Why nothing is sent; null while enabled',
    heading: 'reason',
    sample: null,
  },
  failing_since: {
    kind: 'time_or_null',
    doc: 'First failure since the last success',
    sample: null,
    rank: 6,
  },
  last_success_at: { kind: 'time_or_null', sample: AT, rank: 7 },
  created_at: { kind: 'time', sample: '2026-01-30T12:00:00.000Z' },
} as const satisfies ShownFields;

const PROBLEM = 'The receiver returned HTTP 503; a receiver must return 2xx to accept an event.';

/** Fields of a delivery in answers: one event on its way to one webhook. */
export const DELIVERY_FIELDS = {
  id: {
    kind: 'id',
    doc: 'dlv_ and 16 base-62 characters',
    sample: 'dlv_a1B2c3D4e5F6g7H8',
    rank: 2,
  },
  created_at: { kind: 'time', heading: 'announced', sample: AT, rank: 1 },
  status: { kind: 'delivery_status', sample: 'pending', rank: 3 },
  attempts: { kind: 'count', sample: 1, rank: 6 },
  feed_title: {
    kind: 'text_or_null',
    doc: 'Title of the feed now; null for a deleted feed and for test events',
    heading: 'feed',
    sample: 'Example News',
    rank: 3.5,
  },
  webhook_name: {
    kind: 'text_or_null',
    doc: 'Name of the webhook now; null without one',
    or: 'webhook_id',
    heading: 'webhook',
    sample: 'Team',
    rank: 3.6,
  },
  webhook_id: { kind: 'id', sample: 'wh_a1B2c3D4e5F6g7H8' },
  last_status: {
    kind: 'count_or_null',
    doc: 'HTTP status of the last response',
    heading: 'http',
    sample: 503,
    rank: 5,
  },
  last_duration_ms: { kind: 'count_or_null', heading: 'ms', sample: 120, rank: 7 },
  last_error: { kind: 'text_or_null', heading: 'error', sample: PROBLEM, rank: 4 },
  next_attempt_at: {
    kind: 'time_or_null',
    doc: 'Null when no attempt is planned',
    heading: 'next',
    sample: '2026-01-31T08:30:06.000Z',
    rank: 8,
  },
  event_id: { kind: 'id', heading: 'event', sample: 'evt_a1B2c3D4e5F6g7H8i9J0k1' },
  feed_id: { kind: 'id', sample: 'a1B2c3D4e5F6g7H8' },
  last_attempt_at: { kind: 'time_or_null', sample: '2026-01-31T08:30:01.000Z', hidden: true },
  test: { kind: 'flag', sample: false, hidden: true },
} as const satisfies ShownFields;

/** One attempt of a delivery. */
export const ATTEMPT_FIELDS = {
  number: { kind: 'count', heading: '#', sample: 1 },
  at: { kind: 'time', heading: 'at', sample: '2026-01-31T08:30:01.000Z' },
  status: { kind: 'count_or_null', heading: 'http', sample: 503 },
  duration_ms: { kind: 'count', heading: 'ms', sample: 120 },
  error: { kind: 'text_or_null', sample: PROBLEM },
  request: {
    kind: 'text',
    doc: 'Start of the request, without the signature',
    sample: 'POST https://hooks.example.com/feeds\nwebhook-id: evt_a1B2c3D4e5F6g7H8i9J0k1\n…',
    hidden: true,
  },
  response: {
    kind: 'text_or_null',
    doc: 'Status, headers and start of the response; null without one',
    sample: 'HTTP 503\ncontent-type: text/plain\n\nService Unavailable',
  },
} as const satisfies ShownFields;
