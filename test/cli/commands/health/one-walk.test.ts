import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { Sandbox } from '../../../support/sandbox.js';
import { startSourceServer } from '../../../support/source-server.js';

const DAY = 24 * 3_600_000;

/** Items a week apart, the newest so many days old. */
function weekly(count: number, newestDays: number) {
  return Array.from({ length: count }, (_, n) => ({
    guid: `${n}`,
    title: `Item ${n}`,
    date: new Date(Date.now() - (newestDays + 7 * n) * DAY).toISOString(),
  }));
}

it('health of all feeds says what it says of each, and reads the items of few', async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const sandbox = new Sandbox();
  const create = async (title: string, items: ReturnType<typeof weekly>) => {
    const url = sources.publish(`/${title}.xml`, { title, items });
    await sandbox.output('feeds', 'create', '--url', url);
  };
  await create('quiet', weekly(8, 20));
  await create('silent', weekly(8, 22));
  await create('hidden', weekly(8, 2));
  await create('few', weekly(3, 40));
  await sandbox.output('feeds', 'update', 'hidden', '--include', 'nothing');
  const found = async (...words: string[]) => {
    const { code, stdout } = await sandbox.run(['health', ...words, '--json']);
    const rows: { check: string; title: string; detail: string }[] = JSON.parse(stdout);
    return { code, rows: rows.map(({ check, title, detail }) => [title, check, detail]) };
  };
  const each = await found('few', 'hidden', 'silent', 'quiet');
  expect(each).toMatchObject({
    code: 9,
    rows: [
      ['few', 'stale', expect.stringContaining('every 7 d')],
      ['hidden', 'empty', expect.anything()],
      ['silent', 'stale', expect.stringContaining('every 7 d')],
    ],
  });
  expect(await found()).toEqual(each);

  const database = new Database(sandbox.databaseFile);
  database.exec(`delete from items where feed_id in (select id from feeds where title <> 'few')`);
  database.close();
  expect(await found()).toEqual(each);
  expect((await found('silent')).rows).toMatchObject([['silent', 'empty', expect.anything()]]);
});
