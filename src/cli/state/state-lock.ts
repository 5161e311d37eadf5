import { open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../base/errors.js';
import { makeDirectory } from '../../base/make-directory.js';
import { CliError } from '../kit/index.js';
import { unusable } from './state-file.js';

/** Interval of the holder's heartbeat. */
const BEAT_MS = 15_000;
/** A lock without a heartbeat for this long is stale; its process id may have been reused. */
const STALE_MS = 120_000;

/**
 * Prevents two runs from using the same state at once, such as when cron starts the next run
 * before the previous one has finished. A stale lock of a crashed run is replaced.
 *
 * @throws {CliError} STATE_IN_USE when another process holds it
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  await acquire(lock, path);
  const beat = setInterval(() => {
    const now = new Date();
    // The next heartbeat makes up for a failed one.
    utimes(lock, now, now).catch(() => {});
  }, BEAT_MS);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    // After the machine was suspended, another process may hold the lock.
    if ((await holderOf(lock))?.pid === process.pid) await rm(lock, { force: true });
  }
}

async function acquire(lock: string, path: string): Promise<void> {
  try {
    makeDirectory(dirname(lock), 0o700);
    if (await take(lock)) return;
    const holder = await holderOf(lock);
    if (holder?.isThere === false && (await takeOver(lock))) return;
    throw inUse(path, holder?.pid);
  } catch (error) {
    throw error instanceof CliError ? error : unusable('written', path, error);
  }
}

/**
 * Replaces a stale lock. Processes take turns and check again, because otherwise the second of two
 * would delete the lock that the first has just created.
 */
async function takeOver(lock: string): Promise<boolean> {
  const turn = `${lock}.takeover`;
  if (!(await take(turn))) {
    // A stale takeover lock is deleted; the next run succeeds.
    if ((await holderOf(turn))?.isThere === false) await rm(turn, { force: true });
    return false;
  }
  try {
    if ((await holderOf(lock))?.isThere === false) await rm(lock, { force: true });
    return await take(lock);
  } finally {
    await rm(turn, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx', 0o600);
    await file.writeFile(`${process.pid}\n`);
    await file.close();
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

interface Holder {
  pid: number;
  /** Whether its process still runs. */
  isThere: boolean;
}

/** Undefined when the lock was released in the meantime. */
async function holderOf(lock: string): Promise<Holder | undefined> {
  try {
    const { mtimeMs } = await stat(lock);
    const pid = Number((await readFile(lock, 'utf8')).trim());
    return { pid, isThere: Date.now() - mtimeMs <= STALE_MS && isAlive(pid) };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  // A new lock whose process id is not written yet.
  if (!Number.isInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function inUse(path: string, holder: number | undefined): CliError {
  const by = holder ? `process ${holder}` : 'another run';
  return new CliError(`The state is in use by ${by}: ${path}`, {
    exitCode: 1,
    code: 'STATE_IN_USE',
    hint: 'Wait for it to finish, or use another state file with --state FILE.',
  });
}
