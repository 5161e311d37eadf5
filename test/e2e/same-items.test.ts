import { expect, it, onTestFinished } from 'vitest';
import { startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

/** Three entries with guids; their addresses and titles are those of one state of the site. */
function document(link: (post: number) => string, punctuation = '') {
  const items = [3, 2, 1].map(
    (post) =>
      `<item><guid isPermaLink="false">post-${post}</guid><title>Report number ${post} of the harbour${punctuation}</title><link>${link(post)}</link><description>Text of ${post}</description></item>`,
  );
  return `<rss version="2.0"><channel><title>Harbour</title>${items.join('')}</channel></rss>`;
}

it('watch, digest --mark and items know an item through a change of scheme, host, slug and punctuation', async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  let body = document((post) => `http://www.harbour.example/${post}`);
  sources.on('/feed', (_, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(body);
  });
  const sandbox = new Sandbox();
  const feed = (await sandbox.json('feeds', 'create', `${sources.origin}/feed`)) as { id: string };
  const first = (text: string) => (JSON.parse(text) as object[])[0];
  const once = async (...args: string[]) => {
    const { code, stdout } = await sandbox.run([...args, '--json', '-q']);
    expect(code).toBe(0);
    return stdout;
  };
  const watch = () => once('watch', feed.id, '--once');
  const digest = async () =>
    JSON.parse(await once('digest', feed.id, '--mark', '--format', 'json')).count as number;
  const guids = async () =>
    (JSON.parse(await once('items', feed.id)) as { guid: string }[]).map(({ guid }) => guid);
  await watch();
  await digest();
  const before = await guids();
  expect(new Set(before).size).toBe(3);

  body = document((post) => `https://harbour.example/reports/number-${post}`, '.');
  await once('refresh', feed.id);
  expect(await guids()).toEqual(before);
  expect(await watch()).toBe('[]\n');
  expect(await digest()).toBe(0);

  body = body.replace('number 3 of the harbour', 'number 3 of the airport');
  await once('refresh', feed.id);
  expect(first(await watch())).toMatchObject({
    ...{ change: 'changed', guid: before[0], change_count: 1 },
  });
  expect(await digest()).toBe(0);
});
