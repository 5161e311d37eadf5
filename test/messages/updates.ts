import { expect } from 'vitest';
import type { FeedSummary, Item } from '../../src/contract/index.js';
import { RENDERERS } from '../../src/messages/renderers.js';
import { makeUpdate, type Update } from '../../src/messages/update.js';
import type { ChatName } from '../fakes/chats.js';

export const FEED: FeedSummary = {
  id: 'a1B2c3D4e5F6g7H8',
  title: 'Example <News> & *more*',
  description: '',
  icon: '',
  source_url: 'https://example.com/news',
  rss_feed_url: 'https://feeds.example.com/feeds/a1B2c3D4e5F6g7H8.xml',
  is_active: true,
};

export function item(fields: Partial<Item> = {}): Item {
  return {
    url: 'https://example.com/1',
    title: 'Title',
    description_text: 'Text of the item.',
    description_html: '',
    thumbnail: null,
    date_published: '2026-01-15T12:00:00.000Z',
    authors: [],
    ...fields,
  };
}

export function update(added: Item[], changed: Item[] = []): Update {
  return makeUpdate('evt_1', FEED, { added, changed });
}

export function bodies(chat: ChatName, of: Update): object[] {
  return RENDERERS[chat].render(of, { url: null }).map(({ body }) => body);
}

/** The first message for an address. */
export function first(chat: ChatName, address: string) {
  return RENDERERS[chat].render(update([item()]), { url: address })[0];
}

/** What is wrong with an address of a chat; null or undefined for nothing. */
export function addressProblem(chat: ChatName, address: string) {
  return RENDERERS[chat].addressProblem?.(new URL(address));
}

/** An item with every part, and one with hardly any. */
export const WHOLE = item({
  title: 'Two * <b>',
  description_text: 'A text.',
  thumbnail: 'https://example.com/1.png',
  authors: [{ name: 'Ann' }, { name: 'Bo' }],
});
export const BARE = item({ url: '', title: 'Bare', description_text: '', date_published: null });

/** A message has the parts that its item has, and nothing that it lacks. */
export function expectParts(
  chat: ChatName,
  { whole, bare }: { whole: object; bare: object },
): void {
  expect(bodies(chat, update([], [WHOLE]))).toMatchObject([whole]);
  const [body] = bodies(chat, update([BARE]));
  expect(body).toMatchObject(bare);
  expect(JSON.stringify(body)).not.toMatch(
    /"(?:description|author|thumbnail|timestamp)"|Bare\\n|· /,
  );
}
