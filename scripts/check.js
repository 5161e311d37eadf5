// npm run check: types and lint, side by side.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { writeChatFormats } from './chat-formats.js';
import { writeClientTypes } from './client-types.js';

// Each checker works out for itself the types that it meets: two take 1.4 times the work of one on this
// code, and the linter has the second core meanwhile.
const TYPES = ['--noEmit', '--checkers', '1', '--incremental'];
const CACHE = ['--tsBuildInfoFile', 'node_modules/.cache/typecheck.tsbuildinfo'];

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await writeChatFormats();
await writeClientTypes();

const exitCodes = await Promise.all([
  run('../node_modules/typescript/bin/tsc', [...TYPES, ...CACHE]),
  run('../node_modules/@biomejs/biome/bin/biome', ['check', '.']),
]);
process.exitCode = exitCodes.every((code) => code === 0) ? 0 : 1;

/**
 * @param {string} program address of a script for Node.js.
 * @param {string[]} args
 * @returns {Promise<number | null>} exit code; null when a signal ended it.
 */
async function run(program, args) {
  const script = fileURLToPath(new URL(program, import.meta.url));
  const [code] = await once(
    spawn(process.execPath, [script, ...args], { stdio: 'inherit' }),
    'exit',
  );
  return code;
}
