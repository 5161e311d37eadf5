import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { shellCommand } from '../../kit/index.js';
import { dataDirectory } from '../../profiles/directories.js';
import type { Context } from '../../verbs/context.js';
import { fail, ok, type Result, warn } from './result.js';

/** Minimum free space; with less, the next large page may not fit. */
const LITTLE_SPACE_BYTES = 200 * 1024 * 1024;

/** The configuration file; checked before anything reads it, because reading tightens its modes. */
export async function checkConfiguration({
  file,
  directory,
}: Context['profiles']): Promise<Result> {
  const mode = await modeOf(file);
  if (mode === null) return ok(`${file}, not created yet`);
  const loose = [
    ...(isLoose(mode) ? [`${file} can be read by others.`] : []),
    ...(isLoose((await modeOf(directory)) ?? 0) ? [`${directory} is accessible to others.`] : []),
  ];
  if (loose.length === 0) return ok(file);
  const fix = [shellCommand(['chmod', '700', directory]), shellCommand(['chmod', '600', file])];
  return warn(loose.join(' '), fix.join(' && '));
}

/** The directory of the database and of the state of `watch`. */
export async function checkDataDirectory(env: NodeJS.ProcessEnv): Promise<Result> {
  const directory = dataDirectory(env);
  const mode = await modeOf(directory);
  const existing = mode === null ? await nearestExisting(directory) : directory;
  if (!(await isWritable(existing))) {
    return fail(`${existing} cannot be written.`, 'export FEEDCTL_DATA_DIR=/a/writable/directory');
  }
  const free = await freeBytes(existing);
  if (free < LITTLE_SPACE_BYTES) {
    const left = `Only ${Math.floor(free / 1024 / 1024)} MiB are free at ${existing}.`;
    return warn(left, shellCommand(['df', '-h', existing]));
  }
  if (mode === null) return ok(`${directory}, not created yet`);
  if (!isLoose(mode)) return ok(directory);
  return warn(`${directory} is accessible to others.`, shellCommand(['chmod', '700', directory]));
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
