import type { FiltersInput } from '../../src/contract/index.js';
import { openService } from '../../src/service/app/service.js';
import {
  buildSite,
  formatMarker,
  formatState,
  parseMarker,
  parseState,
  type SiteRequest,
  siteKey,
} from '../../src/service/site/index.js';
import { ManualClock } from './clock.js';
import { numberedItems } from './rss.js';
import type { SourceServer } from './source-server.js';

export type Wanted = Pick<SiteRequest, 'feeds' | 'bundles'>;
type SiteFeed = SiteRequest['feeds'][number];

/** A site whose directory and state are in memory. Its clock stands still. */
export class MemorySite {
  readonly clock = new ManualClock();
  files = new Map<string, string>();
  /** The pictures among them, by name. */
  pictures = new Map<string, Uint8Array>();
  /** What is written beside the directory; null when it was lost. */
  state: string | null = null;
  marker: string | null = null;
  readonly #abort = new AbortController();

  constructor(readonly web: SourceServer) {}

  /** The same site, for a test that goes on from here. */
  copy(): MemorySite {
    const { files, state, marker } = this;
    return Object.assign(new MemorySite(this.web), { files: new Map(files), state, marker });
  }

  /** Publishes `count` items under a path, and returns its address. */
  publish(path: string, count: number): string {
    const items = numberedItems(count, path.slice(1)).toReversed();
    return this.web.publish(path, { title: `Feed ${path}`, items });
  }

  /** Builds with a new service, as each run of `build` does, and stores what it made. */
  async build(wanted: Wanted, options: Partial<SiteRequest> & { isOpen?: boolean } = {}) {
    const { isOpen = true, ...request } = options;
    const service = await openService({
      databasePath: ':memory:',
      clock: this.clock,
      allowPrivateNetworks: isOpen,
    });
    const staged = new Map<string, string>();
    const built = await buildSite(service.http, {
      title: 'Our feeds',
      pictures: false,
      siteUrl: 'https://example.org/',
      maxAgeMs: 0,
      moved: [],
      state: this.state === null ? null : parseState(this.state),
      marker: this.marker === null ? null : parseMarker(this.marker),
      readFile: async (name) => this.files.get(name) ?? null,
      readBytes: async (name) => {
        const text = this.files.get(name);
        return text === undefined ? null : Buffer.from(text);
      },
      writeFile: async (name, content) => {
        if (typeof content === 'string') staged.set(name, content);
        else this.pictures.set(name, content);
      },
      signal: this.#abort.signal,
      ...wanted,
      ...request,
    }).finally(() => service.close());
    for (const [name, text] of staged) this.files.set(name, text);
    this.state = formatState(built.state);
    this.marker = formatMarker(built.marker);
    return { ...built, written: [...staged.keys()].sort() };
  }

  /** The JSON Feed of a slug. */
  json(slug: string): {
    title: string;
    items: { id: string; title: string; content_html: string }[];
  } {
    return JSON.parse(this.files.get(`${slug}.json`) ?? '');
  }

  /** Guids by title of the item. */
  guids(slug: string): Record<string, string> {
    return Object.fromEntries(this.json(slug).items.map(({ title, id }) => [title, id]));
  }
}

/** A feed of a site, as its owner wants it. */
export function siteFeed(
  url: string,
  { filters, ...rest }: Partial<Omit<SiteFeed, 'body'>> & { filters?: FiltersInput } = {},
): SiteFeed {
  const body = { url, ...(filters !== undefined && { filters }) };
  return { key: siteKey('feed', url), settings: {}, ...rest, body };
}

/** A bundle of a site. */
export function siteBundle(name: string, feeds: readonly SiteFeed[]): Wanted['bundles'][number] {
  return { key: siteKey('bundle', name), name, members: feeds.map(({ key }) => key) };
}
