import { expect, it, onTestFinished } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { type Run, ProcessSandbox as Sandbox } from './sandbox.js';
import { serving } from './serving.js';

/** FEEDCTL_PROOF_SECONDS=60 is the long form; npm run prove mixed-load. */
const SECONDS = Number(process.env.FEEDCTL_PROOF_SECONDS ?? 1);

/** However slow the machine: so many commands, beside servers that write all the while. */
const FEWEST_COMMANDS = 4;

it(`two servers and the command line share one SQLite file for ${SECONDS} s`, {
  timeout: 180_000 + SECONDS * 5000,
}, async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  // Feeds become due while everybody writes.
  const sandbox = new Sandbox({ FEEDCTL_REFRESH_FLOOR: '1s', FEEDCTL_REFRESH_CEILING: '1s' });
  const servers = [await serving(sandbox), await serving(sandbox)];
  const token = (await sandbox.output('auth', 'token')).trim();
  const refusals: string[] = [];
  const commands: Run[] = [];
  const until = performance.now() + SECONDS * 1000;
  const isGoingOn = () => performance.now() < until || commands.length < FEWEST_COMMANDS;
  let made = 0;

  async function request(url: string, method: string, path: string, body?: object): Promise<void> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) refusals.push(`${method} ${path}: ${response.status} ${text}`);
  }

  async function ask({ url }: { url: string }): Promise<void> {
    while (isGoingOn()) {
      made += 1;
      const source = sources.publish(`/${made}.xml`, {
        title: `Feed ${made}`,
        items: numberedItems(3, `feed-${made}`),
      });
      await request(url, 'POST', '/v1/feeds', { url: source });
      await request(url, 'POST', '/v1/bundles', { name: `Bundle ${made}` });
      await request(url, 'GET', '/v1/feeds?limit=100');
    }
  }

  async function command(): Promise<void> {
    for (let turn = 0; isGoingOn(); turn += 1) {
      const args =
        turn % 2 === 0 ? ['refresh', '--all'] : ['bundles', 'create', '--name', `Mine ${turn}`];
      commands.push(await sandbox.run(args));
    }
  }

  await Promise.all([...servers.flatMap((server) => [ask(server), ask(server)]), command()]);
  for (const { server } of servers) server.kill('SIGTERM');
  const ends = await Promise.all(servers.map(({ server }) => server));

  expect(refusals).toEqual([]);
  expect(commands.filter(({ code }) => code !== 0)).toEqual([]);
  const said = [...servers.map(({ log }) => log()), ...commands.map(({ stderr }) => stderr)];
  expect(said.join('\n')).not.toMatch(/is locked|SQLITE_BUSY|holds the database/);
  expect(ends.map(({ exitCode }) => exitCode)).toEqual([143, 143]);
  expect(made).toBeGreaterThan(FEWEST_COMMANDS);
});
