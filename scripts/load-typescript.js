// Bundles TypeScript and loads it: Node 20 does not read TypeScript.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The exports of a module.
 *
 * @param {string} source its text, with paths from the root of the repository
 */
export async function loadTypeScript(source) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'feedctl-bundle-'));
  const outfile = join(folder, 'bundle.mjs');
  try {
    await build({
      stdin: { contents: source, resolveDir: root, loader: 'ts' },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      jsx: 'automatic',
      jsxImportSource: 'hono/jsx',
      logLevel: 'warning',
      define: { __FEEDCTL_VERSION__: JSON.stringify(version) },
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

/** The exports of a file, by its path from the root of the repository. */
export function loadFile(file) {
  return loadTypeScript(`export * from './${file}';`);
}

/** What is not bundled is found from here, wherever the bundle is. */
function nearby() {
  return {
    name: 'nearby',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^libsql(\/|$)/ }, ({ path }) => ({
        path: import.meta.resolve(path),
        external: true,
      })),
  };
}
