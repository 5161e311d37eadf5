import { spawn } from 'node:child_process';
import type { Context } from '../verbs/context.js';

/**
 * Variables that hooks do not get, because hooks process untrusted content: keys, and addresses
 * that may contain a password.
 */
const CREDENTIAL = /^FEEDCTL_(?:.+_)?(?:KEY|SECRET|TOKEN|URL|PROXY)$/;

/** A hook that takes longer is stuck and would block everything behind it. */
const LIMIT_MS = 10 * 60_000;

/** The environment of a hook, without feedctl's credentials. */
function hookEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !CREDENTIAL.test(name)));
}

/**
 * Runs a shell command with a line of JSON on its standard input. Its output goes to standard
 * error, so that it does not mix with the output of the command.
 *
 * @returns the reason for a failure; undefined when it exits with 0
 */
export function runHook(
  command: string,
  value: unknown,
  { env, streams, signal }: Pick<Context, 'env' | 'streams' | 'signal'>,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      env: hookEnvironment(env),
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
      signal,
    });
    for (const output of [child.stdout, child.stderr]) {
      output.on(
        'data',
        (chunk: Buffer) => void streams.stderr.write(String(chunk)).catch(() => {}),
      );
    }
    // Ignore hooks that do not read their input.
    child.stdin.on('error', () => {});
    child.stdin.end(`${JSON.stringify(value)}\n`);
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, ended) => {
      if (code === 0) resolve(undefined);
      else resolve(ended === null ? `it exited with ${code}` : `it was killed by ${ended}`);
    });
  });
}
