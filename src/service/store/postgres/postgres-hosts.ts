import pg from 'pg';
import { hostsOf } from '../../../contract/database-location.js';

/** Maximum time to find out whether a host accepts writes, in milliseconds. */
const ANSWER_MS = 2000;

/** The hosts of an address, one of which accepts writes; another one after a failover. */
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

  /** Connections that answered before this time, by `performance.now()`, are unusable. */
  lostAt = Number.NEGATIVE_INFINITY;

  /** Called if a host has vanished, or accepts no writes any more. */
  async lost(): Promise<void> {
    this.lostAt = performance.now();
    await this.choose();
  }

  /**
   * Chooses the host that accepts writes: all are requested at once, and the first that confirms
   * counts. @returns false if none does, or if there is only one
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

/**
 * Requires a host that accepts writes, like `target_session_attrs=read-write` of libpq, even if the
 * address does not say so.
 */
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
