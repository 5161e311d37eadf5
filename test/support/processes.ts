import { readdirSync, readFileSync } from 'node:fs';

/** Linux: ids of the processes that run `path`, those that are only waiting to be reaped left out. */
export function processesRunning(path: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandLine(pid).startsWith(`${path} `));
}

/** Linux: what a process was started with. Chromium's own children have it in one piece. */
export function commandLine(pid: number): string {
  return nulSeparated(`/proc/${pid}/cmdline`).join(' ');
}

export function environmentOf(pid: number): string[] {
  return nulSeparated(`/proc/${pid}/environ`);
}

function nulSeparated(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\0');
  } catch {
    // Gone between the listing and the reading.
    return [];
  }
}
