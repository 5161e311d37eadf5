import { parseRssFeed } from 'feedsmith';
import { ServiceError } from '../../src/service/errors.js';
import type { SourceReader } from '../../src/service/intake/source-reader.js';

/** TEMPORARY: reads the RSS of a source server until the real reader is there. */
export const plainReader: SourceReader = {
  async read(source) {
    const response = await fetch(source.sourceUrl).catch(() => {
      throw new ServiceError('SOURCE_UNREACHABLE', 'no answer');
    });
    if (!response.ok) throw new ServiceError('SOURCE_UNREACHABLE', `${response.status}`);
    const text = await response.text();
    if (!text.includes('<rss')) throw new ServiceError('NO_ITEMS_FOUND', 'no feed');
    const feed = parseRssFeed(text);
    return {
      kind: 'document',
      freshForMs: null,
      state: {
        pollUrl: source.sourceUrl,
        etag: null,
        lastModified: null,
        bodyHash: null,
        origin: 'feed',
        rule: null,
      },
      document: {
        title: feed.title ?? '',
        description: feed.description ?? '',
        icon: feed.image?.url ?? '',
        language: null,
        siteUrl: null,
        schedule: { minIntervalMs: null, skipHours: [], skipDays: [] },
        entries: (feed.items ?? []).map((item) => ({
          guid: item.guid?.value ?? null,
          url: item.link ?? '',
          title: item.title ?? '',
          descriptionText: (item.description ?? '').replace(/<[^>]*>/g, ''),
          descriptionHtml: item.description ?? '',
          thumbnail: null,
          datePublished: item.pubDate ? Date.parse(item.pubDate) : null,
          authors: (item.dc?.creators ?? []).map((name) => ({ name })),
        })),
      },
    };
  },
  async close() {},
};
