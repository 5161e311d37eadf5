import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { BINARY, type Sandbox } from '../sandbox.js';

const PROBE = join(import.meta.dirname, 'probe.cjs');

/** An answer, and the longest piece of work that the main thread did for it. */
export interface Measured {
  status: number;
  location: string;
  cookies: string[];
  text: string;
  longestMs: number;
}

/** A `feedctl serve` whose pieces of work are measured. */
export async function measuredServer(sandbox: Sandbox) {
  const args = ['--require', PROBE, BINARY, 'serve', '--port', '0', '--json', '-q'];
  const server = spawn(process.execPath, args, {
    env: sandbox.env,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  let announced = '';
  for await (const chunk of server.stdout ?? []) {
    announced += chunk;
    if (announced.trimEnd().endsWith('}')) break;
  }
  const { url } = JSON.parse(announced) as { url: string };

  async function longestMs(): Promise<number> {
    const answer = once(server, 'message');
    server.send('longest');
    const [ms] = await answer;
    return ms as number;
  }

  /** Does requests, and measures the longest piece of work meanwhile. */
  async function measured<T extends object>(
    work: () => Promise<T>,
  ): Promise<T & Pick<Measured, 'longestMs'>> {
    await longestMs();
    const done = await work();
    return { ...done, longestMs: await longestMs() };
  }

  async function request(method: string, path: string, init: Omit<RequestInit, 'method'> = {}) {
    const ask = () => fetch(url + path, { ...init, method, redirect: 'manual' });
    // A kept connection may be closed by the server while the request is on its way: once more. Asking
    // for `Connection: close` instead loses answers that the server gives before it has read the body.
    const response = await ask().catch(ask);
    return {
      status: response.status,
      location: response.headers.get('Location') ?? '',
      cookies: response.headers.getSetCookie(),
      text: await response.text(),
    };
  }

  return {
    url,
    measured,
    request,
    send: (...what: Parameters<typeof request>) => measured(() => request(...what)),
  };
}
