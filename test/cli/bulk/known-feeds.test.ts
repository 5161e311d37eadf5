import { expect, it } from 'vitest';
import { readKnownFeeds, serviceKind } from '../../../src/cli/bulk/known-feeds.js';
import type { FeedClient } from '../../../src/client/index.js';

const A = 'https://a.example/';

const service = (version: string | null, feeds: object[] = []) =>
  ({
    service: { version },
    detectService: async () => ({ version }),
    feeds: () => feeds.values(),
  }) as unknown as FeedClient;

it.each([
  ['1.0.0', { isOurs: true, writes: 8, reads: 8 }],
  [null, { isOurs: false, writes: 1, reads: 4 }],
])('asks a service %s for as much at once', async (version, kind) => {
  expect(await serviceKind(service(version))).toEqual(kind);
});

it('finds the oldest feed of a source, and counts those that are new', async () => {
  const feeds = ['newer', 'older'].map((id) => ({ id, source_url: A }));
  const known = await readKnownFeeds(service('1.0.0', feeds));
  expect([...known.ids]).toEqual(['newer', 'older']);
  expect(known.find({ url: A })).toMatchObject({ id: 'older' });
  expect(known.find({ url: 'https://b.example/' })).toBeUndefined();
  const others = ['https://b.example/', 'https://b.example', 'https://c.example/'];
  expect(known.countNew([A, ...others].map((url) => ({ url })))).toBe(2);
});

it('tells the changes of a page from its items where the service does', async () => {
  const feeds = [{ id: 'f', source_url: A, mode: 'changes' }];
  const changes = { url: A, mode: 'changes' } as const;
  const ours = await readKnownFeeds(service('1.0.0', feeds));
  expect([ours.find(changes)?.id, ours.find({ url: A })?.id]).toEqual(['f', undefined]);
  const other = await readKnownFeeds(service(null, feeds));
  expect(other.find({ url: A })?.id).toBe('f');
});
