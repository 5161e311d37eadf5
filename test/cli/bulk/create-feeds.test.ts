import { describe, expect, it } from 'vitest';
import { openBundleTarget } from '../../../src/cli/bulk/bundle-target.js';
import {
  type CreateTools,
  createFeeds,
  resultJson,
  type SourceResult,
} from '../../../src/cli/bulk/create-feeds.js';
import { readKnownFeeds, serviceKind } from '../../../src/cli/bulk/known-feeds.js';
import type { FeedClient } from '../../../src/client/index.js';
import type { HostedDialect } from '../../fakes/hosted-dialect.js';
import { hostedAccount } from '../../support/manifest-accounts.js';

const A = 'https://a.example/';
const B = 'https://b.example/';

const { signal } = new AbortController();

async function tools(client: FeedClient, options: Partial<CreateTools> = {}): Promise<CreateTools> {
  return {
    client,
    signal,
    ...(await serviceKind(client)),
    ensure: false,
    verify: false,
    ...options,
  };
}

async function create(
  urls: readonly string[],
  given: CreateTools,
): Promise<{ results: SourceResult[]; error: unknown }> {
  const results: SourceResult[] = [];
  const wanted = urls.map((url) => ({ input: url, source: { url } }));
  try {
    for await (const result of createFeeds(wanted, given)) results.push(result);
  } catch (error) {
    return { results, error };
  }
  return { results, error: undefined };
}

function shortly({ results }: { results: SourceResult[] }): string[] {
  return results.map((result) =>
    result.ok
      ? `${result.input} ${result.created ? 'new' : 'old'}`
      : `${result.input} ${result.error.code}`,
  );
}

function sources(hosted: HostedDialect): string[] {
  return hosted
    .state()
    .feeds.map(({ source_url }) => source_url)
    .reverse();
}

function posts(hosted: HostedDialect): number {
  return hosted.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/feeds')
    .length;
}

describe('many sources', () => {
  it('go on behind one that fails', async () => {
    const { hosted, client } = await hostedAccount();
    hosted.sources.set(B, { kind: 'failure', message: 'nothing there', code: 'feed_error' });
    const done = await create([A, B, 'https://c.example/'], await tools(client));
    expect(shortly(done)).toEqual([`${A} new`, `${B} feed_error`, 'https://c.example/ new']);
    expect(sources(hosted)).toEqual([A, 'https://c.example/']);
    const error = { message: 'nothing there', code: 'feed_error', statusCode: expect.any(Number) };
    expect(done.results.map(resultJson)).toEqual([
      { input: A, ok: true, created: true, feed: expect.not.objectContaining({ items: [] }) },
      { input: B, ok: false, created: false, error },
      expect.objectContaining({ ok: true }),
    ]);
  });

  it('are made once, however often they stand there', async () => {
    const { hosted, client } = await hostedAccount();
    const done = await create([A, 'http://www.a.example', A], await tools(client));
    expect(shortly(done)).toEqual([`${A} new`, 'http://www.a.example old', `${A} old`]);
    expect(sources(hosted)).toEqual([A]);
  });

  it('are found with ensure by their normalised address', async () => {
    const { hosted, client } = await hostedAccount();
    hosted.state().addFeed({ source_url: 'http://www.a.example' });
    const known = await readKnownFeeds(client);
    const done = await create([A, B], await tools(client, { known, ensure: true }));
    expect(shortly(done)).toEqual([`${A} old`, `${B} new`]);
    expect(posts(hosted)).toBe(1);
  });

  it('wait when the service says so, and ask again', async () => {
    const { hosted, client } = await hostedAccount();
    const waits: number[] = [];
    hosted.fault({
      method: 'POST',
      times: 2,
      fault: { kind: 'too-many-requests', retryAfter: '0' },
    });
    const done = await create([A], await tools(client, { onWait: (wait) => waits.push(wait) }));
    expect(shortly(done)).toEqual([`${A} new`]);
    expect(waits).toEqual([0, 0]);
    expect(sources(hosted)).toEqual([A]);
  });

  it.each([
    ['a lasting limit', { kind: 'too-many-requests', retryAfter: '86400' }, 429],
    ['a plan that is full', { kind: 'json', status: 402, body: { message: 'full' } }, 402],
    ['a key that is no longer good', { kind: 'json', status: 401, body: { message: 'no' } }, 401],
  ] as const)('end at %s, what is made stays', async (_, fault, status) => {
    const { hosted, client } = await hostedAccount();
    const given = await tools(client);
    const before = await create([A], given);
    hosted.fault({ method: 'POST', fault });
    const { results, error } = await create([B, 'https://c.example/'], given);
    expect(shortly(before)).toEqual([`${A} new`]);
    expect(results).toEqual([]);
    expect(error).toMatchObject({ status });
    expect(sources(hosted)).toEqual([A]);
  });

  it.each(['lost-answer', 'cut-answer', 'gateway-timeout'] as const)(
    'are not made twice after a %s',
    async (kind) => {
      const { hosted, client } = await hostedAccount();
      hosted.fault({ method: 'POST', fault: { kind } });
      const known = await readKnownFeeds(client);
      const done = await create([A, B], await tools(client, { known }));
      expect(shortly(done)).toEqual([`${A} new`, `${B} new`]);
      expect(sources(hosted)).toEqual([A, B]);
      expect(posts(hosted)).toBe(2);
    },
  );

  it('report the lost answer when the account cannot be listed either', async () => {
    const { hosted, client } = await hostedAccount();
    const given = await tools(client, { sleep: async () => {} });
    hosted.fault({ method: 'POST', fault: { kind: 'reset' } });
    hosted.fault({ method: 'GET', times: 3, fault: { kind: 'json', status: 500, body: {} } });
    const done = await create([A], given);
    expect(shortly(done)).toEqual([`${A} NETWORK_RESET`]);
    expect(done.results[0]).toMatchObject({
      cause: {
        exitCode: 7,
        hint: 'Before you retry, list what the account has: feedctl feeds list',
      },
    });
  });

  it('say when nobody knows whether one was made', async () => {
    const { hosted, client } = await hostedAccount();
    hosted.fault({ method: 'POST', fault: { kind: 'reset' } });
    const waits: number[] = [];
    const sleep = async (wait: number) => void waits.push(wait);
    const done = await create([A, B], await tools(client, { sleep }));
    expect(waits).toEqual([0, 2000, 8000]);
    expect(shortly(done)).toEqual([`${A} NETWORK_RESET`, `${B} new`]);
    expect(done.results[0]).toMatchObject({
      error: { message: expect.stringMatching(/it may have been created anyway\.$/) },
    });
    expect(posts(hosted)).toBe(2);
  });
});

describe('verify', () => {
  it('deletes a feed that came back empty, and only one of this run', async () => {
    const { hosted, client } = await hostedAccount({ sameSource: 'existing' });
    const old = hosted.state().addFeed({ source_url: A });
    hosted.sources.set(B, { kind: 'empty' });
    const known = await readKnownFeeds(client);
    const done = await create([A, B], await tools(client, { known, verify: true }));
    expect(shortly(done)).toEqual([`${A} old`, `${B} EMPTY_FEED`]);
    expect(hosted.state().feeds).toEqual([old]);
  });
});

describe('a bundle', () => {
  it('is made by the first feed, and found by its name the next time', async () => {
    const { hosted, client } = await hostedAccount();
    for (const urls of [[A], [A, B]]) {
      const known = await readKnownFeeds(client);
      const bundle = await openBundleTarget(client, 'News', { signal });
      await create(urls, await tools(client, { known, ensure: true, bundles: [bundle] }));
    }
    const { bundles, feeds } = hosted.state();
    expect(bundles.map(({ name, members }) => ({ name, members }))).toEqual([
      { name: 'News', members: feeds.map(({ id }) => id).reverse() },
    ]);
    const puts = hosted.requests.filter(({ method }) => method === 'PUT');
    expect(puts).toHaveLength(2);
  });

  it('is made once when its answer is lost: the one of its name is found', async () => {
    const { hosted, client } = await hostedAccount();
    const bundle = await openBundleTarget(client, 'News', { signal });
    const given = await tools(client, { bundles: [bundle] });
    hosted.state().addBundle({ name: 'Older' });
    hosted.fault({ method: 'POST', path: /bundles$/, fault: { kind: 'lost-answer' } });
    await create([A], given);
    hosted.state().addBundle({ name: 'Newer' });
    expect(hosted.state().bundles.map(({ name, members }) => [name, members.length])).toEqual([
      ['Newer', 0],
      ['News', 1],
      ['Older', 0],
    ]);
  });

  it('is not made when no feed is', async () => {
    const { hosted, client } = await hostedAccount();
    hosted.sources.set(A, { kind: 'failure', message: 'no' });
    const bundle = await openBundleTarget(client, 'News', { signal });
    await create([A], await tools(client, { bundles: [bundle] }));
    expect(hosted.state().bundles).toEqual([]);
  });

  it('may be named by its id, but must then be there', async () => {
    const { hosted, client } = await hostedAccount();
    const { id } = hosted.state().addBundle({ name: 'News' });
    const bundle = await openBundleTarget(client, id, { signal });
    await create([A], await tools(client, { bundles: [bundle] }));
    expect(hosted.state().bundles[0]?.members).toHaveLength(1);
    await expect(openBundleTarget(client, '_nowhere', { signal })).rejects.toMatchObject({
      exitCode: 3,
      code: 'BUNDLE_NOT_FOUND',
    });
  });

  it('must be one of its name', async () => {
    const { hosted, client } = await hostedAccount();
    for (const name of ['News', 'News']) hosted.state().addBundle({ name });
    await expect(openBundleTarget(client, 'News', { signal })).rejects.toMatchObject({
      exitCode: 2,
      message: '"News" is the name of 2 bundles.',
    });
  });
});
