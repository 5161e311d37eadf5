import { describe, expect, it } from 'vitest';
import { findNotice, hasNotice } from '../../../../src/cli/commands/health/notice.js';
import type { Feed, Item } from '../../../../src/client/index.js';

function feed(items: Partial<Item>[]): Feed {
  const base: Item = {
    url: 'https://news.example/1',
    title: 'News',
    description_text: '',
    description_html: '',
    thumbnail: null,
    date_published: null,
    authors: [],
  };
  return {
    id: 'a',
    title: 'A',
    description: '',
    icon: '',
    source_url: 'https://news.example/',
    rss_feed_url: 'https://feeds.service.example/feeds/a.xml',
    is_active: true,
    items: items.map((item) => ({ ...base, ...item })),
  };
}

describe('a notice of the service inside a feed', () => {
  it.each([
    'Your trial has expired',
    'Your free trial period has ended.',
    'Your subscription is suspended',
    'Trial expired - upgrade to keep this feed going',
    'Please upgrade your plan to see new items',
    'Renew your subscription',
  ])('%s', (title) => {
    expect(findNotice(feed([{ title }]))).toBe(title);
    expect(findNotice(feed([{ title: '', description_text: title }]))).toBe(title);
    expect(hasNotice(`<rss><item><title><![CDATA[${title}]]></title></item></rss>`)).toBe(true);
  });

  it.each([
    'Murder trial has ended with a verdict',
    'The company’s plan expired quietly',
    'Ten ways to upgrade your kitchen',
    'Clinical trial is over: what now?',
  ])('is not the headline "%s"', (title) => {
    expect(findNotice(feed([{ title }]))).toBeUndefined();
    expect(hasNotice(`<rss><item><title>${title}</title></item></rss>`)).toBe(false);
  });

  it('is looked for among many items only where one leads to the service', () => {
    const title = 'Your trial has expired';
    const others = Array.from({ length: 10 }, () => ({}));
    expect(findNotice(feed([{ title }, ...others]))).toBeUndefined();
    const url = 'https://www.service.example/pricing';
    expect(findNotice(feed([{ title, url }, ...others]))).toBe(title);
  });
});
