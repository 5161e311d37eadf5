import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../src/service/core/durations.js';
import { getFeed } from '../../../src/service/feeds/read-feeds.js';
import { listFeedHistory } from '../../../src/service/refresh/history.js';
import { OWNER, type RefreshSetup, startSetup } from '../../support/refresh-setup.js';

/** An entry as it is written into RSS; what is absent is not written. */
interface Written {
  title: string;
  link?: string;
  guid?: string;
  /** Milliseconds. */
  date?: number;
  text?: string;
  /** Address of an audio file. */
  file?: string;
}

const NAMES = ['Harbour ferry returns', 'A bridge for cyclists', 'Rain until the weekend'];
const LINK = 'http://news.example/n';
/** Entries without guid and date. */
const PLAIN: Written[] = NAMES.map((title, at) => ({ title, link: `${LINK}/${at}` }));

function rss(entries: readonly Written[]): string {
  const items = entries.map(
    ({ title, link, guid, date, text, file }) =>
      `<item><title>${title}</title>${link === undefined ? '' : `<link>${link.replaceAll('&', '&amp;')}</link>`}${
        guid === undefined
          ? ''
          : `<guid isPermaLink="false">${guid.replaceAll('&', '&amp;')}</guid>`
      }${date === undefined ? '' : `<pubDate>${new Date(date).toUTCString()}</pubDate>`}${file === undefined ? '' : `<enclosure url="${file.replaceAll('&', '&amp;')}" length="9" type="audio/mpeg"/>`}<description>${text ?? `About: ${title}`}</description></item>`,
  );
  return `<rss version="2.0"><channel><title>News</title><link>http://news.example/</link>${items.join('')}</channel></rss>`;
}

type Documents = (fetch: number, now: number) => readonly Written[];

/** New and changed items at each fetch after the first one. */
async function told(setup: RefreshSetup, documents: Documents, fetches = 3) {
  let fetch = 0;
  const { clock } = setup;
  const path = `/feed-${Math.random()}`;
  const url = setup.sources.on(path, (_, response) =>
    response.end(rss(documents(fetch, clock.now()))),
  );
  const id = await setup.create(url);
  const counts = { new: [] as number[], changed: [] as number[] };
  for (fetch = 1; fetch < fetches; fetch++) {
    clock.advance(2 * HOUR);
    const result = await setup.refresh(id);
    counts.new.push(result?.itemsNew ?? 0);
    counts.changed.push(result?.itemsChanged ?? 0);
  }
  return counts;
}

const each = (
  change: (entry: Written, at: number, fetch: number, now: number) => Partial<Written>,
) =>
  ((fetch, now) =>
    PLAIN.map((entry, at) => ({ ...entry, ...change(entry, at, fetch, now) }))) as Documents;
/** What a link becomes at the second fetch. */
const moved = (change: (link: string, at: number) => string, more: Partial<Written> = {}) =>
  each(({ link = '' }, at, fetch) => ({ link: fetch === 0 ? link : change(link, at), ...more }));
const START = Date.UTC(2024, 10, 1);

describe('a feed has no new items when', () => {
  it.each<[string, Documents]>([
    ['each date is the time of the answer', each((_, __, ___, now) => ({ date: now }))],
    [
      'dates are a little before the answer',
      each((_, at, __, now) => ({ date: now - at * 60_000 })),
    ],
    [
      'all have the guid "N/A" and the time of the answer',
      each((_, __, ___, now) => ({ guid: 'N/A', date: now })),
    ],
    ['all have one guid', each((_, __, ___, now) => ({ guid: 'feed', date: now }))],
    [
      'one date is corrected',
      each((_, at, fetch) => ({ date: START + at * DAY + (at === 1 && fetch > 0 ? 5 * DAY : 0) })),
    ],
    [
      'all dates move by an hour',
      each((_, at, fetch) => ({ date: START + at * DAY + fetch * HOUR })),
    ],
    ['dates appear', each((_, at, fetch) => (fetch === 0 ? {} : { date: START + at * DAY }))],
    ['links gain https', moved((link) => link.replace('http:', 'https:'))],
    [
      'links and guids gain https',
      each(({ link = '' }, _, fetch) => {
        const address = fetch === 0 ? link : link.replace('http:', 'https:');
        return { link: address, guid: address };
      }),
    ],
    ['links gain www and a slash', moved((link) => `${link.replace('//', '//www.')}/`)],
    [
      'links lose their kind of file',
      each(({ link = '' }, _, fetch) => ({ link: fetch === 0 ? `${link}.html` : link })),
    ],
    [
      'the site moves to another host',
      moved((link) => link.replace('news.example', 'paper.example')),
    ],
    [
      'the site moves to https and is dated anew',
      each(({ link = '' }, at, fetch) => ({
        link: fetch === 0 ? link : link.replace('http:', 'https:'),
        date: START + at * HOUR + fetch * 20 * DAY,
      })),
    ],
    ['the software is another', moved((_, at) => `https://news.example/2024/a-slug-${at + 7}`)],
    [
      'only the oldest gains https',
      moved((link, at) => (at === 2 ? link.replace('http:', 'https:') : link), { date: START }),
    ],
    [
      'links have a session of PHP',
      each(({ link = '' }, _, fetch) => ({ link: `${link}?PHPSESSID=${fetch}a` })),
    ],
    [
      'links have a session of Java',
      each(({ link = '' }, _, fetch) => ({ link: `${link};jsessionid=${fetch}a` })),
    ],
    [
      'links have a session of an unknown name',
      each(({ link = '' }, _, fetch) => ({ link: `${link}?t=${fetch}a` })),
    ],
    [
      'links have a session beside the id of the item',
      each((_, at, fetch) => ({ link: `${LINK}?id=${at}&sid=${fetch}a`, title: 'Daily brief' })),
    ],
    [
      'each link has a number of its own',
      each(({ link = '' }, at, fetch) => ({ link: `${link}?r=${fetch * 10 + at}` })),
    ],
    [
      'links have a session, and guids stay',
      each(({ link = '' }, at, fetch) => ({
        link: `${link}?access_token=${fetch}`,
        guid: `g${at}`,
      })),
    ],
  ])('%s', async (_, documents) => {
    const counts = await told(await startSetup(), documents);
    expect(counts.new).toEqual([0, 0]);
  });
});

describe('a feed has new items when', () => {
  it.each<[string, Documents, number]>([
    [
      'titles that are all alike come with other links',
      (fetch) =>
        NAMES.map((_, at) => ({ title: 'Daily brief', link: `${LINK}/${fetch * 3 + at}` })),
      3,
    ],
    [
      'one link for all comes with other titles',
      (fetch) => NAMES.map((name) => ({ title: `${name} ${fetch}`, link: LINK })),
      3,
    ],
    [
      'one link for two has a third title',
      (fetch) =>
        ['One of two', 'Two of two', ...(fetch > 0 ? [`Number ${fetch + 2}`] : [])].map(
          (title) => ({ title, link: LINK }),
        ),
      1,
    ],
    [
      'a daily build has its old link, another date and number',
      (fetch) => [
        { title: `Build ${590 + fetch} of the tool`, link: LINK, date: START + fetch * 3 * DAY },
      ],
      1,
    ],
    [
      'the link is the front page',
      (fetch) => [{ title: `Word of the day: ${NAMES[fetch]}`, link: 'http://news.example/' }],
      1,
    ],
  ])('%s', async (_, documents, count) => {
    const counts = await told(await startSetup(), documents);
    expect(counts.new[0]).toBe(count);
    expect(counts.changed).toEqual([0, 0]);
  });
});

describe('an item with a guid has not changed when', () => {
  const file = 'http://files.example/1.mp3';
  it.each<[string, (fetch: number) => Partial<Written>]>([
    [
      'its file is signed anew',
      (fetch) => ({ file: `${file}?token-time=${fetch}&token-hash=${fetch}a` }),
    ],
    ['its file has a key of its own', (fetch) => ({ file: `${file}?hmac=${fetch}` })],
    ['its file has a time', (fetch) => ({ file: `${file}?md5=${fetch}&expires=${fetch}` })],
    ['its link has a session', (fetch) => ({ link: `${LINK}?sid=${fetch}` })],
    [
      'its link has a session in the path',
      (fetch) => ({ link: `http://news.example/(S(${fetch}aa))/n` }),
    ],
    [
      'its link says where it was found',
      (fetch) => ({ link: `${LINK}?partner=${fetch}&rand=${fetch}` }),
    ],
  ])('%s', async (_, change) => {
    const setup = await startSetup();
    const documents: Documents = (fetch) =>
      NAMES.map((title, at) => ({
        title,
        guid: `g${at}`,
        link: `${LINK}/${at}`,
        ...change(fetch),
      }));
    expect(await told(setup, documents)).toEqual({ new: [0, 0], changed: [0, 0] });
    const stored = await setup.deps.store.db
      .selectFrom('items')
      .select(['url', 'extras'])
      .execute();
    const latest = change(2).file ?? change(2).link ?? '';
    for (const { url, extras } of stored) expect(`${url} ${extras}`).toContain(latest);
  });
});

describe('a document of more than 500 entries', () => {
  const entry = (n: number, date?: number): Written => ({
    ...{ title: `Entry ${n}`, link: `${LINK}/${n}` },
    ...(date === undefined ? {} : { date }),
  });
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
  const dated = (n: number) => entry(n, START + n * HOUR);
  const json = (entries: readonly Written[]) =>
    JSON.stringify({
      ...{ version: 'https://jsonfeed.org/version/1.1', title: 'News' },
      items: entries.map(({ title, link, date }) => ({
        ...{ id: link, url: link, title, content_text: title },
        ...(date !== undefined && { date_published: new Date(date).toISOString() }),
      })),
    });
  const atom = (entries: readonly Written[]) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>${entries
      .map(
        ({ title, link, date }) =>
          `<entry><title>${title}</title><link href="${link}"/>${date === undefined ? '' : `<updated>${new Date(date).toISOString()}</updated>`}<content>${title}</content></entry>`,
      )
      .join('')}</feed>`;

  it.each<[string, (entries: readonly Written[]) => string, (count: number) => Written[]]>([
    ['RSS without dates, oldest first', rss, (count) => numbers(count).map((n) => entry(n))],
    ['RSS, oldest first', rss, (count) => numbers(count).map(dated)],
    ['RSS of one date', rss, (count) => numbers(count).map((n) => entry(n, START))],
    [
      'RSS, oldest first below a pinned entry',
      rss,
      (count) => [entry(9_999, START + 9_999 * HOUR), ...numbers(count).map(dated)],
    ],
    ['RSS, newest first', rss, (count) => numbers(count).map(dated).reverse()],
    ['Atom without dates, oldest first', atom, (count) => numbers(count).map((n) => entry(n))],
    ['JSON Feed, oldest first', json, (count) => numbers(count).map(dated)],
    ['JSON Feed without dates, oldest first', json, (count) => numbers(count).map((n) => entry(n))],
  ])('shows each new one: %s', async (_, write, entries) => {
    const { clock, sources, create, refresh, titles, deps, service } = await startSetup();
    let count = 520;
    const path = `/long-${Math.random()}`;
    const id = await create(sources.on(path, (_, response) => response.end(write(entries(count)))));
    expect(await titles(id)).toHaveLength(500);
    for (const more of [1, 0, 2]) {
      clock.advance(2 * HOUR);
      count += more;
      const result = await refresh(id);
      expect(result).toMatchObject({ itemsNew: more, itemsChanged: 0 });
      const known = await titles(id);
      expect(known).toHaveLength(500);
      if (more > 0) expect(known.slice(0, more)).toContain(`Entry ${count - 1}`);
    }
    const [history] = await listFeedHistory(deps.store.db, OWNER, id, { limit: 1, offset: 0 });
    expect(history?.note).toMatch(/^The document has 52[34] entries, of which the newest 500/);
    const { document } = await getFeed(service.http.deps, OWNER, id);
    expect(document?.entries).toBeGreaterThan(522);
  });

  it('gives the newest by date', async () => {
    const { sources, create, titles } = await startSetup();
    const entries = numbers(700).map(dated);
    const shuffled = [...entries.slice(300), ...entries.slice(0, 300)];
    const id = await create(sources.on('/mixed', (_, response) => response.end(json(shuffled))));
    const known = await titles(id);
    expect(known).toContain('Entry 699');
    expect(known).not.toContain('Entry 199');
  });
});
