import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberedItems } from '../../../support/rss.js';
import { Sandbox } from '../../../support/sandbox.js';
import { type SourceServer, startSourceServer } from '../../../support/source-server.js';

let sources: SourceServer;
let news: string;

beforeAll(async () => {
  sources = await startSourceServer();
  news = sources.publish('/news.xml', {
    title: 'News',
    description: 'All of it',
    items: numberedItems(3),
  });
});
afterAll(() => sources.close());

describe('the life of a feed', () => {
  it('goes through every command', async () => {
    const sandbox = new Sandbox();
    const id = (await sandbox.output('feeds', 'create', '--url', news, '-o', 'id')).trim();

    expect(await sandbox.json('feeds', 'get', id)).toMatchObject({ id, items: { length: 3 } });
    expect(await sandbox.json('feeds', 'list')).toMatchObject([{ id, title: 'News' }]);

    const updated = await sandbox.json('feeds', 'update', id, '--title', 'Mine', '--icon', '');
    expect(updated).toMatchObject({ id, title: 'Mine', description: 'All of it', icon: '' });

    expect(await sandbox.json('settings', 'get', id)).toEqual({ customAuthor: null });
    expect(await sandbox.json('settings', 'set', id, '--custom-author', 'Me')).toEqual({
      customAuthor: 'Me',
    });
    expect(await sandbox.json('items', id, '--limit', '1')).toMatchObject([
      { title: 'item number 0', authors: [{ name: 'Me' }] },
    ]);
    await sandbox.output('settings', 'set', id, '--clear-custom-author');
    expect(await sandbox.json('items', id, '--since', '2026-01-09T12:00:00Z')).toMatchObject([
      { title: 'item number 0', authors: [{ name: 'Author 0' }] },
    ]);

    const bundle = (
      await sandbox.output('bundles', 'create', '--name', 'All', '--feed', id, '-o', 'id')
    ).trim();
    expect(bundle).toMatch(/^_[0-9A-Za-z]{16}$/);
    expect(await sandbox.json('bundles', 'get', bundle)).toMatchObject({ feeds: [id] });
    expect(await sandbox.json('bundles', 'remove', bundle, id)).toMatchObject({ feeds: [] });
    expect(await sandbox.json('bundles', 'add', bundle, id)).toMatchObject({ feeds: [id] });
    expect(await sandbox.json('bundles', 'update', bundle, '--name', 'Every')).toMatchObject({
      name: 'Every',
    });
    expect(await sandbox.json('items', bundle)).toHaveLength(3);
    expect(await sandbox.json('feeds', 'get', bundle)).toMatchObject({ name: 'Every' });

    expect(await sandbox.json('feeds', 'delete', id, '--yes')).toEqual([{ id, deleted: true }]);
    expect(await sandbox.json('bundles', 'get', bundle)).toMatchObject({ feeds: [] });
    expect(await sandbox.json('bundles', 'delete', bundle, '-y')).toEqual([
      { id: bundle, deleted: true },
    ]);
    expect(await sandbox.json('feeds', 'list')).toEqual([]);
  });

  it('is not made twice', async () => {
    const sandbox = new Sandbox();
    const first = await sandbox.output('feeds', 'create', '--url', news, '-o', 'id');
    const again = await sandbox.run(['feeds', 'create', '--url', news, '-o', 'id']);
    expect(again).toMatchObject({ code: 0, stdout: first });
    expect(again.stderr).toContain(
      'The account already has a feed of this source; no new feed was created.',
    );
  });
});

describe('several at once', () => {
  it('goes on after a failure, reports each and ends with 8', async () => {
    const sandbox = new Sandbox();
    const id = (await sandbox.output('feeds', 'create', '--url', news, '-o', 'id')).trim();
    const { code, stdout, stderr } = await sandbox.run([
      'feeds',
      'delete',
      'notThere',
      id,
      'norThis',
      'notThere',
      '--yes',
      '--json',
      '-q',
    ]);
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject([
      { id: 'notThere', deleted: false, error: { code: 'FEED_NOT_FOUND', statusCode: 404 } },
      { id, deleted: true },
      { id: 'norThis', deleted: false },
    ]);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'SOME_FAILED',
      exitCode: 8,
      message: '2 of 3 feeds were not deleted.',
    });
  });
});
