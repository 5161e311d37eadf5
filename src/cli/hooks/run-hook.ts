import { spawn } from 'node:child_process';
import type { Context } from '../verbs/context.js';

/**
 * What a command must not inherit, as it works on what strangers have written: keys, and addresses
 * that may have a password in them.
 */
const CREDENTIAL = /^FEEDCTL_(?:.+_)?(?:KEY|SECRET|TOKEN|URL|PROXY)$/;

/** A hook that takes longer hangs, and everything behind it would wait for ever. */
const LIMIT_MS = 10 * 60_000;

/** The environment of a hook: everything but feedctl's own credentials. */
export function hookEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !CREDENTIAL.test(name)));
}

/**
 * Runs a shell command with a JSON line on its standard input. What it prints goes to standard
 * error, so that our own output stays ours.
 *
 * @returns what went wrong in words; undefined when it ended with 0
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
    // A hook that does not read its input is none the worse for it.
    child.stdin.on('error', () => {});
    child.stdin.end(`${JSON.stringify(value)}\n`);
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, ended) => {
      if (code === 0) resolve(undefined);
      else resolve(ended === null ? `it ended with ${code}` : `it was ended by ${ended}`);
    });
  });
}
