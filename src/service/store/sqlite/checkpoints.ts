import type LibsqlDatabase from 'libsql';
import { PollLoop } from '../../core/async/poll-loop.js';

/** Time between two checkpoints, in milliseconds: short enough to leave little for a commit. */
const EVERY_MS = 1000;

/** Time after a failure, such as a full disk, in milliseconds; commits report the problem. */
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
 * Runs the checkpoints of the write-ahead log in a thread of libsql. By default a commit runs one
 * when the log has 1,000 pages; while feeds were refreshed, that blocked the event loop for 90 to
 * 130 ms. @param database the connection that writes
 */
export async function startCheckpoints(
  database: LibsqlDatabase.Database,
  path: string,
): Promise<Checkpoints> {
  // Imported on demand, by a long-running process.
  const { default: AsyncDatabase } = await import('libsql/promise');
  const own = new AsyncDatabase(path, {});
  database.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
  const loop = new PollLoop({
    retryMs: RETRY_MS,
    onError: () => undefined,
    async startDue() {
      // Passive, so that no reader and no writer waits.
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
