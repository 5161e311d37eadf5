import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FILE_FORMATS } from '../../../src/cli/manifest/file-format.js';
import { readManifest } from '../../../src/cli/manifest/read/read-manifest.js';
import { type CreateFeedBody, FeedClient, type RequestEvent } from '../../../src/client/index.js';
import { FEED_FIELDS } from '../../../src/resources/feed.js';
import { having } from '../../../src/resources/field.js';
import { openService } from '../../../src/service/app/index.js';
import { icon, name, shownText } from '../../support/arbitrary-manifest.js';
import { applied, contents, exported, planned } from '../../support/manifest-accounts.js';
import { runs } from '../../support/property-runs.js';
import { numberedItems } from '../../support/rss.js';
import { type SourceServer, startSourceServer } from '../../support/source-server.js';

/** Everything a feed can be made of, one of each for an account at most. */
function bodies(origin: string): CreateFeedBody[] {
  return [
    { url: `${origin}/a.xml` },
    { url: `${origin}/b.xml?x=1&y=a%20b` },
    { url: `${origin}/c.xml`, from: 'feed' },
    { url: `${origin}/page` },
    { url: `${origin}/site`, from: 'html' },
    { url: `${origin}/blog`, from: 'feed' },
    { url: `${origin}/list`, from: 'html', selectors: { items: 'li', link: 'a' } },
    { url: `${origin}/other`, selectors: { items: 'li' } },
    { keyword: 'solar sails', mode: 'keyword', region: 'GB:en' },
    { keyword: 'solar sails', mode: 'headline', region: 'GB:en' },
    { keyword: 'Probe unfolds its sail in orbit after a delay', mode: 'headline', region: 'US:en' },
  ];
}

const SOURCES = bodies('').length;
const all = Array.from({ length: SOURCES }, (_, index) => index);

const rule = fc.constantFrom('bus', 'title:"a, b; c"', '/<b>&[x"]+/i', 'tag: ä  ö', '"=1+1"');
const filters = fc.option(
  fc.record({ include: fc.uniqueArray(rule), exclude: fc.uniqueArray(rule) }),
);

/** Every setting, by its sample where nothing else is said; any may be left out. */
const settings = fc.record(
  {
    ...Object.fromEntries(
      having(FEED_FIELDS, { request: 'settings' }).map((name) => [
        name,
        fc.constant(FEED_FIELDS[name].sample),
      ]),
    ),
    customAuthor: shownText,
    interval: fc.constantFrom('paused', '15m', '90m', '6h'),
    quiet_hours: fc.constantFrom('22:00-06:00 Europe/Berlin', '12:30-13:00 UTC'),
    full_text: fc.boolean(),
  },
  { requiredKeys: [] },
);

const account = fc.record({
  feeds: fc.shuffledSubarray(all).chain((chosen) =>
    fc.tuple(
      ...chosen.map((source) =>
        fc.record({
          source: fc.constant(source),
          title: fc.option(shownText),
          description: fc.option(shownText),
          icon: fc.option(icon),
          settings,
          filters,
          /** `always` and steps need a browser. */
          neverRender: fc.boolean(),
        }),
      ),
    ),
  ),
  bundles: fc.uniqueArray(
    fc.record({
      ...{ name, description: fc.option(shownText), filters, members: fc.subarray(all) },
      hasAll: fc.boolean(),
    }),
    { selector: (bundle) => bundle.name, maxLength: 3 },
  ),
});

type Given = typeof account extends fc.Arbitrary<infer T> ? T : never;

async function startSources(): Promise<SourceServer> {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  for (const path of ['/a.xml', '/b.xml', '/c.xml', '/news']) {
    sources.publish(path, { title: path, description: `Of ${path}`, items: numberedItems(2) });
  }
  for (const path of ['/page', '/site', '/blog', '/list', '/other']) {
    sources.on(path, (_, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(pageWithFeed(path));
    });
  }
  return sources;
}

/** A page with a list of stories that also links to a feed. */
function pageWithFeed(path: string): string {
  const stories = Array.from({ length: 6 }, (_, index) => {
    const title = `Story ${index + 1} of the page about ships and tides`;
    return `<li><a href="${path}/stories/${index + 1}">${title}</a></li>`;
  });
  return `<!doctype html><title>${path}</title>
<link rel="alternate" type="application/rss+xml" href="/a.xml"><ul>${stories.join('')}</ul>`;
}

/** The service in this process; to open one for every account took most of the time. */
async function startService({ origin }: SourceServer): Promise<() => Promise<FeedClient>> {
  const service = await openService({
    databasePath: ':memory:',
    allowPrivateNetworks: true,
    newsUrl: `${origin}/news?q={query}&hl={language}&gl={country}`,
  });
  onTestFinished(() => service.close());
  const clientFor = (key: { apiKey: string; apiSecret: string }) =>
    new FeedClient({
      ...key,
      baseUrl: 'http://127.0.0.1',
      fetch: (request: Request) => service.fetch(request),
      extensions: true,
      // Settings come with the list of feeds; 100,000 feeds must not take as many requests.
      onRequest({ method, url }: RequestEvent) {
        if (method === 'GET') expect(url).not.toMatch(/\/settings$/);
      },
    });
  const owner = clientFor(await service.issueOwnerKey('test'));
  let accounts = 0;
  return async function newAccount() {
    accounts += 1;
    const { id } = await owner.createAccount({ name: `Account ${accounts}` });
    const { id: apiKey, secret } = await owner.createAccountKey(id, { name: 'test' });
    return clientFor({ apiKey, apiSecret: secret });
  };
}

async function fill(client: FeedClient, { feeds, bundles }: Given, origin: string): Promise<void> {
  const made = new Map<number, string>();
  for (const { source, settings, neverRender, ...texts } of feeds) {
    const body = bodies(origin)[source];
    if (body === undefined) throw new Error('no such source');
    const { id } = await client.createFeed(body);
    made.set(source, id);
    const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));
    if (Object.keys(given).length > 0) await client.updateFeed(id, given);
    await client.updateFeedSettings(id, settings);
    if (neverRender && 'url' in body) await client.updateFeed(id, { render: 'never' });
  }
  for (const { name, members, description, filters: rules, hasAll } of bundles) {
    const feeds = members.flatMap((member) => made.get(member) ?? []);
    const { id } = await client.createBundle({
      name,
      ...(hasAll ? { all_feeds: true } : { feeds }),
    });
    if (description !== null) await client.updateBundle(id, { description });
    if (rules !== null) await client.updateBundle(id, { filters: rules });
  }
}

describe.each(FILE_FORMATS)('an account of our own service → %s → another', (format) => {
  it('makes the same account again, and then finds nothing to do', async () => {
    const sources = await startSources();
    const newAccount = await startService(sources);
    await fc.assert(
      fc.asyncProperty(account, async (given) => {
        const old = await newAccount();
        const fresh = await newAccount();
        await fill(old, given, sources.origin);
        const file = await exported(old, format);
        const manifest = await readManifest(Buffer.from(file), `feeds.${format}`);

        expect((await planned(old, manifest, { prune: true })).changes).toEqual([]);
        const results = await applied(fresh, await planned(fresh, manifest));
        expect(results.filter(({ ok }) => !ok)).toEqual([]);
        expect(sorted(await contents(fresh))).toEqual(sorted(await contents(old)));
        expect((await planned(fresh, manifest, { prune: true })).changes).toEqual([]);
      }),
      { numRuns: runs(2) },
    );
  });
});

/** Several feeds are made at once, so that they have no order. */
function sorted({ feeds, bundles }: Awaited<ReturnType<typeof contents>>) {
  const by =
    <T>(key: (each: T) => string) =>
    (a: T, b: T) =>
      key(a) < key(b) ? -1 : 1;
  return {
    feeds: [...feeds].sort(by((feed) => JSON.stringify(feed.source))),
    bundles: [...bundles].sort(by((bundle) => bundle.name)),
  };
}
