import type { FeedUpdateEvent } from '../../../src/contract/index.js';
import { openService } from '../../../src/service/app/service.js';
import { DAY, MINUTE } from '../../../src/service/core/durations.js';
import { silentLogger } from '../../../src/service/core/logger.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import type { Deps } from '../../../src/service/feeds/deps.js';
import { claimDueFeeds, nextDueAt } from '../../../src/service/refresh/due.js';
import { RefreshPool } from '../../../src/service/refresh/pool.js';
import type { RefreshDeps } from '../../../src/service/refresh/refresh-result.js';
import type { ClaimedFeed } from '../../../src/service/refresh/suspension.js';
import { createSourceReader } from '../../../src/service/sources/create-source-reader.js';
import { Expectation, type ExpectedRow, RANDOM, WAITS } from './expectation.js';
import { MANNERS } from './manners.js';
import { Publisher } from './publisher.js';
import { VirtualClock } from './virtual-clock.js';
import { startWeb, type Visit, type Web } from './web.js';

export { impoliteness } from './impoliteness.js';

const OWNER = { id: 'owner' };
const START = Date.UTC(2026, 2, 1);

/** How long a source that hangs is waited for: real milliseconds, the only ones that pass. */
const HANGING_MS = 1500;

/** What came of a month, and what should have. */
export interface MonthReport {
  looks: number;
  /** A sentence for everything that is not as it must be. */
  wrong: string[];
  web: Web;
}

interface Followed {
  publisher: Publisher;
  expectation: Expectation;
  feedId: string;
}

/**
 * Lets a service follow many feeds for so many days, at most a month. Only the clock is not real:
 * every look is HTTP over a socket, into a real database.
 */
export async function simulateMonth(feeds: number, days: number): Promise<MonthReport> {
  const clock = new VirtualClock(START);
  const publishers = Array.from(
    { length: feeds },
    (_, number) => new Publisher(number, mannersOf(number), START),
  );
  const web = await startWeb(publishers, clock);
  const service = await openService({
    databasePath: ':memory:',
    clock,
    publicUrl: 'https://f.com',
    allowPrivateNetworks: true,
  });
  // So that there are events: nothing is ever sent to it.
  await (await service.http.webhooks.of(OWNER)).create({ url: 'http://127.0.0.1:2/hook' });
  const reader = createSourceReader({
    clock,
    allowPrivateNetworks: true,
    resolve: async () => ['127.0.0.1'],
    wait: clock.wait,
    limits: { timeoutMs: HANGING_MS },
  });
  const deps: Deps = {
    ...service.http.deps,
    reader,
    refreshCeilingMs: WAITS.ceilingMs,
    fetchCost: () => WAITS.fetchCost,
  };
  try {
    return await new Month(deps, clock, web, publishers).run(START + days * DAY);
  } finally {
    await reader.close();
    await service.close();
    await web.close();
  }
}

function mannersOf(number: number) {
  const manners = MANNERS[number % MANNERS.length];
  if (manners === undefined) throw new Error('There are no manners.');
  return manners;
}

class Month {
  readonly #domain: Deps;
  readonly #deps: RefreshDeps;
  readonly #clock: VirtualClock;
  readonly #web: Web;
  readonly #publishers: readonly Publisher[];
  readonly #followed = new Map<string, Followed>();
  readonly #wrong: string[] = [];
  readonly #pool: RefreshPool;
  /** Everything that is going on: each of these has one request under way, or waits to make it. */
  readonly #reading = new Set<Promise<unknown>>();
  #looks = 0;

  constructor(domain: Deps, clock: VirtualClock, web: Web, publishers: readonly Publisher[]) {
    this.#domain = domain;
    this.#deps = { ...domain, logger: silentLogger, random: RANDOM };
    this.#clock = clock;
    this.#web = web;
    this.#publishers = publishers;
    this.#pool = new RefreshPool(this.#deps, { shareMs: 0 });
  }

  async run(end: number): Promise<MonthReport> {
    for (const publisher of this.#publishers) {
      await this.#follow(publisher);
      this.#clock.moveTo(this.#clock.now() + MINUTE / 4);
    }
    await this.#refreshUntil(end);
    await this.#checkEvents();
    return { looks: this.#looks, wrong: this.#wrong, web: this.#web };
  }

  async #follow(publisher: Publisher): Promise<void> {
    const url = this.#web.addressOf(publisher);
    const { feed } = await this.#driven(
      this.#read(createFeed(this.#domain, OWNER, { url, announce: true })),
    );
    const expectation = new Expectation(publisher, this.#clock.now());
    const visit = this.#web.visits.at(-1);
    if (visit !== undefined) expectation.created(visit);
    this.#followed.set(feed.id, { publisher, expectation, feedId: feed.id });
  }

  /** The loop of `serve`, in which sleeping is moving the clock. */
  async #refreshUntil(end: number): Promise<void> {
    while (this.#clock.now() < end) {
      const claimed = await claimDueFeeds(this.#deps, this.#pool.room);
      for (const feed of claimed) {
        const complain = (error: unknown) => this.#wrong.push(`${feed.title}: ${error}`);
        void this.#read(this.#look(feed).catch(complain));
      }
      if (claimed.length > 0 && this.#pool.free > 0) continue;
      if (this.#reading.size > 0) await this.#driven(Promise.race(this.#reading));
      else this.#clock.moveTo(Math.min(end, await this.#nextThing()));
    }
    await this.#driven(Promise.all(this.#reading));
  }

  #read<T>(work: Promise<T>): Promise<T> {
    this.#reading.add(work);
    const ended = () => this.#reading.delete(work);
    work.then(ended, ended);
    return work;
  }

  /** When something is due, or a site may be asked again. */
  async #nextThing(): Promise<number> {
    const { db } = this.#deps.store;
    const now = this.#clock.now();
    const due = await nextDueAt(this.#deps.store, now);
    const blocks = await db
      .selectFrom('host_blocks')
      .select('until')
      .where('until', '>', now)
      .execute();
    const paces = await db
      .selectFrom('host_paces')
      .select('next_start_at')
      .where('next_start_at', '>', now)
      .execute();
    return Math.min(
      due ?? Number.POSITIVE_INFINITY,
      ...blocks.map(({ until }) => until),
      ...paces.map(({ next_start_at }) => next_start_at),
    );
  }

  async #look(feed: ClaimedFeed): Promise<void> {
    const followed = this.#followed.get(feed.id);
    if (followed === undefined) throw new Error(`Nobody made feed ${feed.id}.`);
    const before = this.#web.visits.length;
    const result = await this.#pool.read(feed);
    this.#looks += 1;
    const visits = this.#web.visits
      .slice(before)
      .filter(({ publisher }) => publisher === followed.publisher);
    const last = visits.at(-1);
    if (result === null || last === undefined) {
      this.#complain(followed, 'was not looked at');
      return;
    }
    await this.#checkRow(followed, feed, last);
  }

  async #checkRow({ feedId, expectation, publisher }: Followed, before: ClaimedFeed, last: Visit) {
    const row = await this.#deps.store.db
      .selectFrom('feeds')
      .selectAll()
      .where('id', '=', feedId)
      .executeTakeFirstOrThrow();
    const now = row.last_refreshed_at;
    const expected = expectation.looked(last, before.poll_url, now, row.last_error ?? '');
    const fields = Object.keys(expected) as (keyof ExpectedRow)[];
    for (const field of fields) {
      if (row[field] === expected[field]) continue;
      const day = ((now - START) / DAY).toFixed(2);
      this.#complain(
        { publisher },
        `on day ${day} has ${field} ${row[field]}, not ${expected[field]} (${row.last_error})`,
      );
    }
    const isMoved = last.path === publisher.newPath;
    if (isMoved && !row.poll_url.endsWith(publisher.newPath)) {
      this.#complain({ publisher }, `still polls ${row.poll_url}`);
    }
  }

  async #checkEvents(): Promise<void> {
    const rows = await this.#deps.store.db
      .selectFrom('events')
      .select('payload')
      .orderBy('created_at')
      .execute();
    const events = rows.map(({ payload }) => JSON.parse(payload) as FeedUpdateEvent);
    for (const followed of this.#followed.values()) {
      const own = events.filter(({ feed }) => feed.id === followed.feedId);
      const { newTitles, changedTitles } = followed.expectation;
      const announced = own.flatMap(({ data }) => data.items_new.map(({ title }) => title));
      const changed = own.flatMap(({ data }) => data.items_changed.map(({ title }) => title));
      this.#compare(followed, 'items_new', announced, newTitles);
      this.#compare(followed, 'items_changed', changed, changedTitles);
    }
  }

  #compare(followed: Followed, what: string, got: readonly string[], truth: readonly string[]) {
    const surplus = got.filter(
      (title, index) => !truth.includes(title) || got.indexOf(title) !== index,
    );
    const missing = truth.filter((title) => !got.includes(title));
    if (surplus.length > 0) this.#complain(followed, `announced ${what} ${surplus.join(', ')}`);
    if (missing.length > 0)
      this.#complain(followed, `never announced ${what} ${missing.join(', ')}`);
    if (got.join('\n') !== truth.join('\n') && surplus.length + missing.length === 0) {
      this.#complain(followed, `announced ${what} in another order`);
    }
  }

  #complain({ publisher }: Pick<Followed, 'publisher'>, what: string): void {
    this.#wrong.push(`Feed ${publisher.number} (${publisher.manners.name}) ${what}.`);
  }

  /** Waits for work, and moves the clock whenever all that is going on waits for nothing but time. */
  async #driven<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    over.catch(() => undefined);
    while (!isOver) {
      // While a source hangs, real time passes, and little else.
      await new Promise((resolve) => setTimeout(resolve, this.#web.hanging > 0 ? 20 : 0));
      const waiting = this.#clock.sleepers;
      if (waiting > 0 && waiting + this.#web.hanging === this.#reading.size) this.#clock.wakeNext();
    }
    return over;
  }
}
