import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../kit/index.js';
import { unusable } from './state-file.js';

/** The holder says this often that it is still there. */
const BEAT_MS = 15_000;
/** A lock not heard of for this long was left behind: by then its process id may be another's. */
const STALE_MS = 120_000;

/**
 * Keeps a second run from working with the same state at the same time, as happens when cron starts
 * the next run before the last one is through. A lock left behind by a crash does not stay in the way.
 *
 * @throws {CliError} STATE_IN_USE when somebody else holds it
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  await acquire(lock, path);
  const beat = setInterval(() => {
    const now = new Date();
    // A missed beat is made good by the next one.
    utimes(lock, now, now).catch(() => {});
  }, BEAT_MS);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    // After a long sleep of the machine it may be somebody else's by now.
    if ((await holderOf(lock))?.pid === process.pid) await rm(lock, { force: true });
  }
}

async function acquire(lock: string, path: string): Promise<void> {
  try {
    await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
    if (await take(lock)) return;
    const holder = await holderOf(lock);
    if (holder?.isThere === false && (await takeOver(lock))) return;
    throw inUse(path, holder?.pid);
  } catch (error) {
    throw error instanceof CliError ? error : unusable('written', path, error);
  }
}

/**
 * Takes a lock that was left behind. One at a time, and each looks again: without that, the second
 * of two would take away what the first has just made.
 */
async function takeOver(lock: string): Promise<boolean> {
  const turn = `${lock}.takeover`;
  if (!(await take(turn))) {
    // Left behind itself, it goes; the next run gets its turn.
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
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

interface Holder {
  pid: number;
  /** Whether it still runs. */
  isThere: boolean;
}

/** Undefined when the lock has gone in the meantime. */
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
  // Just made, its number not yet written.
  if (!Number.isInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function inUse(path: string, holder: number | undefined): CliError {
  const by = holder ? `process ${holder}` : 'another run';
  return new CliError(`The state is in use by ${by}: ${path}`, {
    exitCode: 1,
    code: 'STATE_IN_USE',
    hint: 'Wait for that one to end, or keep a state of its own with --state FILE.',
  });
}
