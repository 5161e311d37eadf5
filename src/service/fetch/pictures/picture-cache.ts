import { createHash } from 'node:crypto';
import { DAY } from '../../core/durations.js';
import type { Store } from '../../store/store.js';
import type { Fetcher } from '../index.js';
import { rasterType } from './raster.js';

/**
 * Time for which a picture is kept, and time after which a failure is tried again, in milliseconds.
 */
const KEEP_MS = 90 * DAY;
const RETRY_MS = DAY;

/** Maximum size of one picture, and of all, in bytes. */
const MAX_PICTURE_BYTES = 1_000_000;
const MAX_TOTAL_BYTES = 50_000_000;
/** Size of a row without its picture, in bytes. */
const ROW_BYTES = 300;

const FETCH_TIMEOUT_MS = 8_000;
const MAX_REDIRECTS = 3;
/** Maximum number of pictures that this process fetches or queues; further ones are left out. */
const MAX_WAITING = 100;
/** Number of stored pictures between two checks of the total size. */
const SWEEP_EVERY = 20;
const SWEEP_ROWS = 200;

/** One transparent pixel, which a browser gets in place of a missing picture. */
export const NO_PICTURE = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
);

/** `pending`: it is being fetched. `none`: the address has no acceptable picture. */
export type Picture =
  | { state: 'found'; type: string; body: Buffer }
  | { state: 'pending' | 'none' };

interface PictureDeps {
  store: Store;
  fetcher(): Promise<Fetcher>;
  /** Maximum total size in bytes; for tests. */
  maxTotalBytes?: number;
}

/**
 * Remote pictures for the pages of the service, so that browsers only send requests to the service:
 * raster pictures of at most 1 MB, kept for 90 days, the oldest evicted first.
 */
export class PictureCache {
  readonly #deps: PictureDeps;
  readonly #fetching = new Map<string, Promise<Picture>>();
  #stored = 0;

  constructor(deps: PictureDeps) {
    this.#deps = deps;
  }

  /**
   * The picture at an address. @param waitMs time to wait for a picture that is not stored, in
   * milliseconds
   */
  async get(address: string, waitMs: number): Promise<Picture> {
    const key = createHash('sha256').update(address).digest('hex');
    const kept = await this.#kept(key);
    if (kept !== null) return kept;
    const fetching = this.#fetching.get(key) ?? this.#fetch(key, address);
    return Promise.race([fetching, timeout(waitMs)]);
  }

  /** Resolves when no picture is being fetched. */
  async settled(): Promise<void> {
    await Promise.all(this.#fetching.values());
  }

  async #kept(key: string): Promise<Picture | null> {
    const { db, clock } = this.#deps.store;
    const row = await db
      .selectFrom('pictures')
      .select(['type', 'content'])
      .where('key', '=', key)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.type === null) return { state: 'none' };
    return { state: 'found', type: row.type, body: Buffer.from(row.content, 'base64') };
  }

  #fetch(key: string, address: string): Promise<Picture> {
    if (this.#fetching.size >= MAX_WAITING) return Promise.resolve({ state: 'pending' });
    const fetching = this.#download(address)
      .then(async (picture) => {
        await this.#keep(key, picture);
        return picture;
      })
      // A failed picture is no error: the page is shown without it.
      .catch((): Picture => ({ state: 'none' }))
      .finally(() => this.#fetching.delete(key));
    this.#fetching.set(key, fetching);
    return fetching;
  }

  async #download(address: string): Promise<Picture> {
    try {
      const fetcher = await this.#deps.fetcher();
      const answer = await fetcher.fetch(address, {
        accept: 'image/webp,image/png,image/*;q=0.8',
        timeoutMs: FETCH_TIMEOUT_MS,
        decodedBytes: MAX_PICTURE_BYTES,
        maxRedirects: MAX_REDIRECTS,
      });
      const body = answer.body.bytes;
      const type = rasterType(body);
      return type === null ? { state: 'none' } : { state: 'found', type, body };
    } catch {
      return { state: 'none' };
    }
  }

  async #keep(key: string, picture: Picture): Promise<void> {
    const { db, clock } = this.#deps.store;
    const now = clock.now();
    const isFound = picture.state === 'found';
    const row = {
      type: isFound ? picture.type : null,
      content: isFound ? picture.body.toString('base64') : '',
      bytes: (isFound ? picture.body.length : 0) + ROW_BYTES,
      fetched_at: now,
      expires_at: now + (isFound ? KEEP_MS : RETRY_MS),
    };
    await db
      .insertInto('pictures')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
    this.#stored += 1;
    if (this.#stored % SWEEP_EVERY === 1) await this.#sweep(now);
  }

  /** Deletes expired pictures, then the oldest ones beyond the total. */
  async #sweep(now: number): Promise<void> {
    const { db } = this.#deps.store;
    await db.deleteFrom('pictures').where('expires_at', '<=', now).execute();
    for (;;) {
      const { bytes } = await db
        .selectFrom('pictures')
        .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
        .executeTakeFirstOrThrow();
      if (Number(bytes ?? 0) <= (this.#deps.maxTotalBytes ?? MAX_TOTAL_BYTES)) return;
      const oldest = await db
        .selectFrom('pictures')
        .select('key')
        .orderBy('fetched_at')
        .limit(SWEEP_ROWS)
        .execute();
      const keys = oldest.map(({ key }) => key);
      await db.deleteFrom('pictures').where('key', 'in', keys).execute();
    }
  }
}

function timeout(ms: number): Promise<Picture> {
  return new Promise((resolve) => {
    setTimeout(() => resolve({ state: 'pending' }), ms).unref();
  });
}
