import { empty, html, json, type Reply } from './replies.js';
import type { AccountState, FakeItem } from './state.js';

/** Everything under /feeds and /feed: what readers see, without credentials. */
export function publishedReply(path: string, accounts: Iterable<AccountState>): Reply | undefined {
  const page = /^\/feed\/(\w+)$/.exec(path)?.[1];
  if (page !== undefined) return html(200, `Preview of feed ${page}`);
  const match = /^\/feeds\/(v1\.1\/)?(\w+)\.(xml|json|csv)$/.exec(path);
  if (match?.[2] === undefined) return undefined;
  const source = find(match[2], accounts);
  if (source === undefined) return empty(404);
  if (match[3] === 'json') return jsonFeed(source);
  return match[3] === 'csv' ? csv(source) : rss(source);
}

interface Published {
  title: string;
  items: FakeItem[];
}

function find(id: string, accounts: Iterable<AccountState>): Published | undefined {
  for (const account of accounts) {
    const feed = account.feed(id);
    if (feed !== undefined) return feed;
    const bundle = account.bundle(id);
    if (bundle !== undefined) {
      const items = bundle.members.flatMap((member) => account.feed(member)?.items ?? []);
      return { title: bundle.name, items };
    }
  }
  return undefined;
}

function rss({ title, items }: Published): Reply {
  const entries = items.map(
    (item) =>
      `<item><title>${escapeXml(item.title)}</title><link>${escapeXml(item.url)}</link>` +
      `<guid isPermaLink="false">${escapeXml(item.url)}</guid>` +
      `<description>${escapeXml(item.description_text)}</description>${pubDate(item)}</item>`,
  );
  return {
    status: 200,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${escapeXml(title)}</title><link>https://example.com</link><description/>${entries.join('')}</channel></rss>`,
  };
}

function pubDate(item: FakeItem): string {
  if (item.date_published === null) return '';
  return `<pubDate>${new Date(item.date_published).toUTCString()}</pubDate>`;
}

function jsonFeed({ title, items }: Published): Reply {
  return json(200, {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    items: items.map((item) => ({
      id: item.url,
      url: item.url,
      title: item.title,
      content_text: item.description_text,
      date_published: item.date_published,
      authors: item.authors,
    })),
  });
}

function csv({ items }: Published): Reply {
  const rows = items.map((item) => [item.title, item.url, item.date_published ?? '']);
  return {
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: [['Title', 'Link', 'Date'], ...rows].map((row) => row.map(quote).join(',')).join('\r\n'),
  };
}

function quote(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

function escapeXml(value: string): string {
  return value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
