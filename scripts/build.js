// Bundles src/ into dist/: split, minified ES modules. Start-up time is a feature, and loading
// hundreds of small files from node_modules is most of what a short command costs.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const entryPoints = {
  cli: 'src/cli/main.ts',
  index: 'src/client/index.ts',
  ...(existsSync('src/service/page-worker.ts')
    ? { 'page-worker': 'src/service/page-worker.ts' }
    : {}),
};

rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints,
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  jsxImportSource: 'hono/jsx',
  metafile: true,
  legalComments: 'none',
  define: { __FEEDCTL_VERSION__: JSON.stringify(version) },
  // libsql carries a native binary; the others are optional and never part of the bundle.
  external: ['libsql', 'zod', 'pg-native', 'playwright-core'],
  // CommonJS dependencies inside an ES module bundle call require() for Node's own modules.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});
writeFileSync('dist/meta.json', JSON.stringify(metafile));
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licences(Object.keys(metafile.inputs)));
execFileSync(
  process.execPath,
  // Not in the package's exports, so it cannot be resolved by its own name.
  [
    join(dirname(require.resolve('typescript/package.json')), 'bin/tsc'),
    '-p',
    'tsconfig.types.json',
  ],
  {
    stdio: 'inherit',
  },
);

/** The licence texts of every package whose code went into the bundle. */
function licences(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
  return [...folders].sort().map(licence).join('\n\n');
}

function licence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = [
    'LICENSE',
    'LICENSE.md',
    'LICENCE',
    'license',
    'LICENSE.txt',
    'LICENSE-MIT.txt',
    'License',
  ]
    .map((candidate) => `${folder}/${candidate}`)
    .find(existsSync);
  const text = file === undefined ? '' : `\n\n${readFileSync(file, 'utf8').trim()}`;
  return `--- ${name} ${version} (${license})${text}`;
}
