import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const SCRIPT = `
import { createRenderer } from './src/service/render/renderer.js';
const [browserPath, noSandbox, url] = process.argv.slice(2);
const renderer = createRenderer({ browserPath, noSandbox: noSandbox === 'true', allowPrivateNetworks: true });
process.on('SIGTERM', async () => {
  await renderer.close();
  process.exit(143);
});
renderer.render(url).then(
  ({ html }) => process.stdout.write(JSON.stringify({ html }) + '\\n'),
  ({ code, message }) => process.stdout.write(JSON.stringify({ code, message }) + '\\n'),
);
`;

/** Of the program; made once for all tests. */
let bundle: Promise<Uint8Array> | undefined;

async function bundled(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: resolve('.') },
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['playwright-core'],
    define: { __FEEDCTL_VERSION__: '"0.0.0"' },
    banner: {
      js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);",
    },
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild made no file.');
  return file.contents;
}

/** A program of its own that renders one page and stays. */
export interface RenderProcess {
  child: ChildProcess;
  /** What became of the page. */
  outcome: Promise<{ html?: string; code?: string; message?: string }>;
  ended: Promise<unknown>;
}

/** Starts it, as a user without rights when root runs the tests and `sandboxed` is wanted. */
export async function startRenderProcess(options: {
  browserPath: string;
  url: string;
  sandboxed: boolean;
  /** Leaves out node_modules, and with it playwright-core. */
  bare?: boolean;
}): Promise<RenderProcess> {
  const folder = temporaryDirectory();
  chmodSync(folder, 0o777);
  if (options.bare !== true) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const script = join(folder, 'render.mjs');
  bundle ??= bundled();
  writeFileSync(script, await bundle);
  const nobody = { uid: 65534, gid: 65534 };
  const child = spawn(
    process.execPath,
    [script, options.browserPath, String(!options.sandboxed), options.url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder },
      ...(options.sandboxed && process.getuid?.() === 0 ? nobody : {}),
    },
  );
  const lines = createInterface({ input: child.stdout });
  return {
    child,
    outcome: new Promise((settle) => lines.once('line', (line) => settle(JSON.parse(line)))),
    ended: new Promise((settle) => child.once('close', settle)),
  };
}
