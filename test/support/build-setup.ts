import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { numberedItems } from './rss.js';
import type { Run, RunOptions, Sandbox } from './sandbox.js';
import { type SourceServer, startSourceServer } from './source-server.js';

/** A user with sources, a file of feeds, and a directory for the site. */
export interface Site<User extends Sandbox> {
  user: User;
  web: SourceServer;
  out: string;
  statePath: string;
  /** Publishes `count` items under a path, and returns its address. */
  publish(path: string, count: number): string;
  /** Writes the file of feeds. */
  wants(manifest: object): string;
  /** Runs `feedctl build` on that file. */
  build(args?: readonly string[], options?: RunOptions): Promise<Run>;
  /** Text of a file of the site. */
  text(name: string): string;
  /** Guids of a JSON Feed of the site, by title of the item. */
  guids(slug: string): Record<string, string>;
}

/** @param shared a server of sources of several tests; without it, the site has one of its own */
export async function startSite<User extends Sandbox>(
  user: User,
  shared?: SourceServer,
): Promise<Site<User>> {
  const web = shared ?? (await startSourceServer());
  if (shared === undefined) onTestFinished(() => web.close());
  const work = join(user.home, 'work');
  mkdirSync(work);
  const [out, file] = [join(work, 'public'), join(work, 'feeds.yaml')];
  const text = (name: string) => readFileSync(join(out, name), 'utf8');
  return {
    user,
    web,
    out,
    statePath: `${out}.state.json`,
    publish: (path, count) =>
      web.publish(path, { title: `Feed ${path}`, items: numberedItems(count, path).toReversed() }),
    wants(manifest) {
      writeFileSync(file, JSON.stringify(manifest, null, 1));
      return file;
    },
    build: (args = [], options = {}) => user.run(['build', file, '--out', out, ...args], options),
    text,
    guids(slug) {
      const { items } = JSON.parse(text(`${slug}.json`));
      return Object.fromEntries(items.map((item: Item) => [item.title, item.id]));
    },
  };
}

interface Item {
  title: string;
  id: string;
}

/** SHA-256 of each file of a directory, by name. */
export function hashesOf(directory: string): Record<string, string> {
  const files = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map(({ name }) => name)
      // That of a killed build stays until the next one.
      .filter((name) => name !== '.feedctl-build.lock')
      .sort()
      .map((name) => [name, hashOf(readFileSync(join(directory, name)))]),
  );
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
