import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../../../base/errors.js';
import { isLost } from './postgres-error.js';
import type { PostgresHosts } from './postgres-hosts.js';

/** Time without an answer after which the host of a statement is tested, in milliseconds. */
const SILENT_MS = 3000;

/** Time between two checks of the running statements, in milliseconds. */
const LOOK_MS = 1000;

/** Time for a host to answer a new connection, in milliseconds. */
const ANSWER_MS = 3000;

/** A connection that can be cut while a statement runs on it. */
export class BreakableClient extends pg.Client {
  /** The address of its host; contains secrets. */
  readonly url: string;
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig | undefined, url: string) {
    const socket = new Socket();
    // Statements of a transaction are pipelined if none needs the answer of another.
    const options = { ...config, connectionString: url, stream: () => socket, pipeline: true };
    super(options);
    this.url = url;
    this.#socket = socket;
  }

  /** Cuts the connection; the statement on it fails. */
  breakOff(): void {
    this.#socket.destroy();
  }
}

/** The statements that a connection runs. */
interface Run {
  /** Time when the last one was sent, or the host last answered, by `performance.now()`. */
  since: number;
  statements: number;
}

/**
 * Cuts connections whose host vanished. TCP alone notices that after 15 minutes, and a timeout per
 * statement would have to be that of the longest.
 */
export class RunningStatements {
  readonly #hosts: PostgresHosts;
  readonly #running = new Map<BreakableClient, Run>();
  #isWatching = false;

  constructor(hosts: PostgresHosts) {
    this.#hosts = hosts;
  }

  /** Runs a statement on this connection. */
  async whileOn<T>(client: BreakableClient, work: () => Promise<T>): Promise<T> {
    const run = this.#running.get(client) ?? { since: 0, statements: 0 };
    run.since = performance.now();
    run.statements += 1;
    this.#running.set(client, run);
    if (!this.#isWatching) void this.#watch();
    try {
      return await work();
    } finally {
      run.statements -= 1;
      if (run.statements === 0) this.#running.delete(client);
    }
  }

  async #watch(): Promise<void> {
    this.#isWatching = true;
    while (this.#running.size > 0) {
      await sleep(LOOK_MS, undefined, { ref: false });
      const silent = this.#silent();
      const urls = [...new Set(silent.map(({ url }) => url))];
      await Promise.all(
        urls.map((url) =>
          this.#ask(
            url,
            silent.filter((client) => client.url === url),
          ),
        ),
      );
    }
    this.#isWatching = false;
  }

  #silent(): BreakableClient[] {
    const latest = performance.now() - SILENT_MS;
    return [...this.#running].flatMap(([client, { since }]) => (since <= latest ? [client] : []));
  }

  async #ask(url: string, silent: readonly BreakableClient[]): Promise<void> {
    const askedAt = performance.now();
    const isThere = await answers(url);
    // A client whose statement has ended may have started another one.
    const still = silent.filter(
      (client) => (this.#running.get(client)?.since ?? askedAt) < askedAt,
    );
    if (isThere) {
      for (const client of still) {
        const run = this.#running.get(client);
        if (run !== undefined) run.since = askedAt;
      }
      return;
    }
    for (const client of still) client.breakOff();
    await this.#hosts.lost();
  }
}

/** True if the server at this address accepts a connection, or says why not. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return /^[0-9A-Z]{5}$/.test(errorCode(error) ?? '') && !isLost(error);
  } finally {
    // Not awaited: a host that vanished does not answer.
    client.end().catch(() => undefined);
  }
}
