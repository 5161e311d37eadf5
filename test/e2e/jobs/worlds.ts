import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { FakeItem } from '../../fakes/hosted-dialect/state.js';
import { startHostedDialect } from '../../fakes/hosted-dialect.js';
import { servingHere } from '../../support/serving-here.js';
import { startSourceServer } from '../../support/source-server.js';
import { Sandbox } from '../sandbox.js';

/** An item as a source publishes it. */
export interface Published {
  title: string;
  /** ISO 8601. */
  date: string;
}

/** A service somewhere, a user who has an account there, and the sources that its feeds come from. */
export interface World {
  /** The user: knows the service by address, key and secret, from the environment. */
  user: Sandbox;
  /** Address of a source; the same one for the same path. */
  address(path: string): string;
  /** Lets a source fail from now on. */
  breakDown(path: string): void;
  /** Another user, with an empty account that can be made of the same sources. */
  another(): Promise<Sandbox>;
  /** Publishes these items at a source, newest first, and lets the service see them. */
  publish(path: string, items: readonly Published[]): Promise<void>;
}

/** `feedctl serve` over HTTP, its sources on loopback. */
async function ours(): Promise<World> {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const owner = new Sandbox();
  const user = await servedHere(owner);
  const address = (path: string) => `${sources.origin}${path}`;
  return {
    user,
    address,
    another: () => servedHere(new Sandbox()),
    breakDown(path) {
      sources.on(path, (_, response) => response.writeHead(503).end());
    },
    async publish(path, items) {
      const rows = items.map(({ title, date }) => ({
        title,
        date,
        link: `https://example.com${path}/${encodeURIComponent(title)}`,
      }));
      sources.publish(path, { title: path, items: rows });
      if (sources.hits(path) > 0) await owner.output('refresh', '--all', '-q');
    },
  };
}

/** A user of `feedctl serve` in this process on the data of `owner`. */
export async function servedHere(owner: Sandbox): Promise<Sandbox> {
  const url = await servingHere(owner, '--no-refresh');
  return userOf(url, (await owner.output('auth', 'token')).trim());
}

/** The dialect of a well-known hosted service. */
async function hosted(): Promise<World> {
  const accounts = ['1', '2'].map((each) => ({ key: `c_${each}`, secret: `s_${each}` }));
  const service = await startHostedDialect({ accounts });
  onTestFinished(() => service.close());
  const [first, second] = accounts.map(({ key, secret }) =>
    userOf(service.url, `${key}:${secret}`),
  ) as [Sandbox, Sandbox];
  const address = (path: string) => `https://sources.example${path}`;
  return {
    user: first,
    another: async () => second,
    address,
    breakDown(path) {
      const message = 'The page cannot be read';
      service.sources.set(address(path), { kind: 'failure', message, code: 'feed_error' });
    },
    async publish(path, items) {
      const source = address(path);
      const shown = items.map((item) => itemOf(source, item));
      service.sources.set(source, { kind: 'page', title: path, items: shown });
      for (const feed of service.state().feeds) {
        if (feed.source_url === source) feed.items = shown;
      }
    },
  };
}

export const WORLDS: readonly (readonly [name: string, start: () => Promise<World>])[] = [
  ['the service of feedctl over HTTP', ours],
  ['a service of the hosted dialect', hosted],
];

/** `count` items of a source, an hour apart, the newest first. */
export function items(count: number): Published[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Item ${count - index}`,
    date: hoursAgo(index + 1),
  }));
}

function userOf(baseUrl: string, token: string): Sandbox {
  const [key = '', secret = ''] = token.split(':');
  return new Sandbox({
    FEEDCTL_BASE_URL: baseUrl,
    FEEDCTL_API_KEY: key,
    FEEDCTL_API_SECRET: secret,
  });
}

function itemOf(source: string, { title, date }: Published): FakeItem {
  return {
    url: `${source}/${encodeURIComponent(title)}`,
    title,
    description_text: '',
    thumbnail: null,
    date_published: date,
    authors: [],
  };
}

/** The addresses of the account's feeds, in order. */
export async function sourcesOf(user: Sandbox): Promise<string[]> {
  const feeds = (await user.json('feeds', 'list', '--all')) as { source_url: string }[];
  return feeds.map(({ source_url }) => source_url).sort();
}

/** The account's bundles: the sources of their members by name. */
export async function bundlesOf(user: Sandbox): Promise<Record<string, string[]>> {
  const feeds = (await user.json('feeds', 'list', '--all')) as { id: string; source_url: string }[];
  const sources = new Map(feeds.map(({ id, source_url }) => [id, source_url]));
  const bundles = (await user.json('bundles', 'list', '--all')) as {
    name: string;
    feeds: (string | { id: string })[];
  }[];
  return Object.fromEntries(
    bundles.map(({ name, feeds: members }) => [
      name,
      members.map((one) => sources.get(typeof one === 'string' ? one : one.id) ?? '?').sort(),
    ]),
  );
}

/** Runs a command as it was printed, read by a shell. */
export function runPrinted(command: string, user: Sandbox): Promise<string> {
  const words = execFileSync('sh', ['-c', `set -- ${command}; shift; printf '%s\\n' "$@"`], {
    encoding: 'utf8',
  });
  return user.output(...words.trimEnd().split('\n'), '--yes');
}

/** ISO time so many hours ago. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
