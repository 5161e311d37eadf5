import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { oncePerRun } from './once-per-run.js';

/** What `npm publish` would send. */
export interface PackedPackage {
  /** Path of the tarball. */
  tarball: string;
  /** Paths of its files. */
  files: string[];
}

/** This repository as built, packed once for all tests of a run. */
export async function packedPackage(): Promise<PackedPackage> {
  const folder = await oncePerRun('packed', async (destination) => {
    // No scripts: the suite has built dist/, and other tests are reading it.
    const options = ['--json', '--ignore-scripts', '--pack-destination', destination];
    const { stdout } = await execa('npm', ['pack', ...options]);
    writeFileSync(join(destination, 'report.json'), stdout);
  });
  const [{ filename, files }] = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as [
    { filename: string; files: { path: string }[] },
  ];
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}
