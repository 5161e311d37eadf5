import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../src/service/core/durations.js';
import { FINGERPRINT_VERSION } from '../../../src/service/items/fingerprint.js';
import { runs } from '../../support/property-runs.js';
import { type RefreshSetup, startSetup } from '../../support/refresh-setup.js';

interface Entry {
  id: number;
  /** What its publisher changed. */
  edition: number;
  guid: 'own' | 'shared' | 'none';
  date: 'zoned' | 'local' | 'none' | 'edition' | 'future';
  isEpisode: boolean;
}

interface Document {
  format: 'rss' | 'atom' | 'json';
  title: string;
  entries: Entry[];
}

const HOME = 'https://example.com/';
const START = Date.UTC(2026, 0, 1);

function dateOf({ id, date, edition }: Entry): string {
  const at = new Date(START + id * HOUR + (date === 'edition' ? edition * HOUR : 0)).toISOString();
  if (date === 'future') return '2031-01-01T00:00:00Z';
  return date === 'none' ? '' : date === 'local' ? at.replace('Z', '') : at;
}

const guidOf = ({ guid, id }: Entry) => (guid === 'none' ? '' : guid === 'own' ? `g-${id}` : 'g');
const textOf = ({ id, edition }: Entry) =>
  `<p>Text “${id}” &amp; <b>édition ${edition}</b> 🦊<!-- wp --></p>`;

function write({ format, title, entries }: Document, built: number): string {
  const parts = entries.map((entry) => ({
    guid: guidOf(entry),
    link: `https://example.com/posts/${entry.id}`,
    name: `Post ${entry.id}`,
    text: textOf(entry),
    date: dateOf(entry),
    isEpisode: entry.isEpisode,
  }));
  if (format === 'json') {
    const items = parts.map(({ guid, link, name, text, date }) => ({
      ...(guid !== '' && { id: guid }),
      ...{ url: link, title: name, content_html: text },
      ...(date !== '' && { date_published: date }),
    }));
    return JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title,
      home_page_url: HOME,
      items,
    });
  }
  const time = new Date(START + built * HOUR).toISOString();
  if (format === 'atom') {
    const xml = parts.map(
      ({ guid, link, name, text, date }) =>
        `<entry>${guid && `<id>${guid}</id>`}<title>${name}</title><link href="${link}"/>` +
        `<content type="html"><![CDATA[${text}]]></content>${date && `<updated>${date}</updated>`}</entry>`,
    );
    return `<feed xmlns="http://www.w3.org/2005/Atom"><title>${title}</title><link href="${HOME}"/><updated>${time}</updated>${xml.join('\n')}</feed>`;
  }
  const xml = parts.map(
    ({ guid, link, name, text, date, isEpisode }) =>
      `<item>${guid && `<guid isPermaLink="false">${guid}</guid>`}<title>${name}</title>` +
      `<!-- ${built} --><link>${link}</link><description><![CDATA[${text}]]></description>` +
      `${isEpisode ? '<itunes:duration>60</itunes:duration>' : ''}${date && `<pubDate>${date}</pubDate>`}</item>`,
  );
  return `<rss version="2.0"><channel><title>${title}</title><link>${HOME}</link><lastBuildDate>${time}</lastBuildDate>${xml.join('\n')}<ttl>60</ttl></channel></rss>`;
}

/** What a publisher does between two fetches. */
type Change = (document: Document, next: () => Entry) => Document;
const on = (change: (entries: Entry[], next: () => Entry) => Entry[]): Change => {
  return (document, next) => ({ ...document, entries: change(document.entries, next) });
};
const CHANGES: Record<string, Change> = {
  'adds one': on((entries, next) => [next(), ...entries]),
  'adds two and drops the last two': on((entries, next) => [
    next(),
    next(),
    ...entries.slice(0, -2),
  ]),
  'edits the second': on((entries) =>
    entries.map((entry, at) => (at === 1 ? { ...entry, edition: entry.edition + 1 } : entry)),
  ),
  'removes the third': on((entries) => entries.filter((_, at) => at !== 2)),
  'adds one in place of the second': on((entries, next) =>
    entries.map((entry, at) => (at === 1 ? { ...next(), edition: entry.edition } : entry)),
  ),
  'appends one': on((entries, next) => [...entries, next()]),
  'repeats the first': on((entries) => [...entries, ...entries.slice(0, 1)]),
  'turns the order': on((entries) => entries.toReversed()),
  'starts over': on((_, next) => [next(), next()]),
  'has another title': (document) => ({ ...document, title: `${document.title}!` }),
};

const entries = fc.record({
  guid: fc.constantFrom('own', 'own', 'own', 'own', 'shared', 'none'),
  date: fc.constantFrom('zoned', 'zoned', 'zoned', 'edition', 'none', 'local', 'future'),
  isEpisode: fc.boolean(),
}) as fc.Arbitrary<Pick<Entry, 'guid' | 'date' | 'isEpisode'>>;

/** Everything that is stored of a feed, without what tells it from another feed. */
async function storedOf({ deps: { store } }: RefreshSetup, id: string) {
  const from = (table: 'items' | 'tombstones' | 'refreshes' | 'feed_documents') =>
    store.db.selectFrom(table).selectAll().where('feed_id', '=', id);
  const items = await from('items').orderBy('identity').execute();
  const dropped = await from('tombstones').orderBy('hash').execute();
  const fetches = await from('refreshes').orderBy('number').execute();
  const [list] = await from('feed_documents').execute();
  const [feed] = await store.db.selectFrom('feeds').selectAll().where('id', '=', id).execute();
  const { title, item_dates, rhythm, revision, last_batch_at } = feed ?? {};
  const without = (row: object) => ({ ...row, feed_id: '', duration_ms: 0 });
  return {
    items: items.map((row) => ({ ...without(row), number: 0 })),
    ...{ dropped: dropped.map(without), fetches: fetches.map(without) },
    ...{ list: (list as { identities?: string }).identities },
    ...{ title, item_dates, rhythm, revision, last_batch_at },
  };
}

describe('reading only the entries that are new', () => {
  it('stores what reading all of them stores', async () => {
    const setup = await startSetup({ keepItems: 5 });
    const { sources, deps, clock } = setup;
    let made = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('rss', 'rss', 'atom', 'json') as fc.Arbitrary<Document['format']>,
        fc.array(entries, { minLength: 1, maxLength: 4 }),
        fc.array(fc.constantFrom(...Object.keys(CHANGES)), { minLength: 3, maxLength: 6 }),
        async (format, kinds, changes) => {
          let id = 0;
          const next = (): Entry => ({
            ...(kinds[id % kinds.length] as Entry),
            id: ++id,
            edition: 0,
          });
          let document: Document = { format, title: 'News', entries: [4, 3, 2, 1].map(next) };
          made += 1;
          const [part, whole] = [`/${made}/part`, `/${made}/whole`].map((path) =>
            sources.on(path, (_, response) => response.end(write(document, clock.now() / HOUR))),
          ) as [string, string];
          const feeds = [await setup.create(part), await setup.create(whole)] as const;
          for (const name of changes) {
            document = CHANGES[name]?.(document, next) ?? document;
            clock.advance(HOUR);
            await deps.store.db
              .updateTable('feed_documents')
              .set({ digest: null })
              .where('feed_id', '=', feeds[1])
              .execute();
            for (const feed of feeds) await setup.refresh(feed);
            expect(await storedOf(setup, feeds[0])).toEqual(await storedOf(setup, feeds[1]));
          }
        },
      ),
      { numRuns: runs(8) },
    );
  });

  it.each(['rss', 'atom', 'json'] as const)('leaves known entries unread in %s', async (format) => {
    const setup = await startSetup();
    const { db } = setup.deps.store;
    const entry = (id: number): Entry => ({
      ...{ id, edition: 0, guid: 'own', date: 'zoned', isEpisode: id % 2 === 1 },
    });
    let document: Document = { format, title: 'News', entries: [entry(2), entry(1)] };
    const url = setup.sources.on('/feed', (_, response) => response.end(write(document, 0)));
    const id = await setup.create(url);
    const refresh = (ids: number[]) => {
      document = { ...document, entries: ids.map(entry) };
      setup.clock.advance(HOUR);
      return setup.refresh(id);
    };
    await refresh([3, 2, 1]);
    // Whoever reads these entries finds that they have changed.
    await db
      .updateTable('items')
      .set({ fingerprint: `${FINGERPRINT_VERSION}.other`, source_hash: null })
      .execute();
    expect(await refresh([4, 3, 2, 1])).toMatchObject({ itemsNew: 1, itemsChanged: 0 });
    expect(await refresh([5, 4, 3, 2])).toMatchObject({ itemsNew: 1, itemsChanged: 0 });
    // One from the middle is gone: the new one could be the same under another identity.
    expect(await refresh([6, 5, 3, 2])).toMatchObject({ itemsNew: 1, itemsChanged: 2 });
  });
});
