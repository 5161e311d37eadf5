import { onTestFinished } from 'vitest';
import type { Sandbox } from './sandbox.js';

/** A running `feedctl serve` in this process, without a log; stopped when the test ends. Its address. */
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
