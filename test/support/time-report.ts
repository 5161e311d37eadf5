import type { Reporter, TestModule } from 'vitest/node';

/** Fewer files need no table. */
const MIN_FILES = 50;
const ROWS = 12;

/**
 * Prints where the time of a whole run went, by folder and by file, in seconds of its workers.
 * Loading modules is not part of it.
 */
export default class TimeReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < MIN_FILES) return;
    const byFolder = new Map<string, number>();
    const byFile = new Map<string, number>();
    for (const module of modules) {
      const { name } = module.project;
      const path = module.relativeModuleId;
      const folder = path.split('/').slice(1, -1).slice(0, 2).join('/') || '.';
      const seconds = module.diagnostic().duration / 1000;
      add(byFolder, `${folder} (${name})`, seconds);
      add(byFile, `${path} (${name})`, seconds);
    }
    const lines = ['', 'Where the time went', ...table(byFolder), '', ...table(byFile), ''];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}

function add(sums: Map<string, number>, key: string, seconds: number): void {
  sums.set(key, (sums.get(key) ?? 0) + seconds);
}

function table(sums: ReadonlyMap<string, number>): string[] {
  const rows = [...sums].sort(([, a], [, b]) => b - a).slice(0, ROWS);
  return rows.map(([key, seconds]) => `${seconds.toFixed(0).padStart(6)} s  ${key}`);
}
