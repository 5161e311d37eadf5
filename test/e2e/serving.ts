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

/** The same in this process, without a log: a start takes half a second of a core. Its address. */
export async function servingHere(sandbox: Sandbox, ...flags: string[]): Promise<string> {
  const stop = new AbortController();
  const announcement = await new Promise<string>((resolve, reject) => {
    let text = '';
    const ended = sandbox.run(['serve', '--port', '0', '--json', '-q', ...flags], {
      signal: stop.signal,
      onStdout(more) {
        text += more;
        if (text.trimEnd().endsWith('}')) resolve(text);
      },
    });
    ended.then(({ stderr }) => reject(new Error(`serve ended: ${stderr}`)), reject);
    onTestFinished(async () => {
      stop.abort();
      await ended;
    });
  });
  const { url } = JSON.parse(announcement) as { url: string };
  return url;
}
