import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Finding } from '../../checks/finding.js';
import { describe } from '../../errors/describe.js';
import { shellCommand } from '../../kit/index.js';
import { dataDirectory } from '../../profiles/directories.js';
import type { Context } from '../../verbs/context.js';

/** Below this, the next large page may not fit. */
const LITTLE_SPACE_BYTES = 200 * 1024 * 1024;

/** The configuration file; checked before anything reads it, because reading tightens its modes. */
export async function checkConfiguration({ profiles }: Context): Promise<Check[]> {
  const { file, directory } = profiles;
  const found = await modeOf(file);
  if (found === null) return [ok('configuration', `${file}, not created yet`)];
  const loose = [
    ...(isLoose(found) ? [`${file} can be read by others.`] : []),
    ...(isLoose((await modeOf(directory)) ?? 0) ? [`${directory} is accessible to others.`] : []),
  ];
  if (loose.length === 0) return [ok('configuration', file)];
  const fix = `${shellCommand(['chmod', '700', directory])} && ${shellCommand(['chmod', '600', file])}`;
  return [warn('configuration', loose.join(' '), fix)];
}

/** The directory of the database and of the state of `watch`. */
export async function checkDataDirectory({ env }: Context): Promise<Check[]> {
  const directory = dataDirectory(env);
  const mode = await modeOf(directory);
  const existing = mode === null ? await nearestExisting(directory) : directory;
  if (!(await isWritable(existing))) {
    const fix = 'export FEEDCTL_DATA_DIR=/a/writable/directory';
    return [fail('data directory', `${existing} cannot be written.`, fix)];
  }
  const free = await freeBytes(existing);
  if (free < LITTLE_SPACE_BYTES) {
    const left = `Only ${Math.floor(free / 1024 / 1024)} MiB are free at ${existing}.`;
    return [warn('data directory', left, shellCommand(['df', '-h', existing]))];
  }
  if (mode === null) return [ok('data directory', `${directory}, not created yet`)];
  if (!isLoose(mode)) return [ok('data directory', directory)];
  const fix = shellCommand(['chmod', '700', directory]);
  return [warn('data directory', `${directory} is accessible to others.`, fix)];
}

async function modeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mode }) => mode & 0o777,
    () => null,
  );
}

/** Windows has no file modes. */
function isLoose(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}

async function nearestExisting(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path || (await modeOf(parent)) !== null) return parent;
  return nearestExisting(parent);
}

async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function freeBytes(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    // Some network file systems do not report it.
    return Number.POSITIVE_INFINITY;
  }
}

/** The result of one check; `check` may name a part of it. */
export type Check = Pick<Finding, 'check' | 'detail' | 'fixes'> & {
  status: 'ok' | 'warn' | 'fail';
};

export function ok(check: string, detail: string): Check {
  return { check, status: 'ok', detail, fixes: [] };
}

export function warn(check: string, detail: string, fix: string | null): Check {
  return { check, status: 'warn', detail, fixes: fix === null ? [] : [fix] };
}

export function fail(check: string, detail: string, fix: string | null): Check {
  return { check, status: 'fail', detail, fixes: fix === null ? [] : [fix] };
}

/** A check that failed with an error, reported like the error of any command. */
export function failure(check: string, error: unknown): Check {
  const { message, detail, hint } = describe(error);
  return fail(check, [message, detail].filter(Boolean).join(' '), hint ?? null);
}
