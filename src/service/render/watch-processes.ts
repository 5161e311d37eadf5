import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../base/errors.js';

interface ProcessLimits {
  memoryBytes: number;
  processes: number;
}

const CHECK_EVERY_MS = 100;

/**
 * Watches the memory and the number of a process and all that descend from it, as Linux tells them in
 * /proc; elsewhere it ends at once. The limits of V8 hold for one heap each: not for typed arrays,
 * WebAssembly and frames in processes of their own.
 *
 * @param signal ends the watch
 * @returns what exceeded a limit; null when the watch ended before
 */
export async function watchProcesses(
  root: number,
  { memoryBytes, processes }: ProcessLimits,
  signal: AbortSignal,
): Promise<string | null> {
  const parents = new Map<number, number>();
  while (!signal.aborted) {
    const family = await familyOf(root, parents);
    if (family.length === 0) return null;
    if (family.length > processes)
      return `makes the browser start more than ${processes} processes`;
    const sizes = await Promise.all(family.map(memoryOf));
    if (sizes.reduce((sum, size) => sum + size, 0) > memoryBytes) {
      return `makes the browser use more than ${memoryBytes / 1e9} GB of memory`;
    }
    await delay(CHECK_EVERY_MS, undefined, { signal }).catch(messageOf);
  }
  return null;
}

/**
 * The process and its descendants.
 * @param parents of the processes seen before; a process keeps its parent as long as that runs
 */
async function familyOf(root: number, parents: Map<number, number>): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const running = new Set(names.map(Number).filter((pid) => pid > 0));
  for (const pid of parents.keys()) if (!running.has(pid)) parents.delete(pid);
  await Promise.all(
    [...running].map(async (pid) => {
      if (!parents.has(pid)) parents.set(pid, await parentOf(pid));
    }),
  );
  const isFamily = (pid: number): boolean => {
    // The chain of parents ends at 0; it is as long as the nesting of processes.
    for (let at = pid; at > 0; at = parents.get(at) ?? 0) if (at === root) return true;
    return false;
  };
  return [...running].filter(isFamily);
}

async function parentOf(pid: number): Promise<number> {
  const stat = await readProcessFile(`/proc/${pid}/stat`);
  // State and parent follow the name in brackets, which may contain anything.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

/** Memory of a process in bytes: what it does not share, and what it shares without a file. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readProcessFile(`/proc/${pid}/status`);
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm)];
  return kilobytes.reduce((sum, [, size]) => sum + Number(size) * 1024, 0);
}

/** Empty for a process that has ended. */
function readProcessFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
