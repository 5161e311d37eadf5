import { describe, expect, it } from 'vitest';
import { type ItemRow, publishedItem } from '../../../src/service/items/item.js';
import { AS_STORED } from '../../../src/service/items/look.js';

const row: ItemRow = {
  feed_id: 'AAAAAAAAAAAAAAAA',
  identity: 'guid:1',
  added_at: 1_700_000_000_000,
  announced_changes: 0,
  position: 3,
  url: 'https://news.example/1',
  title: 'One',
  description_text: '',
  description_html: '',
  thumbnail: null,
  date_published: null,
  date_ahead: null,
  authors: '[{"name":"Ana"}]',
  extras: null,
  podcast_xml: null,
  text_state: null,
};

describe('the guid of a published item', () => {
  const guid = publishedItem(row, AS_STORED).guid;

  it('stays when the publisher changes everything about the item', () => {
    const changed = { ...row, identity: 'guid:2', url: 'https://news.example/2', title: 'Two' };
    expect(publishedItem(changed, { custom_author: 'Desk' }).guid).toBe(guid);
  });

  it('is another for another item of the batch, another batch, another feed', () => {
    const others = [
      { ...row, position: 4 },
      { ...row, added_at: row.added_at + 1 },
      { ...row, feed_id: 'BBBBBBBBBBBBBBBB' },
    ];
    const guids = others.map((other) => publishedItem(other, AS_STORED).guid);
    expect(new Set([guid, ...guids]).size).toBe(4);
  });

  it('does not give the id of the feed away', () => {
    expect(guid).toMatch(/^[0-9A-Za-z]{17}$/);
  });
});
