// npm run bench:over-time -- --histories FILE --versions DIR [--only NAME,…] [--json]
//
// Shows the saved versions of pages and feeds to the service one after the other, at their dates, and compares
// what a subscriber is told with what was new. FILE: { NAME: { url, kind, key, replayed, dates, first, truth,
// moved } }, where `truth` has the keys that are new in each version and `key` says how an item gets its key;
// DIR has a folder or NAME.tar.xz for each, with the versions as 0000, 0001 and so on.
import { execFileSync } from 'node:child_process';
import dns from 'node:dns';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FeedUpdateEvent, Item } from '../src/contract/index.js';
import { openService } from '../src/service/app/service.js';
import { silentLogger } from '../src/service/core/logger.js';
import { createFeed } from '../src/service/feeds/create-feed.js';
import { titleWords } from '../src/service/items/title-similarity.js';
import { claimFeeds } from '../src/service/refresh/claim.js';
import { refreshFeed } from '../src/service/refresh/refresh-feed.js';
import { ManualClock } from '../test/support/clock.js';

/** How an item gets its key; a key of null is no entry of the list. */
interface KeyRule {
  by: 'address' | 'title' | 'link';
  sites?: string[];
  notSites?: string[];
  /** Patterns of host and path; the first group of the first that fits is the key. */
  path?: string[];
  not?: string;
  decode?: boolean;
  /** Of titles. */
  match?: string;
  drop?: string;
}

interface History {
  url: string;
  kind: 'page' | 'feed';
  key: KeyRule;
  replayed: number[];
  dates: string[];
  first: string[];
  truth: string[][];
  moved: Record<string, string>;
}

type Told = Pick<Item, 'url' | 'title' | 'description_text'>;

interface Step {
  added: Told[];
  changed: Told[];
}

const OWNER = { id: 'owner' };
const { values: options } = parseArgs({
  options: {
    histories: { type: 'string' },
    versions: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
if (options.histories === undefined || options.versions === undefined) {
  console.error('Usage: npm run bench:over-time -- --histories FILE --versions DIR');
  process.exit(2);
}

// The replay is the whole internet: a proxy answers for every name.
const PUBLIC = { address: '93.184.216.34', family: 4 };
Object.assign(dns.promises, {
  lookup: async (_: string, how?: { all?: boolean }) => (how?.all ? [PUBLIC] : PUBLIC),
});
syncBuiltinESMExports();

const all = JSON.parse(readFileSync(options.histories, 'utf8')) as Record<string, History>;
const names = options.only?.split(',') ?? Object.keys(all);
const COLUMNS = [
  ...['versions', 'true', 'told', 'onTime', 'late', 'old', 'doubled', 'false', 'missed'],
  ...['changed', 'noise'],
] as const;
type Row = Record<string, number>;
const rows: Record<string, Row> = {};
if (!options.json) console.log(['history', ...COLUMNS].join('\t'));
for (const name of names) {
  const history = all[name];
  if (history === undefined) throw new Error(`There is no history "${name}".`);
  const row = score(history, await replay(history, versionsOf(name, history, options.versions)));
  rows[name] = row;
  if (!options.json) console.log([name, ...COLUMNS.map((column) => row[column])].join('\t'));
}
const sums = Object.fromEntries(
  ['page', 'feed'].map((kind) => [
    `${kind}s`,
    shares(names.filter((name) => all[name]?.kind === kind).map((name) => rows[name] ?? {})),
  ]),
);
console.log(JSON.stringify(options.json ? { rows, sums } : sums, null, 1));

function versionsOf(name: string, { replayed }: History, dir: string): Buffer[] {
  const isPacked = !existsSync(join(dir, name));
  const folder = isPacked ? mkdtempSync(join(tmpdir(), 'feedctl-over-time-')) : join(dir, name);
  if (isPacked) execFileSync('tar', ['-xJf', join(dir, `${name}.tar.xz`), '-C', folder]);
  const bodies = replayed.map((at) => readFileSync(join(folder, String(at).padStart(4, '0'))));
  if (isPacked) rmSync(folder, { recursive: true });
  return bodies;
}

/** The baseline, and what is told of each later version. */
async function replay({ url, kind, dates }: History, bodies: readonly Buffer[]): Promise<Step[]> {
  let body = bodies[0];
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '', `http://${request.headers.host}`);
    const isAsked = asked.href === new URL(url).href;
    response.setHeader('connection', 'close');
    response.setHeader(
      'content-type',
      kind === 'feed' ? 'application/xml' : 'text/html; charset=utf-8',
    );
    response.writeHead(isAsked ? 200 : 404).end(isAsked ? body : 'not found');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const clock = new ManualClock(Date.parse(dates[0] ?? ''));
  const service = await openService({
    ...{ clock, databasePath: ':memory:', allowPrivateNetworks: true, hostIntervalMs: 0 },
    fetchProxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publicUrl: 'https://feeds.example.com',
  });
  try {
    const { deps: domain } = service.http;
    const { store } = domain;
    const webhooks = await service.http.webhooks.of(OWNER);
    await webhooks.disable((await webhooks.create({ url: 'http://hook.example/' })).id);
    const from = kind === 'page' ? ({ from: 'html' } as const) : {};
    const { feed } = await createFeed(domain, OWNER, { url, ...from });
    const steps: Step[] = [{ added: feed.items ?? [], changed: [] }];
    for (const [version, bytes] of bodies.entries()) {
      if (version === 0) continue;
      body = bytes;
      clock.advance(Math.max(60_000, Date.parse(dates[version] ?? '') - clock.now()));
      const [claimed] = await claimFeeds(store, [feed.id], clock.now());
      const deps = { ...domain, logger: silentLogger, random: () => 0.5 };
      if (claimed !== undefined) await refreshFeed(deps, claimed);
      const events = await store.db.selectFrom('events').select('payload').execute();
      await store.db.deleteFrom('events').execute();
      const data = events.map(({ payload }) => (JSON.parse(payload) as FeedUpdateEvent).data);
      steps.push({
        added: data.flatMap((one) => one.items_new),
        changed: data.flatMap((one) => one.items_changed),
      });
    }
    return steps;
  } finally {
    await service.close();
    server.close();
  }
}

function score(history: History, [baseline, ...steps]: Step[]): Row {
  const since = new Map(history.first.map((key) => [key, 0]));
  for (const [version, keys] of history.truth.entries()) {
    for (const key of keys) since.set(key, version);
  }
  const known = new Set(baseline?.added.map((item) => keyOf(history.key, item, since)));
  const said = new Set<string>();
  const row: Row = Object.fromEntries(COLUMNS.map((column) => [column, 0]));
  const count = (column: (typeof COLUMNS)[number]) => {
    row[column] = (row[column] ?? 0) + 1;
  };
  for (const [at, { added }] of steps.entries()) {
    const version = at + 1;
    for (const item of added) {
      count('told');
      const key = keyOf(history.key, item, since);
      const appeared = key === null ? undefined : since.get(key);
      if (key !== null && history.moved[key] !== undefined) count('doubled');
      else if (key === null || appeared === undefined || appeared > version) count('false');
      else if (said.has(key) || known.has(key)) count('doubled');
      else count(appeared === 0 ? 'old' : appeared === version ? 'onTime' : 'late');
      if (key !== null) said.add(key);
    }
  }
  const real = history.truth.slice(1).flat();
  row.versions = history.replayed.length;
  row.true = real.length;
  row.missed = real.filter((key) => !said.has(key)).length;
  return { ...row, ...changesOf(baseline?.added ?? [], steps) };
}

function keyOf(rule: KeyRule, { url, title }: Told, known: ReadonlyMap<string, number>) {
  if (rule.by === 'link') return url.replace(/^https?:\/\//, '').replace(/\/(?:index\.html)?$/, '');
  if (rule.by === 'title') {
    const found = new RegExp(rule.match ?? '.+').exec(title);
    const key = (found?.[1] ?? found?.[0] ?? title).replace(new RegExp(rule.drop ?? '$^'), '');
    if (known.has(key)) return key;
    const words = titleWords(title);
    return [...known.keys()].find((one) => words !== '' && titleWords(one) === words) ?? key;
  }
  if (!URL.canParse(url)) return null;
  const { hostname, pathname, href } = new URL(url);
  const isOf = (site: string) => hostname === site || hostname.endsWith(`.${site}`);
  if ((rule.sites && !rule.sites.some(isOf)) || rule.notSites?.some(isOf)) return null;
  if (rule.path === undefined) return href.replace(/^https?:\/\//, '').replace(/#.*|\/$/g, '');
  const place = hostname + (rule.decode ? decodeURIComponent(pathname).toLowerCase() : pathname);
  if (rule.not !== undefined && new RegExp(rule.not).test(place)) return null;
  return rule.path.map((path) => new RegExp(path).exec(place)?.[1]).find(Boolean) ?? null;
}

/** Changes, and those that say nothing new: what was told before, or a title with a part more or less. */
function changesOf(baseline: readonly Told[], steps: readonly Step[]) {
  const said = new Map<string, Told[]>();
  const tell = (item: Told) => said.set(item.url, [...(said.get(item.url) ?? []), item]);
  for (const item of baseline) tell(item);
  let [changed, noise] = [0, 0];
  for (const step of steps) {
    for (const item of step.changed) {
      const before = said.get(item.url) ?? [];
      changed += 1;
      if (isNoise(before, item)) noise += 1;
      tell(item);
    }
    for (const item of step.added) tell(item);
  }
  return { changed, noise };
}

function isNoise(before: readonly Told[], item: Told): boolean {
  const last = before.at(-1);
  if (last === undefined) return false;
  const [title, old] = [titleWords(item.title), titleWords(last.title)];
  const isBack = before.some(
    (one) => titleWords(one.title) === title && one.description_text === item.description_text,
  );
  if (isBack) return true;
  if (title !== old) return title.includes(old) || old.includes(title);
  return item.description_text === '' || last.description_text === '';
}

function shares(some: readonly Row[]) {
  const of = (column: string) => some.reduce((total, row) => total + (row[column] ?? 0), 0);
  const share = (part: number, whole: number, unit: number) =>
    whole === 0 ? null : Math.round((unit * 10 * part) / whole) / 10;
  return {
    precision: share(of('onTime') + of('late'), of('told'), 100),
    recall: share(of('true') - of('missed'), of('true'), 100),
    doublesPer1000: share(of('doubled'), of('told'), 1000),
    noisePer1000: share(of('noise'), of('versions') - some.length, 1000),
  };
}
