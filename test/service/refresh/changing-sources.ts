import { EventEmitter, once } from 'node:events';
import { rss } from '../../support/rss.js';
import { type SourceServer, startSourceServer } from '../../support/source-server.js';

/** More than are published while one process lives: nothing may fall off the end unseen. */
const WINDOW = 150;
const MAX_EDITS = 10;

/** An item as a title says which it is, and a text in which version. */
export interface SourceItem {
  title: string;
  version: number;
}

/** Sources that say something else at every request. */
export interface ChangingSources {
  urls: string[];
  /** Resolves when the sources were asked so many times more. */
  requests(count: number): Promise<void>;
  /** From now on they say what they said last. */
  freeze(): void;
  /** Everything that a source has published so far. */
  published(url: string): SourceItem[];
  close(): Promise<void>;
}

export async function startChangingSources(count: number): Promise<ChangingSources> {
  const server: SourceServer = await startSourceServer();
  const sources = new Map<string, ChangingSource>();
  const asked = new EventEmitter();
  let isFrozen = false;
  for (let number = 0; number < count; number += 1) {
    const source = new ChangingSource(number);
    const url = server.on(`/${number}.xml`, (_, response) => {
      if (!isFrozen) source.publish();
      asked.emit('request');
      response.end(source.document());
    });
    sources.set(url, source);
  }
  return {
    urls: [...sources.keys()],
    async requests(count) {
      for (let left = count; left > 0; left -= 1) await once(asked, 'request');
    },
    freeze() {
      isFrozen = true;
    },
    published: (url) => sources.get(url)?.items ?? [],
    close: () => server.close(),
  };
}

class ChangingSource {
  /** Newest first. */
  readonly items: (SourceItem & { date: number })[] = [];
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
    this.#add(5);
  }

  publish(): void {
    this.#add(Math.floor(Math.random() * 4));
    const edited = this.items[Math.floor(Math.random() * 10)];
    if (edited !== undefined && edited.version < MAX_EDITS) edited.version += 1;
  }

  /** All at once: a source that publishes in bursts is looked at as often as is allowed. */
  #add(count: number): void {
    for (let more = count; more > 0; more -= 1) {
      const title = `Item ${this.items.length} of ${this.#number}`;
      this.items.unshift({ title, version: 1, date: Date.now() });
    }
  }

  document(): string {
    return rss({
      title: `Source ${this.#number}`,
      items: this.items.slice(0, WINDOW).map(({ title, version, date }) => ({
        guid: title,
        title,
        description: `Version ${version}`,
        date: new Date(date).toISOString(),
      })),
    });
  }
}
