import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

/** The built program of this tree, or another one, such as that of an installed package. */
const BINARY = process.env.FEEDCTL_TEST_BINARY ?? 'bin/feedctl.js';

/** A `feedctl serve` of its own, the built program. */
export interface ServeProcess {
  role: 'api' | 'worker';
  url: string;
  /** The end of its log, when it was told to write one. */
  log(): string;
  /** It has not ended. */
  isRunning(): boolean;
  /** SIGKILL: without a chance to clean up. */
  kill(): Promise<void>;
  /** SIGTERM; its exit code. */
  stop(): Promise<number | null>;
}

/** What such processes need to share a database: a machine of their own with sources on loopback. */
export function serveEnvironment(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
): Record<string, string> {
  const home = temporaryDirectory();
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    FEEDCTL_CONFIG_DIR: join(home, 'config'),
    FEEDCTL_DATABASE_URL: databaseUrl,
    FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
    ...settings,
  };
}

/** Starts one that ends with the test at the latest, and waits until it answers. */
export async function startServe(
  role: ServeProcess['role'],
  env: Readonly<Record<string, string>>,
  { logs = false } = {},
): Promise<ServeProcess> {
  const args = [BINARY, 'serve', '--role', role, '--port', '0', '--json'];
  if (!logs) args.push('--quiet');
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-4000);
  });
  const url = await announced(child.stdout, () => said);
  return {
    role,
    url,
    log: () => said,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
    async stop() {
      child.kill('SIGTERM');
      return exit;
    },
  };
}

/** The first thing that it prints is where it answers. */
async function announced(stdout: NodeJS.ReadableStream, said: () => string): Promise<string> {
  let text = '';
  for await (const line of createInterface({ input: stdout })) {
    text += line;
    const url = /"url":\s*"([^"]+)"/.exec(text)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`The process ended before it answered: ${said()}`);
}
