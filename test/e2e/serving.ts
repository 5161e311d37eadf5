import { onTestFinished } from 'vitest';
import type { Sandbox } from './sandbox.js';

/**
 * A running `feedctl serve` in a process of its own on a free port, and its log so far; killed when
 * the test ends.
 */
export async function serving(sandbox: Sandbox) {
  const server = sandbox.start(['serve', '--port', '0', '--json']);
  onTestFinished(() => void server.kill('SIGKILL'));
  let log = '';
  server.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  let text = '';
  for await (const chunk of server.stdout.iterator()) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  const { url } = JSON.parse(text) as { url: string };
  return { server, url, log: () => log };
}
