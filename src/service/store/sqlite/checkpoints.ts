import type LibsqlDatabase from 'libsql';
import { PollLoop } from '../../core/async/poll-loop.js';

/** Time between two checkpoints, in milliseconds: short enough that a commit finds little left. */
const EVERY_MS = 1000;

/** After a failure, such as a full disk; the commits say what is wrong. In milliseconds. */
const RETRY_MS = 10_000;

/**
 * Pages of 4 kB in the write-ahead log at which a commit does a checkpoint after all. While writes
 * never pause, the background does not reach the end of the log; the commit finishes the few pages
 * that are left, and the log starts anew.
 */
const LOG_PAGES = 4000;

/** Ends the background work. */
export interface Checkpoints {
  stop(): Promise<void>;
}

/**
 * Does the checkpoints of the write-ahead log in a thread of libsql. By default a commit does one when
 * the log has 1,000 pages: while feeds were refreshed, that blocked the event loop for 90 to 130 ms.
 * @param database the connection that writes
 */
export async function startCheckpoints(
  database: LibsqlDatabase.Database,
  path: string,
): Promise<Checkpoints> {
  // Loaded only by a process that stays.
  const { default: AsyncDatabase } = await import('libsql/promise');
  const own = new AsyncDatabase(path, {});
  database.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
  const loop = new PollLoop({
    retryMs: RETRY_MS,
    onError: () => undefined,
    async startDue() {
      // Passive: no reader and no writer has to wait.
      await own.exec('pragma wal_checkpoint(passive)');
      return EVERY_MS;
    },
  });
  return {
    async stop() {
      await loop.stop();
      own.close();
    },
  };
}
