import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../../src/cli/connection/connection.js';
import { VERSION_HEADER } from '../../../src/contract/version.js';
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

describe('a remote service', () => {
  /** A command with a profile that calls a service of this version, and what is stored in the end. */
  async function used(
    version: string | null,
    { stored = null as string | null, source = 'profile', kind = 'remote', calls = 1 } = {},
  ) {
    const server = await startServer((_, response) => {
      if (version !== null) response.setHeader(VERSION_HEADER, version);
      response.setHeader('content-type', 'application/json').end('[]');
    });
    onTestFinished(() => server.close());
    const file = { current: 'work', profiles: { work: { kind, serviceVersion: stored } } };
    let saved: unknown;
    const change = async (to: (before: typeof file) => unknown) => {
      saved = to(file);
    };
    const debugged: string[] = [];
    const connection = await connect(
      {
        ...{ kind: 'remote', baseUrl: server.origin, apiKey: 'c_1', apiSecret: 's_1' },
        ...{ serviceVersion: stored, source: { kind: source, name: 'work' } },
      } as never,
      {
        globals: { timeout: 5000, debug: true },
        notes: { debug: (text: string) => void debugged.push(text) },
        profiles: { change },
        signal: new AbortController().signal,
      } as never,
    );
    for (let call = 0; call < calls; call += 1) await connection.client.listFeeds();
    expect([connection.maintenance, await connection.isUnserved()]).toEqual([null, false]);
    await connection.close();
    return { saved, debugged, requests: server.requests.length };
  }

  const profile = (serviceVersion: string | null) => ({
    current: 'work',
    profiles: { work: { kind: 'remote', serviceVersion } },
  });

  it('is remembered by its version, where that is new', async () => {
    expect((await used('1.0.0')).saved).toEqual(profile('1.0.0'));
    expect((await used('1.1.0', { stored: '1.0.0' })).saved).toEqual(profile('1.1.0'));
    expect((await used('1.0.0', { stored: '1.0.0' })).saved).toBeUndefined();
    expect((await used('1.0.0', { calls: 0 })).saved).toBeUndefined();
    expect((await used('1.0.0', { source: 'environment' })).saved).toBeUndefined();
  });

  it('changes no profile that became another one meanwhile', async () => {
    const { saved } = await used('1.0.0', { kind: 'embedded' });
    expect(saved).toMatchObject({ profiles: { work: { kind: 'embedded', serviceVersion: null } } });
  });

  it('shows its requests with --debug', async () => {
    expect((await used('1.0.0')).debugged.join()).toContain('GET');
  });
});
