/** An RSS 2.0 document as a test wants it; what is left out is left out of the XML. */
export interface RssDocument {
  title?: string;
  description?: string;
  image?: string;
  items: readonly RssItem[];
}

export interface RssItem {
  guid?: string;
  link?: string;
  title?: string;
  description?: string;
  /** Any date that `Date` reads. */
  date?: string;
  author?: string;
  tags?: readonly string[];
}

export function rss({ title, description, image, items }: RssDocument): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>',
    element('title', title),
    element('link', 'https://example.com/'),
    element('description', description),
    image === undefined ? '' : `<image>${element('url', image)}</image>`,
    ...items.map(item),
    '</channel></rss>',
  ].join('\n');
}

/** `count` items, the newest first, a day apart. */
export function numberedItems(count: number, prefix = 'item'): RssItem[] {
  return Array.from({ length: count }, (_, index) => ({
    guid: `${prefix}-${index}`,
    link: `https://example.com/${prefix}/${index}`,
    title: `${prefix} number ${index}`,
    description: `<p>About ${prefix} ${index}</p>`,
    date: new Date(Date.UTC(2026, 0, 10) - index * 86_400_000).toISOString(),
    author: `Author ${index}`,
  }));
}

function item({ guid, link, title, description, date, author, tags = [] }: RssItem): string {
  return [
    '<item>',
    guid === undefined ? '' : `<guid isPermaLink="false">${escaped(guid)}</guid>`,
    element('title', title),
    element('link', link),
    element('description', description),
    element('pubDate', date === undefined ? undefined : new Date(date).toUTCString()),
    element('dc:creator', author),
    ...tags.map((tag) => element('category', tag)),
    '</item>',
  ].join('');
}

function element(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${escaped(text)}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
