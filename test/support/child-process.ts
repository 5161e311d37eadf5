import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import { VERSION } from '../../src/contract/index.js';
import { oncePerRun } from './once-per-run.js';

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
  programs ??= oncePerRun('programs', bundle);
  const script = join(await programs, entry.replace(/ts$/, 'mjs'));
  const child = spawn(process.execPath, [script, ...args]);
  const complaints: string[] = [];
  child.stderr.on('data', (text) => complaints.push(String(text)));
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    line: lineReader(child, complaints),
    tell: (line) => void child.stdin.write(`${line}\n`),
    kill: () => void child.kill('SIGKILL'),
    exit: once(child, 'exit').then(([code]: (number | null)[]) => code ?? null),
  };
}

function lineReader(
  child: ChildProcessWithoutNullStreams,
  complaints: readonly string[],
): () => Promise<string> {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The process ended without saying more. ${complaints.join('')}`);
    return value;
  };
}

let programs: Promise<string> | undefined;

/**
 * Every `*.child.ts` as one file with all that it needs: Node loads that in half the time of hundreds
 * of files from node_modules.
 */
async function bundle(outdir: string): Promise<void> {
  await build({
    entryPoints: ['test/**/*.child.ts'],
    outbase: '.',
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What is loaded on demand stays loaded on demand.
    splitting: true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    // Native, or optional.
    external: ['libsql', 'pg-native', 'playwright-core'],
    // For what is CommonJS.
    banner: {
      js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
    },
    define: { __FEEDCTL_VERSION__: JSON.stringify(VERSION) },
  });
}

/** Starts the service for the first time in four processes at once. */
export async function firstStarts(location: string) {
  const children = await Promise.all(
    Array.from({ length: 4 }, () =>
      startChild('test/service/store/first-start.child.ts', location),
    ),
  );
  await Promise.all(children.map((child) => child.line()));
  for (const child of children) child.tell('go');
  const outcomes = await Promise.all(
    children.map(async (child) => JSON.parse(await child.line()) as { ownerIsNew: boolean }),
  );
  return { outcomes, exitCodes: await Promise.all(children.map((child) => child.exit)) };
}
