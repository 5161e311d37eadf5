import LibsqlDatabase from 'libsql';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { numberedItems } from '../../support/rss.js';
import { Sandbox } from '../../support/sandbox.js';
import { type SourceServer, startSourceServer } from '../../support/source-server.js';

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

describe('bundles', () => {
  it('group feeds, change, and are deleted', async () => {
    const sandbox = new Sandbox();
    const id = (await sandbox.output('feeds', 'create', '--url', news, '-o', 'id')).trim();
    const created = await sandbox.run(['bundles', 'create', '--name', 'All', '--feed', id]);
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const bundle = (await sandbox.output('bundles', 'list', '-o', 'id')).trim();
    expect(await sandbox.json('bundles', 'list')).toMatchObject([{ name: 'All', feeds: [id] }]);
    expect(await sandbox.json('bundles', 'get', 'all')).toMatchObject({
      feeds: [id],
      items: { length: 3 },
    });
    expect(await sandbox.json('bundles', 'remove', bundle, id)).toMatchObject({ feeds: [] });
    expect(await sandbox.json('bundles', 'add', bundle, 'News', id)).toMatchObject({ feeds: [id] });
    const changed = ['--name', 'Every', '--exclude', 'number 1', '--icon', 'https://a.example/i'];
    expect(await sandbox.json('bundles', 'update', bundle, ...changed)).toMatchObject({
      name: 'Every',
      icon: 'https://a.example/i',
      filters: { exclude: ['number 1'] },
    });
    expect(await sandbox.json('bundles', 'get', bundle)).toMatchObject({ items: { length: 2 } });
    expect(await sandbox.json('bundles', 'delete', bundle, '-y')).toEqual([
      { id: bundle, deleted: true },
    ]);
    expect((await sandbox.run(['bundles', 'list'])).stderr).toContain(
      'No bundles yet. Create one: feedctl bundles create --name Mornings',
    );
  });

  it('of all feeds, with words, are a search that lasts', async () => {
    const sandbox = new Sandbox();
    const more = sources.publish('/more.xml', { title: 'More', items: numberedItems(2, 'more') });
    await sandbox.output('feeds', 'create', news);
    const search = await sandbox.output('feeds', 'create', '--search', 'number 1');
    expect(search).toMatch(
      /^name\tnumber 1$[\s\S]*^all_feeds\ttrue$[\s\S]*^filters.include\tnumber 1$/m,
    );
    expect(search).not.toContain('\nfeeds\t');
    const id = (await sandbox.output('feeds', 'create', more, '-o', 'id')).trim();
    const found = await sandbox.json('bundles', 'get', 'number 1');
    expect(found).toMatchObject({ feeds: { length: 2 }, items: { length: 2 } });
    const refused = await sandbox.run(['bundles', 'remove', 'number 1', id]);
    expect(refused).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/"all_feeds".*: feedctl bundles update \S+ --clear-all-feeds/),
    });
    const kept = await sandbox.json('bundles', 'update', 'number 1', '--clear-all-feeds');
    expect(kept).not.toHaveProperty('all_feeds');
    for (const wrong of [[news], ['--every', '15m'], ['--keyword', 'x'], ['--search', ' ']]) {
      const { code } = await sandbox.run(['feeds', 'create', '--search', 'x', ...wrong]);
      expect([wrong, code]).toEqual([wrong, 2]);
    }
  });

  it('show what is due with its newest items, unless refreshing is turned off', async () => {
    const sandbox = new Sandbox();
    const web = await startSourceServer();
    onTestFinished(() => web.close());
    const url = web.publish('/due.xml', { title: 'Due', items: numberedItems(1) });
    const id = (await sandbox.output('feeds', 'create', '--url', url, '-o', 'id')).trim();
    await sandbox.output('bundles', 'create', '--name', 'B', '--feed', id);
    web.publish('/due.xml', { title: 'Due', items: numberedItems(3) });
    const db = new LibsqlDatabase(sandbox.databaseFile);
    db.prepare('update feeds set next_refresh_at = 1000').run();
    db.close();
    const count = async (...flags: string[]) =>
      z
        .object({ items: z.array(z.object({ title: z.string() })) })
        .parse(await sandbox.json('bundles', 'get', 'B', ...flags))
        .items.map(({ title }) => title);
    expect(await count('--no-refresh')).toHaveLength(1);
    const [added, dated] = [await count(), await count('--sort', 'date')];
    expect(added).toEqual([1, 2, 0].map((n) => `item number ${n}`));
    expect(dated).toEqual([0, 1, 2].map((n) => `item number ${n}`));
  });

  it.each([
    [['create'], 2, 'A bundle needs a name.'],
    [['update', 'x'], 2, 'Nothing to change. Hint: For example: --name NAME.'],
    [['get', 'nothing'], 3, 'bundle'],
    [['delete', '_a1B2c3D4e5F6g7H8'], 2, 'this deletes bundle _a1B2c3D4e5F6g7H8 permanently.'],
  ])('%j ends with %i', async (words, exitCode, message) => {
    const { code, stdout, stderr } = await new Sandbox().run(['bundles', ...words]);
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
    expect(stderr.replace(/\s+/g, ' ')).toContain(message);
  });

  it.each([
    [['Mornings'], '--name Mornings'],
    [['--name', 'Mornings', 'News'], '--feed News'],
  ])('create %j is told to write %s', async (words, flag) => {
    const { code, stderr } = await new Sandbox().run(['bundles', 'create', ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(flag)]);
  });

  it('-q prints no report of what was done', async () => {
    const sandbox = new Sandbox();
    const id = (await sandbox.output('feeds', 'create', '--url', news, '-o', 'id')).trim();
    expect(await sandbox.output('bundles', 'create', '--name', 'All', '-q')).toBe('');
    expect(await sandbox.output('bundles', 'add', 'All', id, '-q')).toBe('');
    expect(await sandbox.output('bundles', 'get', 'All', '-q')).toContain(id);
    expect(await sandbox.output('bundles', 'remove', 'All', id, '-q')).toBe('');
    expect(await sandbox.output('bundles', 'update', 'All', '--name', 'B', '-q')).toBe('');
  });

  it('adds what can be added to a bundle', async () => {
    const sandbox = new Sandbox();
    const id = (await sandbox.output('feeds', 'create', '--url', news, '-o', 'id')).trim();
    const bundle = (await sandbox.output('bundles', 'create', '--name', 'B', '-o', 'id')).trim();
    const { code, stdout, stderr } = await sandbox.run([
      'bundles',
      'add',
      bundle,
      'notThere',
      id,
      '--json',
      '-q',
    ]);
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject({ id: bundle, feeds: [id] });
    expect(JSON.parse(stderr).error.detail).toMatch(/^notThere: .*notThere/);
  });

  it('of a feed that does not exist makes no database', async () => {
    const sandbox = new Sandbox();
    const create = ['bundles', 'create', '--name', 'A', '--feed', 'Nothing'];
    expect(await sandbox.run(create)).toMatchObject({ code: 3, stdout: '' });
    expect(sandbox.hasDatabase()).toBe(false);
  });
});
