import { chunks, type Db, type Store } from './store.js';

/** How long a write waits for others to share its transaction, in milliseconds. */
const BATCH_WINDOW_MS = 5;

interface Waiting {
  order: string;
  /** A write, in a transaction of its own or a shared one. */
  write(transaction: Db): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export interface BatchOptions {
  /** How long it may wait for others, in milliseconds; default 5. The shortest wait of a batch ends it. */
  windowMs?: number | undefined;
  /** Writes in one transaction; any number when left out. */
  most?: number;
  /** How much longer to wait for further writes once two share a transaction, in milliseconds. */
  busyMs?: number;
  /**
   * Writes of a transaction run in the order of these texts, such as the id of the row that each locks:
   * two transactions that lock rows in different orders deadlock.
   */
  order?: string;
}

interface Batch {
  writes: Waiting[];
  /** When they are written, by `performance.now()`. */
  endsAt: number;
  timer?: NodeJS.Timeout;
}

/** Writes waiting for the next transaction, by store and batch. */
const waitingFor = new WeakMap<Store, Map<string, Batch>>();

/**
 * Runs `write` in a transaction shared with concurrent writes of the same batch. Each transaction
 * costs a disk sync that blocks the event loop for milliseconds: a third of the time when a thousand
 * feeds were created at once. After a failure all are rolled back and run again separately.
 * @param batch name of the batch, for example the account
 */
export function writeBatched<T>(
  store: Store,
  batch: string,
  write: (transaction: Db) => Promise<T>,
  {
    windowMs = BATCH_WINDOW_MS,
    most = Number.POSITIVE_INFINITY,
    busyMs = 0,
    order = '',
  }: BatchOptions = {},
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const batches = waitingFor.get(store) ?? new Map<string, Batch>();
    waitingFor.set(store, batches);
    const waiting = batches.get(batch) ?? { writes: [], endsAt: Number.POSITIVE_INFINITY };
    batches.set(batch, waiting);
    const { writes } = waiting;
    writes.push({ order, write, resolve: (result) => resolve(result as T), reject });
    const endsAt = performance.now() + windowMs;
    if (endsAt >= waiting.endsAt) return;
    waiting.endsAt = endsAt;
    clearTimeout(waiting.timer);
    waiting.timer = setTimeout(() => {
      // A write that arrives now must not start the wait again.
      waiting.endsAt = Number.NEGATIVE_INFINITY;
      if (writes.length > 1 && busyMs > 0) setTimeout(writeNow, busyMs);
      else writeNow();
    }, windowMs);
    function writeNow() {
      batches.delete(batch);
      writes.sort((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)));
      void writeParts(store, writes, Math.min(most, writes.length));
    }
  });
}

async function writeParts(store: Store, writes: readonly Waiting[], most: number): Promise<void> {
  for (const part of chunks(writes, most)) await writeAll(store, part);
}

async function writeAll(store: Store, batch: readonly Waiting[]): Promise<void> {
  if (batch.length > 1) {
    try {
      const results = await inOneTransaction(store, batch);
      batch.forEach(({ resolve }, index) => {
        resolve(results[index]);
      });
      return;
    } catch {
      // A failure must not reject the other writes of the batch.
    }
  }
  for (const one of batch) {
    await inOneTransaction(store, [one]).then(([result]) => one.resolve(result), one.reject);
  }
}

function inOneTransaction(store: Store, batch: readonly Waiting[]): Promise<unknown[]> {
  return store.db.transaction().execute(async (transaction) => {
    const results: unknown[] = [];
    for (const { write } of batch) results.push(await write(transaction));
    return results;
  });
}
