import { link, open, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './errors.js';

/** Interval of the holder's heartbeat. */
const BEAT_MS = 15_000;
/** A lock without a heartbeat for this long is stale; its process id may have been reused. */
const STALE_MS = 120_000;
/**
 * A lock without a process id is stale after this time: a full disk or a killed process left it.
 */
const NAMELESS_MS = 2000;
/** Mean pause between two attempts. */
const RETRY_MS = 25;

/** Another process holds a lock file. */
export class FileLocked extends Error {
  /** @param pid of the holder; undefined when it released the lock in the meantime */
  constructor(readonly pid: number | undefined) {
    super('The lock is held by another process.');
  }
}

/**
 * Takes a lock file, which one process at a time can create (O_EXCL). A stale lock of a crashed
 * process is replaced.
 *
 * @param waitMs how long to wait for another process to release it
 * @returns releases it
 * @throws {FileLocked} when another process holds it
 * @throws the error of the system, such as EACCES
 */
export async function takeFileLock(lock: string, waitMs = 0): Promise<() => Promise<void>> {
  const end = performance.now() + waitMs;
  while (!(await takeLock(lock))) {
    const holder = await holderOf(lock);
    if (holder?.isThere === false && (await takeOver(lock))) break;
    if (performance.now() >= end) throw new FileLocked(holder?.pid);
    // The pause is random, so that processes that started together do not collide again.
    await delay(RETRY_MS * (0.5 + Math.random()));
  }
  const beat = setInterval(() => {
    const now = new Date();
    // The next heartbeat makes up for a failed one.
    utimes(lock, now, now).catch(() => {});
  }, BEAT_MS);
  beat.unref();
  return async () => {
    clearInterval(beat);
    // After the machine was suspended, another process may hold the lock.
    if ((await holderOf(lock))?.pid === process.pid) await rm(lock, { force: true });
  };
}

/**
 * Replaces a stale lock. Processes take turns and check again, because otherwise the second of two
 * would delete the lock that the first has just created.
 */
async function takeOver(lock: string): Promise<boolean> {
  const turn = `${lock}.takeover`;
  if (!(await takeLock(turn))) {
    // A stale takeover lock is deleted; the next attempt succeeds.
    if ((await holderOf(turn))?.isThere === false) await rm(turn, { force: true });
    return false;
  }
  try {
    if ((await holderOf(lock))?.isThere === false) await rm(lock, { force: true });
    return await takeLock(lock);
  } finally {
    await rm(turn, { force: true });
  }
}

/**
 * Writes the process id before the lock gets its name: on a full disk, an empty lock would remain
 * that names no process.
 */
async function takeLock(lock: string): Promise<boolean> {
  attempts += 1;
  const named = `${lock}.${process.pid}-${attempts}`;
  try {
    await writeFile(named, OWN_LINE, { flag: 'wx', mode: 0o600 });
    await link(named, lock).catch((error: unknown) => {
      if (errorCode(error) === 'EEXIST') throw error;
      return createLock(lock);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(named, { force: true });
  }
}

const OWN_LINE = `${process.pid}\n`;

/**
 * Number of attempts of this process, part of the name of a temporary file: several may run at
 * once.
 */
let attempts = 0;

/** Creates the lock on a file system without hard links. */
async function createLock(lock: string): Promise<void> {
  const file = await open(lock, 'wx', 0o600);
  try {
    await file.writeFile(OWN_LINE);
  } catch (error) {
    await rm(lock, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

interface Holder {
  pid: number;
  /** True while its process runs. */
  isThere: boolean;
}

/** Undefined when the lock was released in the meantime. */
async function holderOf(lock: string): Promise<Holder | undefined> {
  try {
    const { mtimeMs } = await stat(lock);
    const pid = Number((await readFile(lock, 'utf8')).trim());
    const age = Date.now() - mtimeMs;
    return { pid, isThere: isId(pid) ? age <= STALE_MS && isAlive(pid) : age <= NAMELESS_MS };
  } catch {
    return undefined;
  }
}

function isId(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
