import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/service/core/errors.js';
import { askHub } from '../../../src/service/websub/ask-hub.js';
import type { WebSubDeps } from '../../../src/service/websub/websub-deps.js';

interface Answer {
  status: number;
  location?: string;
  body?: string;
}

/** Asks a hub that answers so, one request after another. */
async function ask(answers: (Answer | Error)[], mode: 'subscribe' | 'unsubscribe' = 'subscribe') {
  const asked: { url: string; options: Record<string, unknown> }[] = [];
  const logged: unknown[] = [];
  const deps = {
    allowPrivateNetworks: false,
    logger: { error: (about: unknown) => logged.push(about) },
    hubFetcher: async () => ({
      async fetch(url: string, options: Record<string, unknown>) {
        asked.push({ url, options });
        const answer = answers.shift() ?? { status: 204 };
        if (answer instanceof Error) throw answer;
        const { status, location, body = '' } = answer;
        return { status, headers: { location }, body: { bytes: Buffer.from(body) } };
      },
    }),
  } as unknown as WebSubDeps;
  const error = await askHub(
    deps,
    { topic: 'https://a.test/feed', secret: 's' },
    { mode, hub: 'http://hub.test/h', callback: 'https://b.test/c' },
  );
  return { error, asked, logged };
}

describe('a hub', () => {
  it.each([
    ['subscribe', { 'hub.lease_seconds': '864000', 'hub.secret': 's' }],
    ['unsubscribe', {}],
  ] as const)('is asked to %s', async (mode, more) => {
    const { error, asked } = await ask([], mode);
    expect(error).toBeNull();
    expect(asked.map(({ url }) => url)).toEqual(['https://hub.test/h']);
    expect(asked[0]?.options).toMatchObject({
      method: 'POST',
      anyStatus: true,
      maxRedirects: 0,
      timeoutMs: 15_000,
      excerptBytes: 500,
    });
    expect(Object.fromEntries(new URLSearchParams(String(asked[0]?.options.body)))).toEqual({
      'hub.mode': mode,
      'hub.topic': 'https://a.test/feed',
      'hub.callback': 'https://b.test/c',
      ...more,
    });
  });

  it.each<[Answer, string | null]>([
    [{ status: 199 }, 'The hub hub.test answered HTTP 199.'],
    [{ status: 200 }, null],
    [{ status: 299 }, null],
    [{ status: 300 }, 'The hub hub.test answered HTTP 300.'],
    [{ status: 302, location: '/other' }, 'The hub hub.test answered HTTP 302.'],
    [{ status: 307 }, 'The hub hub.test answered HTTP 307.'],
    [
      { status: 400, body: '<p>Not\n<b>you</b></p>' },
      'The hub hub.test answered HTTP 400: Not you',
    ],
    [
      { status: 400, body: `y${'x'.repeat(200)}` },
      `The hub hub.test answered HTTP 400: y${'x'.repeat(199)}`,
    ],
  ])('that answers %j', async (answer, error) => {
    const seen = await ask([answer]);
    expect(seen.error).toBe(error);
    expect(seen.asked).toHaveLength(1);
  });

  it('is followed twice', async () => {
    const moved = [307, 308, 307].map((status, n) => ({ status, location: `http://${n}.test/` }));
    const { error, asked } = await ask(moved.slice(0, 2));
    expect(error).toBeNull();
    const addresses = ['https://hub.test/h', 'https://0.test/', 'https://1.test/'];
    expect(asked.map(({ url }) => url)).toEqual(addresses);
    const endless = await ask(moved);
    expect(endless.error).toBe('The hub hub.test redirects more than 2 times.');
    expect(endless.asked.map(({ url }) => url)).toEqual(addresses);
  });

  it('that cannot be reached is no fault of this service, others are', async () => {
    const known = await ask([new ServiceError('SOURCE_UNREACHABLE', 'No such host.')]);
    expect([known.error, known.logged]).toEqual(['No such host.', []]);
    const other = await ask([new TypeError('x')]);
    expect(other.error).toContain('internal error');
    expect(other.logged).toHaveLength(1);
  });
});
