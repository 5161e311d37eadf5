// Bundles a benchmark in TypeScript and loads it: Node 20 does not read TypeScript.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The exports of a module, by its path from the root of the repository. */
export async function loadBundled(file) {
  const folder = mkdtempSync(join(tmpdir(), 'feedctl-bench-'));
  const outfile = join(folder, 'bench.mjs');
  try {
    await build({
      entryPoints: [file],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      jsx: 'automatic',
      jsxImportSource: 'hono/jsx',
      logLevel: 'warning',
      define: { __FEEDCTL_VERSION__: '"bench"' },
      external: ['libsql', 'pg-native', 'playwright-core'],
      banner: {
        js: `import{createRequire as __createRequire}from'node:module';const require=__createRequire(${JSON.stringify(import.meta.url)});`,
      },
      plugins: [nearby()],
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is not bundled is found from here, wherever the bundle is. */
function nearby() {
  return {
    name: 'nearby',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^libsql$/ }, ({ path }) => ({
        path: import.meta.resolve(path),
        external: true,
      })),
  };
}
