import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { servingHere } from '../support/serving-here.js';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';
import { serving } from './serving.js';

let sources: SourceServer;

beforeAll(async () => {
  sources = await startSourceServer();
});
afterAll(() => sources.close());

/** A `feedctl serve` with a limited account, and a guest who has its key. */
async function sharedService(
  start: (owner: Sandbox) => Promise<string>,
  ...limits: readonly string[]
) {
  const owner = new Sandbox();
  const url = await start(owner);
  await owner.output('accounts', 'create', '--name', 'guests');
  if (limits.length > 0) await owner.output('accounts', 'update', 'guests', ...limits);
  const key = (await owner.json('keys', 'create', '--account', 'guests')) as {
    id: string;
    secret: string;
  };
  const guest = new Sandbox({
    FEEDCTL_BASE_URL: url,
    FEEDCTL_API_KEY: key.id,
    FEEDCTL_API_SECRET: key.secret,
  });
  return { owner, guest };
}

const publish = (name: string) =>
  sources.publish(`/${name}.xml`, { title: name, items: numberedItems(1, name) });

describe('a shared service', () => {
  it('slows the command line down, which waits as it is told and gets there', async () => {
    let log = () => '';
    const start = async (owner: Sandbox) => {
      const server = await serving(owner);
      log = server.log;
      return server.url;
    };
    const { guest } = await sharedService(start, '--requests-per-minute', '60', '--burst', '1');
    // Two requests, one right after the other.
    const { code, stdout } = await guest.run(['export', '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ feeds: [] });
    await expect.poll(log).toMatch(/"status":429/);
  });

  it('says how many feeds an account may have, and what to do', async () => {
    const { owner, guest } = await sharedService(servingHere, '--feeds', '1');
    const first = await guest.json('feeds', 'create', '--url', publish('one'));
    const refused = await guest.run(['feeds', 'create', '--url', publish('two'), '--json']);
    expect(refused.code).toBe(5);
    expect(JSON.parse(refused.stderr).error).toMatchObject({
      code: 'FEED_LIMIT_REACHED',
      statusCode: 402,
      message: expect.stringContaining('may have 1 feed,'),
    });
    await owner.output('accounts', 'update', 'guests', '--feeds', 'none');
    expect((await guest.run(['feeds', 'create', '--url', publish('two')])).code).toBe(0);
    expect(first).toMatchObject({ title: 'one' });
    expect(await owner.json('feeds', 'list')).toEqual([]);
  });

  it('shuts an account out and lets it in again, while it is being served', async () => {
    const { owner, guest } = await sharedService(async (owner) => (await serving(owner)).url);
    const feed = (await guest.json('feeds', 'create', '--url', publish('kept'))) as {
      rss_feed_url: string;
    };
    const published = async () => (await fetch(feed.rss_feed_url)).status;
    expect(await published()).toBe(200);

    const off = await owner.json('accounts', 'update', 'guests', '--disable');
    expect(off).toMatchObject({ name: 'guests', enabled: false, feeds: 1 });
    const refused = await guest.run(['feeds', 'list', '--json']);
    expect(refused.code).toBe(4);
    expect(JSON.parse(refused.stderr).error).toMatchObject({ code: 'ACCOUNT_DISABLED' });
    expect(await published()).toBe(404);

    await owner.output('accounts', 'update', 'guests', '--enable');
    expect(await guest.json('feeds', 'list')).toMatchObject([{ title: 'kept' }]);
    expect(await published()).toBe(200);
  });
});
