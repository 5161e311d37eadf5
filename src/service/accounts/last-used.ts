import type { Clock } from '../core/clock.js';
import type { Store } from '../store/store.js';

const ONCE_EVERY_MS = 60_000;

/**
 * Writes down when a key was last used: at most once a minute, and beside the request, which a
 * write lock held elsewhere must not keep waiting.
 */
export class LastUsed {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #writing = new Map<string, Promise<void>>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  note(apiKey: string, writtenAt: number | null): void {
    const now = this.#clock.now();
    if (writtenAt !== null && now - writtenAt < ONCE_EVERY_MS) return;
    if (this.#writing.has(apiKey)) return;
    const done = this.#write(apiKey, now).finally(() => this.#writing.delete(apiKey));
    this.#writing.set(apiKey, done);
  }

  /** Resolves when what was noted is written, or could not be. */
  async flush(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  /** A time that is not written now is written at the next use: failing it would serve nobody. */
  async #write(apiKey: string, now: number): Promise<void> {
    await this.#store.db
      .updateTable('api_keys')
      .set({ last_used_at: now })
      .where('id', '=', apiKey)
      .execute()
      .catch(() => undefined);
  }
}
