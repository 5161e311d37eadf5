import type { View } from '../../output/view.js';

export const REFRESH_VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: [
    { field: 'id', kind: 'id', rank: 2 },
    { field: 'title', rank: 1 },
    { field: 'outcome', kind: 'state', rank: 3 },
    { field: 'items_new', heading: 'new', kind: 'state', rank: 4 },
    { field: 'items_changed', heading: 'changed', kind: 'state', rank: 5 },
    { field: 'error.message', heading: 'error', rank: 6 },
    { field: 'next_refresh_at', heading: 'next', kind: 'time', rank: 7 },
  ],
};

export const REFRESH_SAMPLE = [
  {
    id: 'a1B2c3D4e5F6g7H8',
    title: 'Example News',
    outcome: 'updated',
    items_new: 2,
    items_changed: 0,
    error: null,
    next_refresh_at: '2026-01-31T08:30:00.000Z',
  },
  {
    id: 'h8G7f6E5d4C3b2A1',
    title: 'Another Site',
    outcome: 'failed',
    items_new: 0,
    items_changed: 0,
    error: { code: 'SOURCE_UNREACHABLE', message: 'example.com answered HTTP 500.' },
    next_refresh_at: '2026-01-31T08:40:00.000Z',
  },
];
