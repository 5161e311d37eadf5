import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseRssFeed } from 'feedsmith';
import { parseFeed as partytime } from 'podcast-partytime';
import RssParser from 'rss-parser';
import { expect, it } from 'vitest';
import { describeConformance, type Setup } from './forms.js';

/*
 * What readers find in a feed that went through the service equals what they find in its source. The
 * exceptions are named where they are left out: feedctl gives items guids of its own, and describes
 * an item in plain text where it has the whole text as well, and as content in any case.
 */

const SOURCE = readFileSync('test/fixtures/feeds/podcast.xml', 'utf8');

async function republished(setup: Setup, path: string): Promise<string> {
  const url = setup.sources.on(path, (_, response) => response.end(SOURCE));
  const { id } = await setup.api.createFeed(url);
  return (await setup.api.send(`/feeds/${id}.xml`, {})).text();
}

const rssParser = () =>
  new RssParser({
    customFields: {
      item: ['comments', ...['season', 'episode', 'episodeType'].map((name) => `itunes:${name}`)],
    },
  });

async function readByRssParser(xml: string) {
  const { title, description, link, itunes, items } = await rssParser().parseString(xml);
  return { title, description, link, itunes, items: items.map(({ guid: _, ...item }) => item) };
}

/** Without what is the service's own: addresses of itself, dates of the document, ids of items. */
function readByPartytime(xml: string) {
  const feed = partytime(xml);
  if (feed === null) throw new Error('podcast-partytime cannot read it');
  const { items, title, link, language, author, explicit, itunesCategory, itunesImage } = feed;
  const { itunesType, guid, locked, owner, podcastPeople, podcastFunding, medium } = feed;
  const { pc20support } = feed;
  return {
    ...{ title, link, language, author, explicit, itunesCategory, itunesImage, itunesType, guid },
    ...{ locked, owner, podcastPeople, podcastFunding, medium, pc20support },
    items: items.map(({ guid: _, description: __, content: ___, ...item }) => item),
  };
}

function readByFeedsmith(xml: string) {
  const { title, link, language, itunes, podcast, items = [] } = parseRssFeed(xml);
  const { newFeedUrl: _, ...kept } = itunes ?? {};
  return {
    ...{ title, link, language, itunes: kept, podcast },
    items: items.map(({ title, link, pubDate, enclosures, categories, comments, ...item }) => ({
      ...{ title, link, date: Date.parse(pubDate ?? ''), enclosures, categories, comments },
      ...{ itunes: item.itunes, podcast: item.podcast },
    })),
  };
}

const FEEDPARSER = `
import feedparser, json, sys
def read(document):
    d = feedparser.parse(document.encode())
    fields = ("title", "link", "published_parsed", "updated_parsed", "itunes_duration",
              "itunes_season", "itunes_episode", "itunes_explicit", "image", "comments")
    return {
        "bozo": bool(d.bozo),
        "feed": {f: d.feed.get(f) for f in ("title", "link", "language")},
        "ids": [e.get("id") for e in d.entries],
        "entries": [
            {**{f: e.get(f) for f in fields},
             "enclosures": [{k: l.get(k) for k in ("href", "type", "length")} for l in e.enclosures],
             "tags": [t.term for t in e.get("tags", [])],
             # Plain text is published as a paragraph.
             "content": [c["value"].replace("<p>", "").replace("</p>", "")
                         for c in e.get("content", [{"value": e.get("summary")}])]}
            for e in d.entries]}
print(json.dumps([read(document) for document in json.load(sys.stdin)]))`;

/** A Python with feedparser; of several, the one of the system may be the only one that has it. */
const PYTHON = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import feedparser']).status === 0,
);

interface ParsedFeed {
  bozo: boolean;
  feed: { title: string; link: string; language: string | null };
  ids: string[];
  entries: Record<string, unknown>[];
}

function readByFeedparser(...documents: string[]): ParsedFeed[] {
  const input = JSON.stringify(documents);
  const found = execFileSync(PYTHON ?? '', ['-c', FEEDPARSER], { input, encoding: 'utf8' });
  return JSON.parse(found) as ParsedFeed[];
}

describeConformance('fidelity of published feeds', (setup) => {
  it('rss-parser finds what it finds in the source', async () => {
    const source = await readByRssParser(SOURCE);
    expect(source.items[0]?.enclosure?.length).toBe('34216300');
    const ours = await readByRssParser(await republished(setup, '/rss-parser.xml'));
    for (const [index, item] of source.items.entries()) {
      const { categories, comments, enclosure, isoDate, itunes, link, title } = item;
      expect(ours.items[index]).toMatchObject({
        categories,
        enclosure,
        isoDate,
        itunes,
        link,
        title,
      });
      expect(ours.items[index]?.comments).toBe(comments);
    }
    const { newFeedUrl: _, ...itunes } = { newFeedUrl: undefined, ...source.itunes };
    expect(ours).toMatchObject({ ...source, itunes, items: [{}, {}] });
  });

  it('podcast-partytime finds what it finds in the source', async () => {
    const source = readByPartytime(SOURCE);
    expect(source.items[0]).toMatchObject({
      duration: 3723,
      podcastTranscripts: [{}, {}],
      podcastPeople: [{}, {}],
      podcastChapters: { url: 'https://podcast.example/2/chapters.json' },
    });
    expect(readByPartytime(await republished(setup, '/partytime.xml'))).toEqual(source);
  });

  it('feedsmith finds what it finds in the source', async () => {
    expect(readByFeedsmith(await republished(setup, '/feedsmith.xml'))).toEqual(
      readByFeedsmith(SOURCE),
    );
  });

  it.skipIf(PYTHON === undefined)(
    `feedparser finds what it finds in the source (Python: ${PYTHON ?? 'none has it'})`,
    async () => {
      const url = setup.sources.on('/feedparser.xml', (_, response) => response.end(SOURCE));
      const { id } = await setup.api.createFeed(url);
      const published = async (name: string) =>
        (await setup.api.send(`/feeds/${id}.${name}`, {})).text();
      const [source, rss, atom] = readByFeedparser(
        SOURCE,
        await published('xml'),
        await published('atom'),
      );
      expect(rss).toEqual({ ...source, ids: rss?.ids });
      expect(new Set(rss?.ids).size).toBe(2);
      // Atom has no elements of iTunes, no comments, and one date for RSS's.
      expect(atom).toMatchObject({ bozo: false, feed: source?.feed });
      expect(new Set(atom?.ids).size).toBe(2);
      const common = (feed?: ParsedFeed) =>
        feed?.entries.map(({ title, link, published_parsed, enclosures, tags, content }) => ({
          ...{ title, link, published_parsed, enclosures, tags, content },
        }));
      expect(common(atom)).toEqual(common(source));
    },
  );

  it('guids are distinct, and stay', async () => {
    const url = setup.sources.on('/guids.xml', (_, response) => response.end(SOURCE));
    const { id } = await setup.api.createFeed(url);
    const guids = async () => {
      const xml = await (await setup.api.send(`/feeds/${id}.xml`, {})).text();
      return parseRssFeed(xml).items?.map(({ guid }) => guid?.value);
    };
    const first = await guids();
    expect(new Set(first).size).toBe(2);
    await setup.api.post('/v1/refresh', { ids: [id], reread: true });
    expect(await guids()).toEqual(first);
  });
});
