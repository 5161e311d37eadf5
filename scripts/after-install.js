// What npm runs after `npm install` in a clone has changed node_modules: builds dist/. npm never runs
// the script `dependencies` of a package that is installed; of a tarball it warns about `prepare`.
import { createRequire } from 'node:module';

if (hasCompiler()) await import('./build.js');
else console.log('dist/ was not built: that needs the development dependencies (npm install).');

function hasCompiler() {
  try {
    createRequire(import.meta.url).resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}
