import { describe, expect, it } from 'vitest';
import {
  dangling,
  duplicates,
  withoutBundle,
} from '../../../../src/cli/commands/health/account-checks.js';
import type { BundleSummary, FeedSummary } from '../../../../src/client/index.js';

function feed(id: string, source_url: string, facts: Partial<FeedSummary> = {}): FeedSummary {
  const rss_feed_url = `https://feeds.example/${id}.xml`;
  return {
    id,
    title: id,
    description: '',
    icon: '',
    source_url,
    rss_feed_url,
    is_active: true,
    ...facts,
  };
}

function bundle(id: string, feeds: string[], name = id): BundleSummary {
  return { id, name, description: '', icon: '', rss_feed_url: '', feeds };
}

describe('feeds of one source', () => {
  const feeds = [
    feed('newest', 'https://www.example.com/news/'),
    feed('middle', 'http://example.com/news'),
    feed('oldest', 'https://example.com/news#top'),
    feed('other', 'https://example.com/sport'),
  ];

  it('keeps the oldest', () => {
    const found = duplicates({ feeds, bundles: [] });
    expect(found.map(({ id, fixes }) => [id, fixes])).toEqual([
      ['newest', [['feeds', 'delete', 'newest']]],
      ['middle', [['feeds', 'delete', 'middle']]],
    ]);
    expect(found[0]?.detail).toContain('oldest');
  });

  it('keeps the one in the most bundles, and puts it where the others are', () => {
    const bundles = [
      bundle('_a', ['middle', 'other']),
      bundle('_b', ['middle']),
      bundle('_c', ['newest']),
    ];
    expect(duplicates({ feeds, bundles }).map(({ id, fixes }) => [id, fixes])).toEqual([
      [
        'newest',
        [
          ['bundles', 'add', '_c', 'middle'],
          ['feeds', 'delete', 'newest'],
        ],
      ],
      ['oldest', [['feeds', 'delete', 'oldest']]],
    ]);
  });

  it('takes no feeds without a source for the same', () => {
    expect(duplicates({ feeds: [feed('a', ''), feed('b', '')], bundles: [] })).toEqual([]);
  });
});

describe('feeds in no bundle', () => {
  const feeds = [feed('a', 'https://a.example'), feed('b', 'https://b.example')];
  const fixes = (bundles: BundleSummary[]) =>
    withoutBundle({ feeds, bundles }).map(({ fixes }) => fixes[0]?.join(' '));

  it('goes into the only one there is, or the one for such feeds', () => {
    expect(fixes([bundle('_x', [])])).toEqual(['bundles add _x a', 'bundles add _x b']);
    expect(fixes([bundle('_x', ['a']), bundle('_y', [])])).toEqual([
      'bundles create --name Unsorted --feed b',
    ]);
    expect(fixes([bundle('_x', []), bundle('_u', [], 'Unsorted')])).toEqual([
      'bundles add _u a',
      'bundles add _u b',
    ]);
    expect(fixes([])).toEqual([
      'bundles create --name Unsorted --feed a',
      'bundles add Unsorted b',
    ]);
  });
});

it('finds members that are no feeds', () => {
  const found = dangling({ feeds: [feed('a', '')], bundles: [bundle('_x', ['a', 'gone'])] });
  expect(found).toMatchObject([{ id: '_x', fixes: [['bundles', 'remove', '_x', 'gone']] }]);
});
