// Builds dist/: the bundle, the type declarations of what is exported, and the licences of what is bundled.
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';
import { writeChatFormats } from './chat-formats.js';
import { writeClientTypes } from './client-types.js';
import { licences } from './licences.js';
import { writeHelp } from './plain-help.js';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

await writeChatFormats();
await writeClientTypes();

// Made aside and put in place at the end: a build that fails leaves the last one working.
const target = `dist-${process.pid}.tmp`;
try {
  const metafile = await bundle(target, { minify: true });
  writeFileSync(`${target}/meta.json`, JSON.stringify(metafile).replaceAll(`${target}/`, 'dist/'));
  await writeHelp(target);
  writeFileSync(`${target}/THIRD-PARTY-LICENSES.txt`, licences(Object.keys(metafile.inputs)));
  declareTypes(`${target}/types`);
  rmSync('dist', { recursive: true, force: true });
  renameSync(target, 'dist');
} finally {
  rmSync(target, { recursive: true, force: true });
}

/** Type declarations of the exported client and library. */
function declareTypes(outDir) {
  // Not in the package's exports, so the compiler cannot be resolved by its own name.
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const args = [join(typescript, 'bin/tsc'), '-p', 'tsconfig.types.json', '--outDir', outDir];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
}
