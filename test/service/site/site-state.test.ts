import { describe, expect, it } from 'vitest';
import {
  formatMarker,
  formatState,
  parseMarker,
  parseState,
  type SiteState,
  sameButTimes,
} from '../../../src/service/site/index.js';

const summary = {
  title: 'T',
  description: '',
  siteUrl: '',
  items: 1,
  newest: 5,
};
const feed = {
  key: 'k',
  slug: 's',
  row: { id: 'f', title: 'T', etag: null, last_refreshed_at: 5 },
  summary,
  error: { code: 'C', message: 'M' },
  listed: ['a'],
  dropped: [['h', 5]],
  items: [{ identity: 'a', position: 0 }],
} satisfies SiteState['feeds'][number];
const state: SiteState = {
  feedctl: 'site state',
  version: 1,
  slugs: { s: 'k' },
  blocks: [['example.com', 5]],
  bundles: [{ key: 'b', slug: 'all', row: { id: 'b' }, summary, members: ['k'] }],
  feeds: [feed, { ...feed, key: 'k2', items: [] }],
};

describe('a state', () => {
  it('is read as it was written, with a line for each item', () => {
    expect(parseState(formatState(state))).toEqual(state);
    expect(formatState(state).split('\n')).toContain('{"identity":"a","position":0}');
    const empty = { ...state, bundles: [], feeds: [] };
    expect(parseState(formatState(empty))).toEqual(empty);
  });

  it.each<[string, object]>([
    ['another version', { version: 2 }],
    ['another program', { feedctl: 'else' }],
    ['a cell that is a list', { feeds: [{ ...feed, row: { id: [] } }] }],
    ['cells that are a list', { feeds: [{ ...feed, row: [] }] }],
    ['cells that are a text', { feeds: [{ ...feed, items: ['a'] }] }],
    ['no cells', { feeds: [{ ...feed, items: [null] }] }],
    ['a followed text that is none', { feeds: [{ ...feed, followed: null }] }],
    ['a followed text that is a word', { feeds: [{ ...feed, followed: 'text' }] }],
  ])('is not read with %s', (_, damage) => {
    expect(parseState(JSON.stringify({ ...state, ...damage }))).toBeNull();
  });

  it('is no other text', () => {
    expect([
      parseState(''),
      parseState('{"feedctl":'),
      parseMarker('{'),
      parseMarker('{}'),
    ]).toEqual([null, null, null, null]);
    const marker = {
      feedctl: 'static site',
      version: 1,
      files: { a: 'h' },
      documents: {},
      slugs: {},
    } as const;
    expect(parseMarker(formatMarker(marker))).toEqual(marker);
  });

  it.each<[string, boolean, Partial<SiteState['feeds'][number]>]>([
    ['nothing', true, {}],
    [
      'the times of a fetch',
      true,
      { row: { ...feed.row, last_refreshed_at: 6, refresh_count: 2 } },
    ],
    ['a column', false, { row: { ...feed.row, title: 'U' } }],
    ['its items', false, { items: [{ identity: 'b', position: 0 }] }],
    ['its slug', false, { slug: 't' }],
  ])('differs by times alone when %s of a feed changed: %s', (_, isSame, change) => {
    const after = {
      ...state,
      feeds: [{ ...structuredClone(feed), ...change }, ...state.feeds.slice(1)],
    };
    expect(sameButTimes(state, after)).toBe(isSame);
  });

  it('differs when there are other feeds, bundles or slugs', () => {
    for (const change of [{ feeds: [feed] }, { bundles: [] }, { slugs: {} }]) {
      expect([change, sameButTimes(state, { ...state, ...change })]).toEqual([change, false]);
    }
  });
});
