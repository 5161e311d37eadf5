import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A folder that the first worker of the run fills, and the others wait for; they have one parent.
 * test/support/build.ts removes it.
 *
 * @param name of the folder
 * @param fill writes into the folder it is given, which gets its name afterwards
 */
export async function oncePerRun(
  name: string,
  fill: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = resolve(`node_modules/.cache/feedctl-test/${process.ppid}/${name}`);
  const unfinished = `${folder}.part`;
  mkdirSync(dirname(folder), { recursive: true });
  while (!existsSync(folder)) {
    const isFirst = mkdirSync(unfinished, { recursive: true }) !== undefined;
    if (!isFirst) await delay(50);
    else await fill(unfinished).finally(() => renameSync(unfinished, folder));
  }
  return folder;
}
