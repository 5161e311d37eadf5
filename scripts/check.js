// npm run check: types and lint, side by side.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { writeChatFormats } from './chat-formats.js';
import { writeClientTypes } from './client-types.js';

// Two checkers for two cores: each works out the types that it meets for itself, and the four of the
// compiler's default take 1.7 times the work of two on this code.
const TYPES = ['--noEmit', '--checkers', '2', '--incremental'];
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
