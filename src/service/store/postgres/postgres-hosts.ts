import pg from 'pg';
import { hostsOf } from '../../../contract/database-location.js';

/** Maximum time to find out whether a host takes writes, in milliseconds. */
const ANSWER_MS = 2000;

/** The hosts of an address, of which one takes writes; after a failover another one. */
export class PostgresHosts {
  readonly #urls: readonly string[];
  #current: string;
  #choosing: Promise<boolean> | undefined;

  constructor(url: string) {
    this.#urls = hostsOf(url);
    // A single address stays as it was given: pg reads forms of it that the URL standard does not.
    this.#current = this.#urls.length === 1 ? url : (this.#urls[0] ?? url);
  }

  /** The address for new connections. */
  get current(): string {
    return this.#current;
  }

  /** Connections that answered before this time, by `performance.now()`, are of no use any more. */
  lostAt = Number.NEGATIVE_INFINITY;

  /** A host has vanished, or takes no writes any more. */
  async lost(): Promise<void> {
    this.lostAt = performance.now();
    await this.choose();
  }

  /**
   * Chooses the host that takes writes: the first that says so, asking all at once.
   * @returns false when none does, or when there is no choice
   */
  choose(): Promise<boolean> {
    if (this.#urls.length === 1) return Promise.resolve(false);
    this.#choosing ??= this.#ask().finally(() => {
      this.#choosing = undefined;
    });
    return this.#choosing;
  }

  async #ask(): Promise<boolean> {
    try {
      this.#current = await Promise.any(this.#urls.map(requireWritable));
      return true;
    } catch {
      return false;
    }
  }
}

/** As `target_session_attrs=read-write` of libpq; it is meant whether the address says so or not. */
async function requireWritable(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('It takes no writes.');
    return url;
  } finally {
    // Not awaited: a host that vanished does not answer.
    client.end().catch(() => undefined);
  }
}
