import { onTestFinished } from 'vitest';
import { type FakeHub, type HubOptions, startFakeHub } from '../../fakes/websub-hub.js';
import { fileDatabase } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';
import { type RssDocument, rss } from '../../support/rss.js';
import { type Served, startServed } from '../../support/served.js';
import { startSourceServer } from '../../support/source-server.js';

/** The document with the links of WebSub in its channel. */
export function linked(document: RssDocument, links: { hub: string; self: string }): string {
  const atom = [
    `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="hub" href="${links.hub}"/>`,
    `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="${links.self}"/>`,
  ];
  return rss(document).replace('<channel>', `<channel>${atom.join('')}`);
}

export type PublicServed = Served & { publicUrl: string };

/** A real server with a public address on loopback, for a file of tests: `stop` ends it. */
export async function startPublic(): Promise<PublicServed & { stop(): Promise<void> }> {
  const database = await fileDatabase();
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const options = { port, publicUrl, databasePath: database.location };
  let stopServer = async () => {};
  const served = await startServed(options, (stop) => {
    stopServer = stop;
  });
  const stop = () => stopServer().finally(database.drop);
  return { ...served, publicUrl, stop };
}

/** A feed of a server, its source, and the hub that the source names. */
export async function startWebSub(options: {
  hub?: HubOptions;
  /** The hub that the source names; that of `hub` when left out. */
  hubUrl?: string;
  served: PublicServed;
  document: RssDocument;
}) {
  const { served } = options;
  const hub = await startFakeHub(options.hub);
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const topic = `${sources.origin}/feed.xml`;
  const text = (document: RssDocument) =>
    linked(document, { hub: options.hubUrl ?? hub.url, self: topic });
  const publish = (document: RssDocument) =>
    sources.on('/feed.xml', (_, response) => {
      response.setHeader('Content-Type', 'application/rss+xml');
      response.end(text(document));
    });
  publish(options.document);
  const { id } = await served.createFeed(topic);
  const { db } = served.service.http.deps.store;
  return {
    ...{ hub, sources, served, topic, id, publish, text },
    feed: () => db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirst(),
    subscription: () =>
      db.selectFrom('push_subscriptions').selectAll().where('feed_id', '=', id).executeTakeFirst(),
    titles: async () => {
      const { items } = await served.api<{ items: { title: string }[] }>('GET', `/v1/feeds/${id}`);
      return items.map(({ title }) => title);
    },
    callback: (hubs: FakeHub) => [...hubs.subscriptions.keys()][0] ?? '',
  };
}
