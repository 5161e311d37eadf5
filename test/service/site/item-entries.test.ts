import { describe, expect, it } from 'vitest';
import {
  type ItemRow,
  itemRow,
  LOST,
  readPublishedFile,
  sameEntry,
  stateEntry,
} from '../../../src/service/site/item-entries.js';

const ADDED = Date.UTC(2026, 0, 2);

/** An item of the feed `f` with a value in each column. */
const row: ItemRow = {
  feed_id: 'f',
  identity: 'i1',
  added_at: ADDED,
  position: 3,
  guid: 'guid 1',
  url: 'https://example.com/1',
  title: 'One',
  description_text: 'Text',
  description_html: '<p>Text</p>',
  thumbnail: 'https://example.com/1.png',
  date_published: ADDED - 1000,
  date_ahead: null,
  authors: '[{"name":"A"}]',
  extras: '{"tags":["a"],"language":"de"}',
  podcast_xml: null,
  fingerprint: 'print',
  source_hash: null,
  text_state: null,
  withheld: null,
  announced_changes: 0,
  told: null,
  updated_at: ADDED,
};

const published = {
  url: row.url,
  title: row.title,
  content_html: row.description_html,
  content_text: row.description_text,
  image: row.thumbnail,
  date_published: new Date(ADDED - 1000).toISOString(),
  authors: [{ name: 'A' }],
  language: 'de',
  tags: ['a'],
  _feedctl: { identity: 'i1', position: 3, first_seen: new Date(ADDED).toISOString() },
};

const fileOf = (...items: unknown[]) => readPublishedFile(JSON.stringify({ items }));
const entryOf = (item: object) => fileOf(item)?.items.get('i1');

describe('an item between two builds', () => {
  it('is remembered by what its published file does not say', () => {
    expect(stateEntry(row, entryOf(published))).toEqual({
      identity: 'i1',
      added_at: ADDED,
      position: 3,
      guid: 'guid 1',
      fingerprint: 'print',
    });
  });

  it.each(['{"tags":["a"],"language":"de"}', '{"language":"de","tags":["a"]}'])(
    'is not remembered by its extras in another order: %s',
    (extras) => {
      expect(stateEntry({ ...row, extras }, entryOf(published))).not.toHaveProperty('extras');
    },
  );

  it.each<[string, Partial<ItemRow>]>([
    ['nothing', {}],
    ['its title', { title: 'Two' }],
    ['its extras', { extras: '{"tags":["b"]}' }],
    ['that there are no extras', { extras: null }],
    ['its podcast', { podcast_xml: '<x/>' }],
    ['its date', { date_published: null }],
    ['that it was changed', { updated_at: ADDED + 5, announced_changes: 2 }],
    ['the state of its text', { text_state: 'full', source_hash: 'hash' }],
  ])('comes back as it was: %s is not in its file', (_, change) => {
    const changed = { ...row, ...change };
    const entry = stateEntry(changed, entryOf(published));
    expect(entry).toMatchObject(change);
    expect(itemRow('f', entry, entryOf(published))).toEqual(changed);
    expect(sameEntry(changed, entry)).toEqual(entry);
    expect(itemRow('f', stateEntry(changed, undefined), undefined)).toEqual(changed);
  });

  it('without its file, waits for its source to list it again', () => {
    const entry = stateEntry(row, entryOf(published));
    expect(itemRow('f', entry, undefined)).toMatchObject({
      guid: 'guid 1',
      title: '',
      fingerprint: LOST,
    });
    const { fingerprint: _, ...unmarked } = entry;
    expect(itemRow('f', unmarked, entryOf(published))).toMatchObject({
      title: 'One',
      fingerprint: LOST,
    });
  });

  it.each([{ identity: 1 }, { added_at: '1' }, { position: null }])(
    '%j makes it unreadable',
    (damage) => {
      expect(itemRow('f', { ...stateEntry(row, undefined), ...damage }, undefined)).toBeNull();
    },
  );

  it('what a newer feedctl remembers of it is ignored', () => {
    expect(itemRow('f', { ...stateEntry(row, undefined), colour: 'red' }, undefined)).toEqual(row);
  });
});

describe('a published file', () => {
  it('says what the feed is', () => {
    const text = JSON.stringify({ title: 'T', home_page_url: 'https://example.com/', items: [] });
    const empty = { description: '', icon: '', language: null, items: new Map() };
    expect(readPublishedFile(text)).toEqual({
      ...empty,
      title: 'T',
      siteUrl: 'https://example.com/',
    });
  });

  it.each(['', '[]', '{"title":1,"items":[]}', '{"title":"no items"}'])('is none: %s', (text) => {
    expect(readPublishedFile(text)).toBeNull();
  });

  it('has no items without what feedctl wrote in them', () => {
    const { _feedctl: own } = published;
    const others = [null, 1, 'text', {}, { ...published, _feedctl: null }];
    const damages = [
      { identity: 1 },
      { position: '3' },
      { first_seen: 'no date' },
      { first_seen: 5 },
    ];
    const damaged = damages.map((damage) => ({ ...published, _feedctl: { ...own, ...damage } }));
    expect(fileOf(...others, ...damaged)?.items.size).toBe(0);
  });

  it('has nothing of the wrong kind', () => {
    const damage = { url: 1, image: 2, date_published: 'then', tags: 'none' };
    const authors = [{ name: 1 }, null, { name: 'A' }];
    const entry = { url: '', thumbnail: null, date_published: null, extras: null };
    expect(entryOf({ ...published, ...damage, authors })).toMatchObject({
      ...entry,
      authors: row.authors,
    });
    expect(entryOf({ ...published, authors: 'A' })).toMatchObject({ authors: '[]' });
  });
});
