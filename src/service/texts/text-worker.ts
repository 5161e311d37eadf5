import { ofEnabledAccount } from '../accounts/account.js';
import { PollLoop } from '../core/async/poll-loop.js';
import { ServiceError } from '../core/errors.js';
import { settleTexts, type TextDeps } from './settle-texts.js';

/** Maximum number of feeds whose pages one process fetches at once. */
const CONCURRENCY = 4;

/** Maximum sleep in milliseconds: work of other processes is found within it. */
const POLL_MS = 2000;

/** Fetches the pages of items after the items were stored, so that no refresh waits for them. */
export class TextWorker {
  readonly #deps: TextDeps;
  readonly #running = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  readonly #queue: string[] = [];
  readonly #aborted = new AbortController();

  constructor(deps: TextDeps) {
    this.#deps = deps;
  }

  /** Fetches the pages of a feed as soon as there is a free slot. */
  start(feedId: string): void {
    if (this.#aborted.signal.aborted) return;
    if (this.#running.has(feedId)) this.#again.add(feedId);
    else if (!this.#queue.includes(feedId)) this.#queue.push(feedId);
    this.#next();
  }

  /**
   * Fetches everything that is due. @returns the number of feeds that were left when `until` was
   * aborted
   */
  async drain(until: AbortSignal): Promise<number> {
    const seen = new Set<string>();
    const aborted = new Promise<void>((resolve) => {
      until.addEventListener('abort', () => resolve(), { once: true });
      if (until.aborted) resolve();
    });
    for (;;) {
      const due = (await this.#due()).filter((id) => !seen.has(id));
      for (const id of due) {
        seen.add(id);
        this.start(id);
      }
      if (this.#running.size === 0 || until.aborted || this.#aborted.signal.aborted) {
        return this.#running.size + this.#queue.length;
      }
      await Promise.race([aborted, ...this.#running.values()]);
    }
  }

  /** Fetches due pages until it is stopped. */
  startLoop(): { stop(): Promise<void> } {
    return new PollLoop({
      startDue: async () => {
        for (const id of await this.#due()) this.start(id);
        return POLL_MS;
      },
      onError: (error) =>
        this.#deps.logger.error({ err: error }, 'feeds with missing texts could not be read'),
      retryMs: POLL_MS,
      signal: this.#aborted.signal,
    });
  }

  /** Ends pages in progress and stores those that arrived. */
  async close(): Promise<void> {
    this.#aborted.abort(new Error('The service is stopping.'));
    this.#queue.length = 0;
    this.#again.clear();
    await Promise.all(this.#running.values());
  }

  #next(): void {
    while (this.#running.size < CONCURRENCY) {
      const id = this.#queue.shift();
      if (id === undefined) return;
      const work = this.#settle(id).finally(() => {
        this.#running.delete(id);
        if (this.#again.delete(id)) this.start(id);
        this.#next();
      });
      this.#running.set(id, work);
    }
  }

  async #settle(feedId: string): Promise<void> {
    const { signal } = this.#aborted;
    try {
      while (await settleTexts(this.#deps, feedId, signal)) {
        if (signal.aborted) return;
      }
    } catch (error) {
      // The lease expires, and another round tries again.
      const isExpected = error instanceof ServiceError;
      this.#deps.logger[isExpected ? 'warn' : 'error'](
        { feed: feedId, err: error },
        'texts of items were not stored',
      );
    }
  }

  async #due(): Promise<string[]> {
    const room = CONCURRENCY - this.#running.size;
    if (room <= 0) return [];
    const now = this.#deps.clock.now();
    const rows = await this.#deps.store.db
      .selectFrom('feeds')
      .select('id')
      .where('texts_due_at', '<=', now)
      .where((feed) =>
        feed.or([feed('texts_lease_until', 'is', null), feed('texts_lease_until', '<=', now)]),
      )
      .where(ofEnabledAccount('feeds'))
      .orderBy('texts_due_at')
      .limit(CONCURRENCY * 2)
      .execute();
    return rows.map(({ id }) => id).filter((id) => !this.#running.has(id));
  }
}
