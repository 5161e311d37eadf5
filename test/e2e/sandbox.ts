import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { runWith } from '../support/cli-host.js';
import {
  type Run,
  type RunHereOptions,
  type RunOptions,
  Sandbox as SourceSandbox,
} from '../support/sandbox.js';

export type { Run, RunOptions };

/** The built program of this tree, or another one, such as that of an installed package. */
export const BINARY = process.env.FEEDCTL_TEST_BINARY ?? 'bin/feedctl.js';

/** What the binary calls: the same build, in this process. */
const { execute } = await import(
  pathToFileURL(resolve(dirname(BINARY), '..', 'dist', 'cli.cjs')).href
);

/** A user of the built program. */
export class Sandbox extends SourceSandbox {
  /**
   * Runs the built program to its end, in this process: for what only its output and exit code say.
   * Signals, pipes, terminals, start-up and a process killed need `start` or `runProcess`.
   */
  override async run(args: readonly string[], options: RunHereOptions = {}): Promise<Run> {
    const { input, env, ...host } = options;
    const variables = this.variables(env);
    if (variables.TZ !== process.env.TZ) return this.runProcess(args, { input, env });
    return runWith(execute, args, { env: variables, stdin: input ?? '', ...host });
  }

  /** The same in a process of its own; both of its outputs are pipes. */
  async runProcess(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const { exitCode, stdout, stderr } = await this.start(args, options);
    return { code: exitCode, stdout, stderr };
  }

  /** Starts the binary and hands over the process. */
  start(args: readonly string[], { input, env }: RunOptions = {}): Child {
    return launch(args, this.variables(env), input);
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
