import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Host } from '../terminal/host.js';

/**
 * Runs the program `feedctl-NAME` of the PATH as `feedctl NAME`, with the rest of the words.
 *
 * @returns its exit code; undefined when there is no such program
 */
export async function runExtension(
  name: string,
  argv: readonly string[],
  { env, signal }: Pick<Host, 'env' | 'signal'>,
): Promise<number | undefined> {
  const program = findProgram(`feedctl-${name}`, env.PATH ?? '');
  if (program === undefined) return undefined;
  const child = spawn(program, argv, { env, stdio: 'inherit' });
  // A terminal signals the whole process group; a signal for this process only is passed on.
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
  return code ?? (killedBy === 'SIGINT' ? 130 : 143);
}

function findProgram(name: string, path: string): string | undefined {
  // Relative parts of the PATH are ignored, such as "." or an empty one: another user may have put
  // a file there.
  const folders = path.split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
