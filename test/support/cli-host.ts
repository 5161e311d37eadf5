import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { execute } from '../../src/cli/program/main.js';
import type { Host } from '../../src/cli/terminal/host.js';
import {
  colourFlags,
  type NodeInput,
  type NodeOutput,
  openStreams,
} from '../../src/cli/terminal/streams.js';

/** What a command line came to. */
export interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

export interface HostOptions {
  /** Without HOME: the run has one of its own, never that of whoever runs the tests. */
  env?: NodeJS.ProcessEnv;
  stdin?: string;
  /** Streams that are terminals. */
  terminals?: readonly ('stdin' | 'stdout' | 'stderr')[];
  columns?: number;
  signal?: AbortSignal;
  /** Hear what is written to standard output and standard error at once. */
  onStdout?(text: string): void;
  onStderr?(text: string): void;
}

/** Runs a command line of these sources in this process, on streams of its own. */
export function run(argv: readonly string[], options: HostOptions = {}): Promise<Result> {
  return runWith(execute, argv, options);
}

/** The same for another build of the program. */
export async function runWith(
  program: typeof execute,
  argv: readonly string[],
  options: HostOptions,
): Promise<Result> {
  const { stdin = '', terminals = [], columns = 80 } = options;
  const home = join(tmpdir(), `feedctl-test-home-${randomUUID()}`);
  const env = { HOME: home, ...options.env };
  const input: NodeInput = Object.assign(new PassThrough(), { isTTY: terminals.includes('stdin') });
  if (input instanceof PassThrough) input.end(stdin);
  const stdout = collector(terminals.includes('stdout'), columns);
  const stderr = collector(terminals.includes('stderr'), columns);
  stdout.stream.on('data', (chunk: Buffer) => options.onStdout?.(`${chunk}`));
  stderr.stream.on('data', (chunk: Buffer) => options.onStderr?.(`${chunk}`));
  const nodeStreams = { stdin: input, stdout: stdout.stream, stderr: stderr.stream };
  const host: Host = {
    env,
    streams: openStreams(nodeStreams, { env, ...colourFlags(argv) }),
    terminal: nodeStreams,
    signal: options.signal ?? new AbortController().signal,
    release: () => {},
  };
  const code = await program(argv, host).finally(() =>
    rmSync(home, { recursive: true, force: true }),
  );
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(isTTY: boolean, columns: number) {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const output: NodeOutput & PassThrough = Object.assign(stream, { isTTY, columns });
  return {
    stream: output,
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}
