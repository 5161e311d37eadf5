import type { HostedDialectOptions } from './options.js';
import type { AccountState, FakeBundle, FakeFeed, FakeItem } from './state.js';

/** Turns state into the JSON of the dialect. */
export class Renderer {
  readonly #options: HostedDialectOptions;
  readonly #origin: () => string;

  constructor(options: HostedDialectOptions, origin: () => string) {
    this.#options = options;
    this.#origin = origin;
  }

  feedSummary(feed: FakeFeed): Record<string, unknown> {
    return {
      id: feed.id,
      ...this.#optional('title', feed.title),
      ...this.#optional('description', feed.description),
      source_url: feed.source_url,
      rss_feed_url: `${this.#origin()}/feeds/${feed.id}.xml`,
      ...this.#icon(feed.icon),
      is_active: feed.is_active,
    };
  }

  feed(feed: FakeFeed, sort: string | null = null): Record<string, unknown> {
    return { ...this.feedSummary(feed), items: sorted(this.#items(feed), sort) };
  }

  bundleSummary(bundle: FakeBundle, account: AccountState): Record<string, unknown> {
    return {
      id: bundle.id,
      name: bundle.name,
      rss_feed_url: `${this.#origin()}/feeds/${bundle.id}.xml`,
      ...this.#optional('description', bundle.description),
      ...this.#icon(bundle.icon),
      feeds: bundle.members.flatMap((id) => this.#member(id, account)),
    };
  }

  bundle(
    bundle: FakeBundle,
    account: AccountState,
    sort: string | null = null,
  ): Record<string, unknown> {
    const items = bundle.members.flatMap((id) => {
      const feed = account.feed(id);
      return feed === undefined ? [] : this.#items(feed);
    });
    return { ...this.bundleSummary(bundle, account), items: sorted(items, sort) };
  }

  list<Row>(
    rows: readonly Row[],
    summary: (row: Row) => Record<string, unknown>,
    { limit, offset }: { limit: number; offset: number },
  ): unknown {
    const data = rows.slice(offset, offset + limit).map(summary);
    if (this.#options.lists === 'array') return data;
    const total = this.#options.lists === 'envelope' ? { total: rows.length } : {};
    return { ...total, offset, limit, data };
  }

  #items(feed: FakeFeed): FakeItem[] {
    const { customAuthor } = feed;
    if (customAuthor === null) return feed.items;
    return feed.items.map((item) => ({ ...item, authors: [{ name: customAuthor }] }));
  }

  #member(id: string, account: AccountState): unknown[] {
    if (this.#options.members === 'ids') return [id];
    const feed = account.feed(id);
    return feed === undefined ? [] : [this.feedSummary(feed)];
  }

  #icon(icon: string): Record<string, unknown> {
    if (this.#options.icons === 'absent') return {};
    if (this.#options.icons === 'string') return { icon };
    return { icon: { url: icon, mimeType: 'image/png' } };
  }

  #optional(name: string, value: string): Record<string, unknown> {
    return this.#options.sparse && value === '' ? {} : { [name]: value };
  }
}

function sorted(items: FakeItem[], sort: string | null): FakeItem[] {
  if (sort !== 'date') return items;
  return [...items].sort((a, b) => (b.date_published ?? '').localeCompare(a.date_published ?? ''));
}
