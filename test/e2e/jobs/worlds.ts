import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { FakeItem } from '../../fakes/hosted-dialect/state.js';
import { startHostedDialect } from '../../fakes/hosted-dialect.js';
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
  /** Publishes these items at a source, newest first, and lets the service see them. */
  publish(path: string, items: readonly Published[]): Promise<void>;
}

/** `feedctl serve` over HTTP, its sources on loopback. */
async function ours(): Promise<World> {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const owner = new Sandbox();
  const server = owner.start(['serve', '--port', '0', '--json', '--no-refresh', '-q']);
  onTestFinished(() => void server.kill('SIGKILL'));
  let text = '';
  for await (const chunk of server.stdout.iterator()) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  const { url }: { url: string } = JSON.parse(text);
  const address = (path: string) => `${sources.origin}${path}`;
  return {
    user: userOf(url, (await owner.output('auth', 'token')).trim()),
    address,
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

/** The dialect of a well-known hosted service, which takes one write a second. */
async function hosted(): Promise<World> {
  const service = await startHostedDialect({ writeIntervalMs: 1000 });
  onTestFinished(() => service.close());
  const { key, secret } = service.account;
  const address = (path: string) => `https://sources.example${path}`;
  return {
    user: userOf(service.url, `${key}:${secret}`),
    address,
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

/**
 * Runs a command that writes, again and again while the service wants it slower: a create is never
 * repeated by the program itself. Gives its standard output.
 */
export async function write(user: Sandbox, ...args: string[]): Promise<string> {
  for (;;) {
    const { code, stdout, stderr } = await user.run(args);
    if (code === 0) return stdout;
    if (code !== 6) throw new Error(`feedctl ${args.join(' ')} ended with ${code}: ${stderr}`);
  }
}

/** Runs a command as it was printed, read by a shell. */
export function runPrinted(command: string, user: Sandbox): Promise<string> {
  const words = execFileSync('sh', ['-c', `set -- ${command}; shift; printf '%s\\n' "$@"`], {
    encoding: 'utf8',
  });
  return write(user, ...words.trimEnd().split('\n'), '--yes');
}

/** ISO time so many hours ago. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
