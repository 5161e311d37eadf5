import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { servingHere } from '../support/serving-here.js';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

let sources: SourceServer;

beforeAll(async () => {
  sources = await startSourceServer();
});
afterAll(() => sources.close());

/** A running `feedctl serve`, known by its own first line. */
async function serving(sandbox: Sandbox) {
  const server = sandbox.start(['serve', '--port', '0', '--json']);
  onTestFinished(() => void server.kill('SIGKILL'));
  let text = '';
  for await (const chunk of server.stdout.iterator()) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  const facts: { url: string; public_url: string; database: string } = JSON.parse(text);
  return { server, ...facts };
}

describe('feedctl serve', () => {
  it('makes database and key at its first start, and works with the commands beside it', async () => {
    const sandbox = new Sandbox();
    const { server, url, database } = await serving(sandbox);
    expect(database).toBe(sandbox.databaseFile);
    expect(await (await fetch(`${url}/healthz`)).status).toBe(200);

    const news = sources.publish('/served.xml', { title: 'Served', items: numberedItems(2) });
    const created = await sandbox.run(['feeds', 'create', '--url', news, '--json']);
    expect(created.code).toBe(0);
    const feed = JSON.parse(created.stdout);
    expect(feed.rss_feed_url).toBe(`${url}/feeds/${feed.id}.xml`);
    expect(created.stderr).not.toContain('The rss_feed_url is not served yet');
    expect(await (await fetch(feed.rss_feed_url)).text()).toContain('item number 1');

    server.kill('SIGTERM');
    const { exitCode } = await server;
    expect(exitCode).toBe(143);
    const after = await sandbox.run(['open', feed.id, '--print', '-o', 'id']);
    expect(after.stderr).toContain('This address is not served yet');
  });

  it('is a service to log in to, that is remembered as our own', async () => {
    const owner = new Sandbox();
    const { server, url } = await serving(owner);
    const token = await owner.output('auth', 'token');
    const guest = new Sandbox();
    const login = await guest.run(
      ['auth', 'login', '--base-url', url, '--with-token', '--profile', 'home'],
      { input: token },
    );
    expect(login.code).toBe(0);
    expect(JSON.parse(readFileSync(guest.configFile, 'utf8')).profiles.home.serviceVersion).toMatch(
      /^\d+\./,
    );
    await guest.output('bundles', 'create', '--name', 'From afar');
    expect(await owner.json('bundles', 'list')).toMatchObject([{ name: 'From afar' }]);
    expect(guest.hasDatabase()).toBe(false);
    server.kill('SIGINT');
    expect((await server).exitCode).toBe(130);
  });

  it.each(['SIGHUP', 'SIGQUIT'] as const)('ends in order at %s', async (signal) => {
    const { server } = await serving(new Sandbox());
    server.kill(signal);
    expect((await server).exitCode).toBe(143);
  });

  it('opens no inspector at SIGUSR1', async () => {
    const { server, url } = await serving(new Sandbox());
    server.kill('SIGUSR1');
    for (let time = 0; time < 20; time += 1) await fetch(`${url}/healthz`);
    server.kill('SIGTERM');
    expect((await server).stderr).not.toContain('Debugger listening');
  });

  it('says how to use it, on standard error, and the address on standard output', async () => {
    const sandbox = new Sandbox();
    const server = sandbox.start(['serve', '--port', '0']);
    onTestFinished(() => void server.kill('SIGKILL'));
    let said = '';
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await expect.poll(() => said).toContain('Press Ctrl-C to stop.');
    server.kill('SIGTERM');
    const { stdout, stderr } = await server;
    expect(stdout).toMatch(/^feedctl serves http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(stderr).toContain('feedctl auth token --profile embedded');
    expect(stderr).not.toMatch(/s_[0-9A-Za-z]{20}/);
  });

  it.each([
    [['--public-url', 'https://feeds.example'], 'Public address: https://feeds.example'],
    [[], 'The one of the proxy: --public-url URL'],
  ])('behind a proxy says the address of the proxy: %j', async (flags, says) => {
    const stop = new AbortController();
    const words = ['serve', '--port', '0', '--behind-proxy', '127.0.0.1', ...flags];
    let said = '';
    const ended = new Sandbox().run(words, {
      signal: stop.signal,
      onStderr(text) {
        said += text;
        if (said.includes('Press Ctrl-C to stop.')) stop.abort();
      },
    });
    expect((await ended).stderr).toContain(says);
  });

  it('says what to do when the port is taken', async () => {
    const sandbox = new Sandbox();
    const { port } = new URL(sources.origin);
    const { code, stdout, stderr } = await sandbox.run(['serve', '--port', port, '-q']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(`^Error: Port ${port} of 127.0.0.1 is taken.* feedctl serve --port \\d+\n$`),
    );
  });

  it('keeps its data where --data-dir says', async () => {
    const sandbox = new Sandbox();
    const place = new Sandbox().home;
    await servingHere(sandbox, '--data-dir', place);
    expect(existsSync(`${place}/feedctl.db`)).toBe(true);
    expect(sandbox.hasDatabase()).toBe(false);
    const listed = await sandbox.run(['feeds', 'list', '--json', '-q'], {
      env: { FEEDCTL_DATA_DIR: place },
    });
    expect(listed).toMatchObject({ code: 0, stdout: '[]\n' });
  });

  it('explains a setting in the environment that is wrong', async () => {
    const sandbox = new Sandbox({ FEEDCTL_PORT: 'eighty' });
    const { code, stderr } = await sandbox.run(['serve']);
    expect(code).toBe(2);
    expect(stderr).toContain('FEEDCTL_PORT must be a whole number');
  });
});
