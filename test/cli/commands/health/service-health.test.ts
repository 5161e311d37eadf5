import { describe, expect, it } from 'vitest';
import { examine, fixesFor, usualMaxAge } from '../../../../src/cli/commands/health/feed-checks.js';
import type { Feed } from '../../../../src/client/index.js';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const freshness = { now: NOW, maxAgeMs: undefined, newSeenAt: undefined };

function feed(facts: Partial<Feed>): Feed {
  return {
    id: 'a1B2c3D4e5F6g7H8',
    title: 'Reef notes',
    description: '',
    icon: '',
    source_url: 'https://example.com/',
    rss_feed_url: '',
    is_active: true,
    items: [],
    ...facts,
  };
}

describe('a feed whose service says how fetching goes', () => {
  it('is failing in the words of the service, with the time of its last fetch', () => {
    const failing = feed({
      health: 'failing',
      last_error: 'The source answers 503.',
      last_fetched_at: '2026-03-02T09:00:00.000Z',
    });
    expect(examine(failing, freshness)).toEqual({
      check: 'failing',
      detail: 'The last fetch, 3 h ago, failed: The source answers 503.',
    });
  });

  it('says since when it fails', () => {
    const failing = feed({
      health: 'failing',
      last_error: 'The source answers 503.',
      last_fetched_at: '2026-03-02T09:00:00.000Z',
      failing_since: '2026-02-23T12:14:00.000Z',
    });
    expect(examine(failing, freshness)).toEqual({
      check: 'failing',
      detail: 'Failing for 6 d. The last fetch, 3 h ago, failed: The source answers 503.',
      failingSince: '2026-02-23T12:14:00.000Z',
    });
    const once = { ...failing, failing_since: '2026-03-02T09:00:00.000Z' };
    expect(examine(once, freshness)).toMatchObject({
      detail: 'The last fetch, 3 h ago, failed: The source answers 503.',
      failingSince: '2026-03-02T09:00:00.000Z',
    });
    expect(examine({ ...failing, is_active: false }, freshness)).toEqual({
      check: 'inactive',
      detail: 'The source answers 503.',
      failingSince: '2026-02-23T12:14:00.000Z',
    });
  });

  it('is inactive in the words of the service', () => {
    const gone = feed({ is_active: false, health: 'inactive', last_error: 'The page is gone.' });
    expect(examine(gone, freshness)).toEqual({ check: 'inactive', detail: 'The page is gone.' });
  });

  it('is not failing when it is ok', () => {
    expect(examine(feed({ health: 'ok' }), freshness)).toMatchObject({ check: 'empty' });
  });

  it('is not stale while it is paused', () => {
    const item = {
      url: 'https://example.com/old',
      title: 'Old',
      description_text: '',
      description_html: '',
      thumbnail: null,
      date_published: '2025-01-01T00:00:00.000Z',
      authors: [],
    };
    const old = feed({ health: 'ok', items: [item] });
    expect(examine(old, freshness)).toMatchObject({ check: 'stale' });
    expect(examine({ ...old, next_fetch_reason: 'paused' }, freshness)).toBeUndefined();
    const strict = { ...freshness, maxAgeMs: 1000 };
    expect(examine({ ...old, next_fetch_reason: 'paused' }, strict)).toBeUndefined();
  });

  it('can be fetched again', () => {
    expect(fixesFor('failing', 'X', { canRefresh: true })).toEqual([
      ['feeds', 'history', 'X'],
      ['refresh', 'X'],
      ['health', 'X', '--fix'],
    ]);
    expect(fixesFor('failing', 'X', { canRefresh: false })).toEqual([
      ['feeds', 'get', 'X', '--debug'],
    ]);
  });
});

describe('usualMaxAge', () => {
  it('is three times the usual gap, and never less than a day', () => {
    const day = 24 * 3_600_000;
    expect(usualMaxAge(7 * day)).toBe(21 * day);
    expect(usualMaxAge(day / 24)).toBe(day);
    expect(usualMaxAge(null)).toBe(day);
  });
});

it('reports a page whose list is no longer found', () => {
  const feed = {
    id: 'a1B2c3D4e5F6g7H8',
    title: 'News',
    description: '',
    icon: '',
    source_url: 'https://example.com/news',
    rss_feed_url: 'https://feeds.example.com/a.xml',
    is_active: true,
    drift: { since: '2026-03-15T12:00:00.000Z', expected: 10, found: 0, confidence: 0.85 },
    items: [
      {
        url: 'https://example.com/1',
        title: 'One',
        description_text: '',
        description_html: '',
        thumbnail: null,
        date_published: null,
        authors: [],
      },
    ],
  };
  const freshness = { now: 0, maxAgeMs: undefined, newSeenAt: undefined };
  expect(examine(feed, freshness)).toEqual({
    check: 'drifted',
    detail:
      'https://example.com/news changed, and its list is lost: 0 of 10 items found (confidence 85 %)',
  });
  expect(fixesFor('drifted', 'f1', { canRefresh: true })).toEqual([['health', 'f1', '--fix']]);
});
