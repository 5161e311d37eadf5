import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { FeedUpdateEvent } from '../../src/contract/index.js';
import { numberedItems } from './rss.js';
import { startSourceServer } from './source-server.js';

/** A server of sources, each with items of its name. */
export async function feedSources() {
  const web = await startSourceServer();
  onTestFinished(() => web.close());
  return {
    ...web,
    feed: (name: string, items = 2) =>
      web.publish(`/${name}.xml`, { title: name, items: numberedItems(items, name) }),
  };
}

/** `webhooks listen` on any free port, and what it says then. */
export const LISTEN = ['webhooks', 'listen', '--port', '0'];
export const LISTENING = /^Listening on (\S+) /m;

/** The events in lines of standard output, as far as they are there. */
export function eventsIn(stdout: Readable) {
  const events: FeedUpdateEvent[] = [];
  const waiting: { wanted: number; done: () => void }[] = [];
  createInterface({ input: stdout }).on('line', (line) => {
    events.push(JSON.parse(line) as FeedUpdateEvent);
    for (const { wanted, done } of waiting) if (events.length >= wanted) done();
  });
  const count = (wanted: number) =>
    new Promise<void>((done) => {
      if (events.length >= wanted) done();
      else waiting.push({ wanted, done });
    });
  return { events, count };
}
