import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import { VERSION } from '../../src/contract/index.js';

/** Another process that says a line and is told lines. */
export interface Child {
  /** The next line of its output. */
  line(): Promise<string>;
  tell(line: string): void;
  /** Ends it at once, without a chance to clean up. */
  kill(): void;
  /** Resolves to its exit code. */
  exit: Promise<number | null>;
}

/** Runs a TypeScript file in a process of its own, ended with the test at the latest. */
export async function startChild(entry: string, ...args: string[]): Promise<Child> {
  const script = await bundled(entry);
  const child = spawn(process.execPath, [script, ...args]);
  child.stderr.pipe(process.stderr);
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    line: lineReader(child),
    tell: (line) => void child.stdin.write(`${line}\n`),
    kill: () => void child.kill('SIGKILL'),
    exit: once(child, 'exit').then(([code]: (number | null)[]) => code ?? null),
  };
}

function lineReader(child: ChildProcessWithoutNullStreams): () => Promise<string> {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The process ended without saying more.');
    return value;
  };
}

const bundles = new Map<string, Promise<string>>();

/** Under node_modules, so that what is not bundled is found from there. */
function bundled(entry: string): Promise<string> {
  const known = bundles.get(entry) ?? bundle(entry);
  bundles.set(entry, known);
  return known;
}

async function bundle(entry: string): Promise<string> {
  const outdir = resolve(`node_modules/.cache/feedctl-test/${process.pid}`);
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  await build({
    entryPoints: [entry],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What is loaded on demand stays loaded on demand.
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    define: { __FEEDCTL_VERSION__: JSON.stringify(VERSION) },
  });
  return join(outdir, `${basename(entry, '.ts')}.mjs`);
}
