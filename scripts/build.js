// Bundles src/ into dist/: split, minified ES modules. Start-up time is a feature, and loading
// hundreds of small files from node_modules is most of what a short command costs.
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licences } from './licences.js';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

// Made aside and put in place at the end: a build that fails leaves the last one working.
const target = `dist-${process.pid}.tmp`;
try {
  const metafile = await bundle(target);
  writeFileSync(`${target}/meta.json`, JSON.stringify(metafile).replaceAll(`${target}/`, 'dist/'));
  writeFileSync(`${target}/THIRD-PARTY-LICENSES.txt`, licences(Object.keys(metafile.inputs)));
  declareTypes(`${target}/types`);
  rmSync('dist', { recursive: true, force: true });
  renameSync(target, 'dist');
} finally {
  rmSync(target, { recursive: true, force: true });
}

async function bundle(outdir) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { metafile } = await build({
    entryPoints: {
      cli: 'src/cli/program/main.ts',
      index: 'src/client/index.ts',
      'reading-worker': 'src/service/app/reading-worker.ts',
    },
    outdir,
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
    external: ['libsql', 'pg-native', 'playwright-core'],
    plugins: [undiciCore(), commanderWithoutChildProcess(), startUpChunk()],
    // CommonJS dependencies inside an ES module bundle call require() for Node's own modules.
    // createRequire() would answer too, 2 ms later.
    banner: { js: 'const require=process.getBuiltinModule;' },
  });
  return metafile;
}

/** Of undici only what is used; a name that undici-core.js does not export fails the build. */
function undiciCore() {
  return {
    name: 'undici-core',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^undici$/ }, () => ({ path: resolve('scripts/undici-core.js') })),
  };
}

/**
 * Keeps what every command needs in one file. The bundler writes a file for each set of importers,
 * and each file costs about 1 ms at start-up. So whatever imports the kit or the verbs imports both
 * and the table of commands, in the bundle only: in src/ the kit knows neither.
 */
function startUpChunk() {
  const modules = ['kit/index', 'verbs/verb', 'commands/index'];
  return {
    name: 'start-up-chunk',
    setup({ onLoad }) {
      onLoad({ filter: /src[\\/]cli[\\/](?:kit[\\/]index|verbs[\\/]verb)\.ts$/ }, ({ path }) => ({
        contents: [
          readFileSync(path, 'utf8'),
          ...modules.map((module) => `import '../${module}.js';`),
        ].join('\n'),
        loader: 'ts',
      }));
    },
  };
}

/** Commander can run subcommands as programs of their own. Ours are not, and to load this is 2 ms. */
function commanderWithoutChildProcess() {
  return {
    name: 'commander-without-child-process',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
        /[\\/]commander[\\/]/.test(importer)
          ? { path: 'child_process', namespace: 'none' }
          : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'module.exports = {};' }));
    },
  };
}

/** Type declarations of the exported client. */
function declareTypes(outDir) {
  // Not in the package's exports, so the compiler cannot be resolved by its own name.
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const args = [join(typescript, 'bin/tsc'), '-p', 'tsconfig.types.json', '--outDir', outDir];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
}
