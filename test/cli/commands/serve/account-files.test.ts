import { expect, it, onTestFinished } from 'vitest';
import { accountFiles } from '../../../../src/cli/commands/serve/account-files.js';
import { openEmbedded } from '../../../../src/cli/connection/embedded.js';
import { ProfileStore } from '../../../../src/cli/profiles/profile-store.js';
import { startSourceServer } from '../../../support/source-server.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

const SENDER = { accountId: 'a' };

const file = (text: string, name = 'feeds.yaml') => ({ name, bytes: Buffer.from(text) });

/** The calls of an account that has nothing, and a site with a feed. */
async function account() {
  const sources = await startSourceServer();
  const home = temporaryDirectory();
  const env = { HOME: home, FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1', FEEDCTL_HOST_INTERVAL: '0s' };
  const place = { env, profiles: new ProfileStore(home) };
  const { service, close } = await openEmbedded(place, { creates: false });
  onTestFinished(async () => {
    await close();
    await sources.close();
  });
  const url = sources.publish('/a.xml', { title: 'A', items: [{ guid: '1', title: 'One' }] });
  const { call } = service;
  const applied = async (given: ReturnType<typeof file>) => {
    const steps = [];
    for await (const step of accountFiles.apply(call, given, SENDER)) steps.push(step);
    return steps;
  };
  return { call, url, gone: url.replace('a.xml', 'none.xml'), applied };
}

it('a file is planned, applied and written again', async () => {
  const { call, url, applied } = await account();
  const wanted = file(
    `feeds:
  - { url: '${url}', title: Mine, access: { cookie: 'env:SECRET' } }
  - { url: 'ftp://a.example/', title: Other }
bundles:
  - { name: First, feeds: ['${url}'] }
  - { name: Second, feeds: ['${url}'] }
  - { name: Empty }
`,
  );
  const plan = await accountFiles.plan(call, wanted, SENDER);
  expect(plan).toMatchObject({
    changes: [
      { action: 'create', kind: 'feed', name: url, folder: 'First' },
      { action: 'create', kind: 'bundle', name: 'First' },
      { action: 'create', kind: 'bundle', name: 'Second' },
      { action: 'create', kind: 'bundle', name: 'Empty' },
    ],
    unchanged: { feeds: 0, bundles: 0 },
    skipped: [{ title: 'Other', value: 'ftp://a.example/', line: 3 }],
    warnings: [expect.stringMatching(/^1 of the feeds name secrets such as cookies/)],
  });
  expect(await applied(wanted)).toEqual([
    { name: url, total: 4 },
    ...['First', 'Second', 'Empty'].map((name) => ({ name, total: 4 })),
  ]);
  const again = file(`feeds:\n  - { url: '${url}' }\n`);
  expect(await accountFiles.plan(call, again, SENDER)).toMatchObject({
    changes: [],
    unchanged: { feeds: 1 },
    warnings: [],
  });

  const written = async (ids: readonly string[], isWhole: boolean) => {
    const settings = new Map(ids.map((id) => [id, {} as never]));
    const { text } = await accountFiles.export(call, 'json', { settings, isWhole });
    const { feeds, bundles } = JSON.parse(text);
    return [feeds.length, bundles.map(({ name }: { name: string }) => name)];
  };
  const { text } = await accountFiles.export(call, 'csv', { settings: new Map(), isWhole: true });
  expect(text.split('\r\n')[1]).toMatch(/^bundle,/);
  expect(await written([], true)).toEqual([0, ['First', 'Second', 'Empty']]);
  expect(await written([], false)).toEqual([0, []]);
});

it('a feed that cannot be read is created from OPML alone, and others go on', async () => {
  const { url, gone, applied } = await account();
  const yaml = file(`feeds:\n  - { url: '${gone}' }\n  - { url: '${url}' }\n`);
  expect(await applied(yaml)).toEqual([
    { name: gone, total: 2, error: expect.stringContaining('404') },
    { name: url, total: 2 },
  ]);
  const outline = `<outline type="rss" text="x" xmlUrl="${gone}"/>`;
  const opml = file(`<opml version="2.0"><body>${outline}</body></opml>`, 'feeds.opml');
  expect(await applied(opml)).toEqual([{ name: gone, total: 1 }]);
});

it('what cannot be read is said of a plan', async () => {
  const { call } = await account();
  expect(await accountFiles.plan(call, file('feeds: [', 'f.yaml'), SENDER)).toMatchObject({
    problem: expect.stringContaining('f.yaml:1:'),
  });
});
