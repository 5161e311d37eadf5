import { describe, expect, it } from 'vitest';
import { COMPARE } from '../../../src/service/feeds/compare-feeds.js';
import { readDrift } from '../../../src/service/feeds/feed.js';
import { presentHealth } from '../../../src/service/feeds/feed-health.js';

type Row = Parameters<typeof presentHealth>[0];

const WELL: Row = {
  ...{ is_active: 1, inactive_reason: null, failures: 0, failing_since: null, last_error: null },
  ...{ last_refreshed_at: 5, next_refresh_at: 9, suspended_at: null, refresh_interval: null },
  ...{ refresh_reason: 'rhythm', item_dates: null },
};

describe('the health of a feed', () => {
  it.each<[string, Partial<Row>, Partial<ReturnType<typeof presentHealth>>]>([
    ['well', {}, { health: 'ok', last_error: null, next_fetch_at: new Date(9).toISOString() }],
    ['well, by its rhythm', {}, { next_fetch_reason: 'rhythm' }],
    // The error of an earlier fetch explains nothing now.
    ['well again', { last_error: 'HTTP 500' }, { health: 'ok', last_error: null }],
    [
      'failing',
      { failures: 1, last_error: 'HTTP 500' },
      { health: 'failing', last_error: 'HTTP 500' },
    ],
    [
      'inactive',
      { is_active: 0, failures: 9, inactive_reason: 'Gone', last_error: 'HTTP 410' },
      { health: 'inactive', last_error: 'Gone' },
    ],
    [
      'inactive without a reason of its own',
      { is_active: 0, last_error: 'HTTP 410' },
      { health: 'inactive', last_error: 'HTTP 410' },
    ],
    ['paused', { refresh_interval: 0 }, { next_fetch_at: null, next_fetch_reason: 'paused' }],
    ['suspended', { suspended_at: 1 }, { next_fetch_at: null, next_fetch_reason: 'suspended' }],
    [
      'suspended while paused',
      { suspended_at: 1, refresh_interval: 0 },
      { next_fetch_at: null, next_fetch_reason: 'suspended' },
    ],
  ])('is told: %s', (_, row, health) => {
    expect(presentHealth({ ...WELL, ...row })).toMatchObject(health);
  });
});

describe('the order of feeds', () => {
  type Comparable = Parameters<typeof COMPARE.title>[0];
  const feed = (id: string, rest: Partial<Comparable> = {}): Comparable => ({
    ...{ id, title: id, title_override: null, source_url: '', created_at: 0 },
    ...{ is_active: 1, failures: 0, item_dates: null },
    ...rest,
  });
  const order = (by: keyof typeof COMPARE, feeds: readonly Comparable[]) =>
    feeds.toSorted(COMPARE[by]).map(({ id }) => id);

  it('by title takes the one that was chosen, in any case', () => {
    const feeds = [feed('c'), feed('B'), feed('x', { title_override: 'a' }), feed('b')];
    expect(order('title', feeds)).toEqual(['x', 'B', 'b', 'c']);
  });

  it('by the last item has feeds without dates last', () => {
    const feeds = [
      feed('none'),
      feed('old', { item_dates: '[1]' }),
      feed('new', { item_dates: '[7,1]' }),
      feed('empty', { item_dates: '[]' }),
    ];
    expect(order('last_item', feeds)).toEqual(['new', 'old', 'empty', 'none']);
  });

  it('by health has the worst first', () => {
    const feeds = [
      feed('ok'),
      feed('once', { failures: 1 }),
      feed('often', { failures: 5 }),
      feed('gone', { is_active: 0 }),
    ];
    expect(order('health', feeds)).toEqual(['gone', 'often', 'once', 'ok']);
  });
});

describe('the drift of a list', () => {
  it('is what is stored with the feed', () => {
    const drift = { since: 1, expected: 10, found: 5, confidence: 0.5 };
    expect(readDrift(JSON.stringify(drift))).toEqual(drift);
    expect(readDrift(null)).toBeNull();
  });
});
