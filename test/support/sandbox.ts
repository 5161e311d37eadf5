import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HostOptions, run } from './cli-host.js';
import { temporaryDirectory } from './temporary-directory.js';

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
  env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Of a run in this process. */
export type RunHereOptions = RunOptions & Omit<HostOptions, 'env' | 'stdin'>;

/**
 * A user of their own for one test: home, configuration and data in a temporary directory. Runs these
 * sources, in this process; that of `test/e2e` runs the built program.
 */
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

  async run(args: readonly string[], options: RunHereOptions = {}): Promise<Run> {
    const { input, env, ...host } = options;
    return run(args, { env: this.variables(env), stdin: input ?? '', ...host });
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

  hasDatabase(): boolean {
    return existsSync(this.databaseFile);
  }

  /** The environment of a run. */
  protected variables(env: RunOptions['env'] = {}): Record<string, string> {
    return Object.fromEntries(
      Object.entries({ ...this.env, ...env }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
  }
}

/** Writes a file of the user's and gives its path. */
export function fileOf({ home }: Sandbox, name: string, text: string | Uint8Array): string {
  const path = join(home, name);
  writeFileSync(path, text);
  return path;
}
