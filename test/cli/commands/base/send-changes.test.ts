import { expect, it } from 'vitest';
import { floorNote, sendChanges } from '../../../../src/cli/commands/base/send-changes.js';
import type { FeedClient } from '../../../../src/client/index.js';

it('a change is sent as settings, then as metadata, where there are any', async () => {
  const sent: string[] = [];
  const client = {
    updateFeedSettings: async () => {
      sent.push('settings');
      return { interval: '5m', min_interval: '15m' };
    },
    updateFeed: async () => {
      sent.push('metadata');
      return { id: 'f' };
    },
  } as unknown as FeedClient;
  const note = 'The minimum interval of this service is 15m: 5m takes effect as 15m.';
  const send = (values: object) => sendChanges(client, 'f', values);
  expect(await send({ interval: '5m' })).toEqual({ feed: undefined, note });
  expect(await send({ title: 'T' })).toEqual({ feed: { id: 'f' }, note: null });
  expect(await send({ title: 'T', interval: '5m' })).toEqual({ feed: { id: 'f' }, note });
  expect(sent).toEqual(['settings', 'metadata', 'settings', 'metadata']);
  expect(floorNote({ interval: '1h' })).toBeNull();
});
