import type { RecordView, View } from '../../../output/view.js';

/** Start of the id of a delivery. */
export const DELIVERY = 'dlv_';

export const DELIVERY_SAMPLE = {
  id: 'dlv_a1B2c3D4e5F6g7H8',
  webhook_id: 'wh_a1B2c3D4e5F6g7H8',
  webhook_name: 'Team',
  event_id: 'evt_a1B2c3D4e5F6g7H8i9J0k1',
  feed_id: 'a1B2c3D4e5F6g7H8',
  feed_title: 'Example News',
  status: 'pending',
  test: false,
  attempts: 1,
  created_at: '2026-01-31T08:30:00.000Z',
  last_attempt_at: '2026-01-31T08:30:01.000Z',
  next_attempt_at: '2026-01-31T08:30:06.000Z',
  last_status: 503,
  last_error: 'The receiver returned HTTP 503; a receiver must return 2xx to accept an event.',
  last_duration_ms: 120,
};

export const DELIVERY_DETAILS_SAMPLE = {
  ...DELIVERY_SAMPLE,
  log: [
    {
      number: 1,
      at: '2026-01-31T08:30:01.000Z',
      duration_ms: 120,
      status: 503,
      error: DELIVERY_SAMPLE.last_error,
      request: 'POST https://hooks.example.com/feeds\nwebhook-id: evt_a1B2c3D4e5F6g7H8i9J0k1\n…',
      response: 'Service Unavailable',
    },
  ],
  event: { id: DELIVERY_SAMPLE.event_id, type: 'feed_update' },
};

export const DELIVERIES_VIEW: View = {
  one: 'delivery',
  many: 'deliveries',
  columns: [
    { field: 'id', kind: 'id', rank: 2 },
    { field: 'created_at', heading: 'announced', kind: 'time', rank: 1 },
    { field: 'status', kind: 'state', rank: 3 },
    { field: 'attempts', kind: 'state', rank: 6 },
    { field: 'feed_title', heading: 'feed', rank: 3.5 },
    { field: 'webhook_name', or: 'webhook_id', heading: 'webhook', kind: 'id', rank: 3.6 },
    { field: 'last_status', heading: 'http', kind: 'state', rank: 5 },
    { field: 'last_duration_ms', heading: 'ms', kind: 'state', rank: 7 },
    { field: 'last_error', heading: 'error', rank: 4 },
    { field: 'next_attempt_at', heading: 'next', kind: 'time', rank: 8 },
  ],
};

export const DELIVERY_VIEW: RecordView = {
  fields: [
    { field: 'id', kind: 'id' },
    { field: 'webhook_name', heading: 'webhook' },
    { field: 'webhook_id', heading: 'webhook id', kind: 'id' },
    { field: 'event_id', heading: 'event', kind: 'id' },
    { field: 'feed_title', heading: 'feed' },
    { field: 'feed_id', heading: 'feed id', kind: 'id' },
    { field: 'status', kind: 'state' },
    { field: 'attempts', kind: 'state' },
    { field: 'created_at', heading: 'announced', kind: 'time' },
    { field: 'next_attempt_at', heading: 'next', kind: 'time' },
    { field: 'last_status', heading: 'http', kind: 'state' },
    { field: 'last_error', heading: 'error' },
  ],
};

export const DELIVERY_DETAILS_VIEW: RecordView = {
  ...DELIVERY_VIEW,
  rows: {
    field: 'log',
    view: {
      one: 'attempt',
      many: 'attempts',
      columns: [
        { field: 'number', heading: '#', kind: 'state' },
        { field: 'at', kind: 'time' },
        { field: 'status', heading: 'http', kind: 'state' },
        { field: 'duration_ms', heading: 'ms', kind: 'state' },
        { field: 'error' },
        { field: 'response' },
      ],
    },
  },
};
