// Bundles src/ into a few files. Start-up time is a feature, and loading hundreds of small files
// from node_modules is most of what a short command costs.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, transform } from 'esbuild';

/**
 * Writes two bundles: the program as CommonJS (`cli.cjs`), because Node starts the loader of ES modules
 * in 7 ms and resolves each file of them asynchronously; and the client as ES modules (`index.js`).
 *
 * @param {string} outdir
 * @param {{ minify: boolean, sourcemap?: 'inline' | false }} form a release is minified; what runs
 *   from source has source maps instead.
 * @returns {Promise<import('esbuild').Metafile>}
 */
export async function bundle(outdir, form) {
  const metafiles = [await bundleProgram(outdir, form), await bundleClient(outdir, form)];
  if (form.minify) refuseUnboundModules(outdir);
  return {
    inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
  };
}

/** esbuild splits only ES modules into shared files, so each file becomes CommonJS afterwards. */
async function bundleProgram(outdir, form) {
  const { metafile, outputFiles } = await build({
    ...options(outdir, form),
    entryPoints: {
      cli: 'src/cli/program/main.ts',
      'reading-worker': 'src/service/app/reading-worker.ts',
    },
    outExtension: { '.js': '.cjs' },
    define: { ...definitions(), 'import.meta.url': MODULE_URL },
    write: false,
  });
  mkdirSync(join(outdir, 'chunks'), { recursive: true });
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: TARGET,
      minify: form.minify,
      sourcemap: form.sourcemap ?? false,
      // `require` in place of import(), which would start the loader of ES modules.
      supported: { 'dynamic-import': false },
      banner: text.includes(MODULE_URL)
        ? `const ${MODULE_URL}=require('node:url').pathToFileURL(__filename).href;`
        : '',
    });
    writeFileSync(path, code);
  }
  return metafile;
}

async function bundleClient(outdir, form) {
  const { metafile } = await build({
    ...options(outdir, form),
    entryPoints: { index: 'src/client/index.ts' },
    define: definitions(),
    // CommonJS dependencies inside an ES module bundle call require() for Node's own modules.
    // createRequire() would answer too, 2 ms later.
    banner: { js: 'const require=process.getBuiltinModule;' },
  });
  return metafile;
}

const TARGET = 'node20.19';

/** Stands for `import.meta.url`, which CommonJS does not have. */
const MODULE_URL = '__feedctlModuleUrl';

function definitions() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return { __FEEDCTL_VERSION__: JSON.stringify(version) };
}

/** @returns {import('esbuild').BuildOptions & { metafile: true }} */
function options(outdir, { minify, sourcemap = false }) {
  return {
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    minify,
    sourcemap,
    format: 'esm',
    platform: 'node',
    target: TARGET,
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    metafile: true,
    legalComments: 'none',
    // libsql carries a native binary; the others are optional and never part of the bundle.
    external: ['libsql', 'pg-native', 'playwright-core'],
    // linkedom takes canvas if it is installed; an article needs none.
    alias: { canvas: resolve('node_modules/linkedom/commonjs/canvas-shim.cjs') },
    plugins: [undiciCore(), commanderWithoutChildProcess(), startUpChunk()],
  };
}

/**
 * esbuild can print the lazy import of a module that ended up in a circle as a call of a function
 * that it never writes, without a warning. Minified, every function that exists has a short name.
 */
function refuseUnboundModules(outdir) {
  const files = readdirSync(outdir, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.c?js$/.test(name))) {
    const [unbound] =
      /\brequire_[a-z]\w*(?=\(\))/.exec(readFileSync(join(outdir, file), 'utf8')) ?? [];
    if (unbound === undefined) continue;
    const module = unbound.replace('require_', '').replaceAll('_', '-');
    throw new Error(
      `${file} calls ${unbound}(), which the bundle does not contain. Import ${module}.ts either lazily or statically, and in no circle.`,
    );
  }
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
