// What npm runs after `npm install` in a clone has changed node_modules: builds dist/. npm never runs
// the script `dependencies` of a package that is installed; of a tarball it warns about `prepare`.
import { createRequire } from 'node:module';
import { isBuilt } from './is-built.js';

if (!hasCompiler()) {
  console.log('dist/ was not built: that needs the development dependencies (npm install).');
} else if (!isBuilt()) {
  await import('./build.js');
}

function hasCompiler() {
  try {
    createRequire(import.meta.url).resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}
