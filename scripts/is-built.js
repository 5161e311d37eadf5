// Whether dist/ is newer than everything that it is made of, so that a build would change nothing.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** With the directories, whose time changes when a file goes; npm writes its file at each change. */
const INPUTS = [
  'bin',
  'scripts',
  'src',
  'node_modules/.package-lock.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.types.json',
];

/**
 * @param {string} [root] the folder of the repository
 * @returns {boolean}
 */
export function isBuilt(root = '.') {
  const made = join(root, 'dist/meta.json');
  if (!existsSync(made)) return false;
  const built = statSync(made).mtimeMs;
  const paths = INPUTS.flatMap((input) => pathsIn(join(root, input)));
  return paths.every((path) => statSync(path).mtimeMs < built);
}

/** @param {string} path */
function pathsIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return [path, ...readdirSync(path, { recursive: true }).map((name) => join(path, String(name)))];
}
