import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../../src/cli/connection/connection.js';
import { startServer } from '../../support/loopback-server.js';
import { startReceiver } from '../../support/receiver.js';
import { numberedItems, rss } from '../../support/rss.js';
import { Sandbox } from '../../support/sandbox.js';

it.each([
  [false, 1],
  [true, 0],
])(
  'the events of a command are delivered at its end, unless it was interrupted: %s',
  async (isStopped, count) => {
    const receiver = await startReceiver();
    const source = await startServer((_, response) =>
      response.end(rss({ title: 'Source', items: numberedItems(2) })),
    );
    onTestFinished(() => source.close());
    const { env } = new Sandbox();
    const stop = new AbortController();
    const silent = async () => {};
    const connection = await connect({ kind: 'embedded', implied: false } as never, {
      env,
      globals: { timeout: undefined, debug: false },
      notes: { note: silent, warn: silent, allWell: silent, hint: silent, debug: () => {} },
      profiles: undefined as never,
      signal: stop.signal,
      creates: true,
      outlivesSignal: true,
    });
    await connection.client.createWebhook({ url: receiver.url });
    await connection.client.createFeed({ url: source.origin, announce: true });
    if (isStopped) stop.abort();
    await connection.close();
    expect(receiver.received).toHaveLength(count);
  },
);
