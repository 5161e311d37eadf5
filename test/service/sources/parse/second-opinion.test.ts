import { readFileSync } from 'node:fs';
import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { parseFeed } from '../../../../src/service/sources/parse/parse-feed.js';

const context = { url: 'https://a.test/feed', now: Date.parse('2026-03-15T12:00:00Z') };
const fixture = (name: string) => readFileSync(`test/fixtures/feeds/${name}.xml`, 'utf8');

interface Entry {
  guid?: { value?: string };
  id?: string;
  rdf?: { about?: string };
  title?: string | { value?: string };
  pubDate?: string;
  published?: string;
  updated?: string;
  dc?: { dates?: string[] };
}

/** What another library finds of the same. */
const OTHERS = {
  rss: (xml: string) => parseRssFeed(xml).items,
  podcast: (xml: string) => parseRssFeed(xml).items,
  rdf: (xml: string) => parseRdfFeed(xml).items,
  atom: (xml: string) => parseAtomFeed(xml).entries,
} as const;

describe('feedsmith finds the same entries', () => {
  it.each(['rss', 'podcast', 'rdf', 'atom'] as const)('in %s', (name) => {
    const xml = fixture(name);
    const found = (OTHERS[name](xml) ?? []) as Entry[];
    const { entries } = parseFeed(xml, name === 'podcast' ? 'rss' : name, context);
    expect(found.length).toBeGreaterThan(1);
    expect(entries.map(({ guid }) => guid)).toEqual(
      found.map(({ guid, id, rdf }) => guid?.value ?? id ?? rdf?.about ?? null),
    );
    expect(entries.map(({ datePublished }) => datePublished)).toEqual(
      found.map(({ pubDate, published, updated, dc }) => {
        const date = Date.parse(pubDate ?? published ?? dc?.dates?.[0] ?? updated ?? '');
        return Number.isNaN(date) ? null : date;
      }),
    );
  });
});
