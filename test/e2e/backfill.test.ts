import { expect, it, onTestFinished } from 'vitest';
import { startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

it('stores older items of a feed, and says how many', async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const url = sources.on('/feed.json', (request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('p') ?? 1);
    const items = [0, 1].map((at) => ({
      id: `${page}-${at}`,
      title: `Page ${page}`,
      content_text: 'x',
    }));
    const next = `${sources.origin}/feed.json?p=${page + 1}`;
    const version = 'https://jsonfeed.org/version/1.1';
    response.end(JSON.stringify({ version, title: 'T', next_url: next, items }));
  });
  const sandbox = new Sandbox();
  const id = (await sandbox.output('feeds', 'create', '--url', url, '-o', 'id')).trim();
  const filled = await sandbox.run(['feeds', 'update', id, '--backfill', '5']);
  expect(filled.stderr).toContain('5 older items stored with 4 requests.');
  expect(await sandbox.json('feeds', 'get', id)).toMatchObject({
    items: expect.objectContaining({ length: 7 }),
  });
  const bad = ['feeds', 'update', id, '--title', 'Not set', '--backfill-since', 'yesterday'];
  expect(await sandbox.run(bad)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--backfill-since takes a date such as 2026-01-31'),
  });
  expect(await sandbox.json('feeds', 'list')).toMatchObject([{ title: 'T' }]);
});
