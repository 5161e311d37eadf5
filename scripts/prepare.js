// What npm runs after `npm install` in a clone: builds dist/. Installing the published package runs
// nothing; there dist/ is part of the package (`prepack` built it).
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const isPacking = ['pack', 'publish'].includes(process.env.npm_command ?? '');
const hasSources = existsSync(fileURLToPath(new URL('../src', import.meta.url)));
if (!isPacking && hasSources) {
  if (hasCompiler()) await import('./build.js');
  else console.log('dist/ was not built: that needs the development dependencies (npm install).');
}

function hasCompiler() {
  try {
    createRequire(import.meta.url).resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}
