import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, sep } from 'node:path';
import { expect, it } from 'vitest';
import { ASKED_ELSEWHERE } from '../vitest.config.js';
import { LEFT_TO_THE_FULL_RUN } from '../vitest.fast.config.js';

const MIRRORED = ['cli', 'client', 'contract', 'service'];
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => `test/${path.replaceAll(sep, '/')}`);

it('every folder of tests has its twin in src/', () => {
  const folders = new Set(
    files.filter((path) => MIRRORED.includes(path.split('/')[1] ?? '')).map(dirname),
  );
  expect(folders.size).toBeGreaterThan(40);
  expect([...folders].filter((folder) => !existsSync(twinOf(folder)))).toEqual([]);
});

it('what several folders of tests use is in test/support or test/fakes', () => {
  const borrowed = files.flatMap((path) =>
    importsOf(path)
      .filter((imported) => imported.startsWith('test/'))
      .filter((imported) => !/^test\/(?:support|fakes)\//.test(imported))
      .filter((imported) => !`${dirname(path)}/`.startsWith(`${dirname(imported)}/`))
      .filter((imported) => !imported.startsWith(`${dirname(path)}/`))
      .map((imported) => `${path} imports ${imported}`),
  );
  expect(borrowed).toEqual([]);
});

it('what a run leaves out is there', () => {
  const patterns = [...ASKED_ELSEWHERE, ...LEFT_TO_THE_FULL_RUN];
  const unused = patterns.filter((pattern) => !files.some((file) => matchesGlob(file, pattern)));
  expect(unused).toEqual([]);
});

function twinOf(folder: string): string {
  return folder.replace('test/', 'src/');
}

/** Relative imports of a file, as paths from the root of the repository. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, address = '']) =>
    join(dirname(path), address).replaceAll(sep, '/'),
  );
}
