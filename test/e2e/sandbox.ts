import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { type HostOptions, runWith } from '../support/cli-host.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/** The built program of this tree, or another one, such as that of an installed package. */
export const BINARY = process.env.FEEDCTL_TEST_BINARY ?? 'bin/feedctl.js';

/** What the binary calls: the same build, in this process. */
const { execute } = await import(
  pathToFileURL(resolve(dirname(BINARY), '..', 'dist', 'cli.cjs')).href
);

/** Node reads the time zone of its own environment, not that of a command line. */
process.env.TZ = 'UTC';

/** How a command line ended. */
export interface Run {
  code: number | undefined;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  input?: string | undefined;
  /** Added to the sandbox's environment; undefined takes a variable away. */
  env?: Readonly<Record<string, string | undefined>>;
}

/** Of a run in this process. */
export type RunHereOptions = RunOptions & Omit<HostOptions, 'env' | 'stdin'>;

/** A user of their own for one test: home, configuration and data in a temporary directory. */
export class Sandbox {
  readonly home: string;
  readonly configFile: string;
  readonly databaseFile: string;
  readonly env: Record<string, string>;

  constructor(env: Readonly<Record<string, string>> = {}, home = temporaryDirectory()) {
    this.home = home;
    this.configFile = join(home, 'config', 'config.json');
    this.databaseFile = join(home, 'data', 'feedctl.db');
    this.env = {
      PATH: process.env.PATH ?? '',
      HOME: home,
      TZ: 'UTC',
      FEEDCTL_CONFIG_DIR: join(home, 'config'),
      FEEDCTL_DATA_DIR: join(home, 'data'),
      FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
      ...env,
    };
  }

  /**
   * Runs the built program to its end, in this process: for what only its output and exit code say.
   * Signals, pipes, terminals, start-up and a process killed need `start` or `runProcess`.
   */
  async run(args: readonly string[], options: RunHereOptions = {}): Promise<Run> {
    const { input, env = {}, ...host } = options;
    const variables = withoutUndefined({ ...this.env, ...env });
    if (variables.TZ !== process.env.TZ) return this.runProcess(args, { input, env });
    return runWith(execute, args, { env: variables, stdin: input ?? '', ...host });
  }

  /** The same in a process of its own; both of its outputs are pipes. */
  async runProcess(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const { exitCode, stdout, stderr } = await this.start(args, options);
    return { code: exitCode, stdout, stderr };
  }

  /** As `run`, for a command that is expected to work: its standard output. */
  async output(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`feedctl ${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** As `output`, its JSON read. */
  async json(...args: string[]): Promise<unknown> {
    return JSON.parse(await this.output(...args, '--json'));
  }

  /** Starts the binary and hands over the process. */
  start(args: readonly string[], { input, env = {} }: RunOptions = {}): Child {
    return launch(args, withoutUndefined({ ...this.env, ...env }), input);
  }

  hasDatabase(): boolean {
    return existsSync(this.databaseFile);
  }
}

/** For what only a process of its own shows: locks on files that end with it, among others. */
export class ProcessSandbox extends Sandbox {
  override run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    return this.runProcess(args, options);
  }
}

type Child = ReturnType<typeof launch>;

function launch(args: readonly string[], env: Record<string, string>, input = '') {
  return execa(process.execPath, [BINARY, ...args], {
    env,
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    maxBuffer: 64 * 1024 * 1024,
    // Ends what hangs: a busy machine takes seconds to end a program.
    forceKillAfterDelay: 60_000,
    // Closed at once when there is nothing to say.
    input,
  });
}

function withoutUndefined(env: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
