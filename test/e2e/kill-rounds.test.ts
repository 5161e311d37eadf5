import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import LibsqlDatabase from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { numberedItems, rss } from '../support/rss.js';
import { fileOf } from '../support/sandbox.js';
import { startSourceServer } from '../support/source-server.js';
import { bundlesOf, servedHere, sourcesOf } from './jobs/worlds.js';
import { Sandbox } from './sandbox.js';

/** FEEDCTL_PROOF_ROUNDS=30 is the long form: npm run prove bulk. */
const ROUNDS = Number(process.env.FEEDCTL_PROOF_ROUNDS ?? 1);

/** Sources that each round adds to the account. */
const SOURCES = 12;

/** A site of which is known how often it was asked. */
async function startSite() {
  const server = await startSourceServer();
  onTestFinished(() => server.close());
  let asked = 0;
  let tell = () => {};
  return {
    /** Publishes the sources of a round. */
    publish: (round: number): string[] =>
      Array.from({ length: SOURCES }, (_, index) =>
        server.on(`/${round}/${index}`, (_request, response) => {
          asked += 1;
          tell();
          response.setHeader('content-type', 'application/rss+xml');
          response.end(rss({ title: `Feed ${round}.${index}`, items: numberedItems(3) }));
        }),
      ),
    /** Resolves when so many requests more have come. */
    async requests(count: number): Promise<void> {
      const wanted = asked + count;
      while (asked < wanted) await new Promise<void>((resolve) => (tell = resolve));
    },
  };
}

type Site = Awaited<ReturnType<typeof startSite>>;

/** Starts a command, ends it without a chance to clean up, and runs it again to its end. */
async function killedAndRunAgain(user: Sandbox, site: Site, args: readonly string[]) {
  const first = user.start(args);
  const killed = site.requests(randomInt(1, SOURCES + 1));
  await Promise.race([killed, first]);
  await sleep(randomInt(0, 40));
  first.kill('SIGKILL');
  await first;
  const { code, stdout, stderr } = await user.run(args);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function embedded() {
  const user = new Sandbox();
  return { user, owner: user };
}

async function overHttp() {
  const owner = new Sandbox();
  return { user: await servedHere(owner), owner };
}

describe.each([
  ['the embedded service', embedded],
  ['a serve over HTTP', overHttp],
] as const)(`killed ${ROUNDS} times and run again, at %s`, (_name, start) => {
  const timeout = 180_000 + ROUNDS * 30_000;

  it('many feeds are all there and none of them twice', { timeout }, async () => {
    const { user, owner } = await start();
    const site = await startSite();
    const all: string[] = [];
    const bundles: Record<string, string[]> = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      const sources = site.publish(round);
      const list = fileOf(user, 'list.txt', sources.join('\n'));
      const name = `Round ${round}`;
      const command = [
        'feeds',
        'create',
        '--from-file',
        list,
        '--ensure',
        '--bundle',
        name,
        '--json',
      ];
      const results = JSON.parse(await killedAndRunAgain(user, site, command));
      expect(results.map(({ input }: { input: string }) => input)).toEqual(sources);
      all.push(...sources);
      bundles[name] = [...sources].sort();
      expect(await sourcesOf(user)).toEqual([...all].sort());
      expect(await bundlesOf(user)).toEqual(bundles);
    }
    expectSound(owner);
  });

  it('a desired state is reached, and then nothing is left to do', { timeout }, async () => {
    const { user, owner } = await start();
    const site = await startSite();
    const feeds: object[] = [];
    const bundles: { name: string; feeds: string[] }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const sources = site.publish(round);
      feeds.push(
        ...sources.map((url, index) => ({
          url,
          title: `Title ${round}.${index}`,
          ...(index % 3 === 0 ? { customAuthor: `Author ${index}` } : {}),
        })),
      );
      bundles.push({ name: `Round ${round}`, feeds: sources });
      const file = fileOf(user, 'feeds.json', JSON.stringify({ feeds, bundles }));
      await killedAndRunAgain(user, site, ['apply', file, '--prune', '--yes', '--json']);
      const plan = await user.run(['plan', file, '--prune', '--detailed-exitcode', '--json']);
      expect(plan.code).toBe(0);
      expect(JSON.parse(plan.stdout)).toMatchObject({ changes: [], warnings: [] });
      expect(await sourcesOf(user)).toHaveLength(feeds.length);
      expect(Object.keys(await bundlesOf(user))).toHaveLength(bundles.length);
    }
    expectSound(owner);
  });
});

function expectSound({ databaseFile }: Sandbox): void {
  const database = new LibsqlDatabase(databaseFile);
  try {
    expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(database.pragma('foreign_key_check')).toEqual([]);
  } finally {
    database.close();
  }
}
