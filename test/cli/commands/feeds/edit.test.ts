import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../../../support/cli-host.js';
import { startServer } from '../../../support/loopback-server.js';
import { numberedItems, rss } from '../../../support/rss.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

/** An account with a feed, and an editor that is a shell script with the file as $1. */
async function account() {
  const site = await startServer((_, response) =>
    response.end(rss({ title: 'Source', items: numberedItems(2) })),
  );
  onTestFinished(() => site.close());
  const home = temporaryDirectory();
  const editor = join(home, 'editor');
  const base = { PATH: process.env.PATH, HOME: home, FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1' };
  const env = { ...base, EDITOR: `${editor} --wait` };
  const feedctl = (...argv: string[]) => run(argv, { env });
  const url = `${site.origin}/feed.xml`;
  const made = await feedctl(
    'feeds',
    'create',
    url,
    '--title',
    'Mine',
    '--every',
    '1h',
    '-o',
    'id',
  );
  const edit = async (script: string) => {
    writeFileSync(editor, `#!/bin/sh\n[ "$1" = --wait ] && shift\ncd '${home}'\n${script}\n`);
    chmodSync(editor, 0o755);
    return feedctl('feeds', 'edit', 'Mine', '--json');
  };
  const id = made.stdout.trim();
  const settings = async () => JSON.parse((await feedctl('settings', 'get', id, '--json')).stdout);
  const read = (name: string) => readFileSync(join(home, name), 'utf8');
  return { edit, feedctl, settings, url, origin: site.origin, id, read, home };
}

it('opens the entry of an account file and applies what was changed', async () => {
  const { edit, settings, read, url } = await account();
  const { code, stdout, stderr } = await edit(
    'cp "$1" seen; sed -i -e "s/title: .*/title: Ours/" -e "s/interval: .*/interval: 15m/" "$1"',
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ title: 'Ours' });
  expect(await settings()).toMatchObject({ interval: '15m' });
  expect(read('seen')).toMatch(/^# Save and close/);
  expect(read('seen')).toContain(`  - url: ${url}\n    title: Mine\n    interval: 1h\n`);
});

it('removes what was removed, and moves a feed to another address', async () => {
  const { edit, settings, origin, id, feedctl } = await account();
  const { code } = await edit('sed -i -e "/interval:/d" -e "s/feed.xml/other.xml/" "$1"');
  expect(code).toBe(0);
  expect(await settings()).not.toHaveProperty('interval');
  const shown = await feedctl('feeds', 'get', id, '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({ id, source_url: `${origin}/other.xml` });
});

it('opens the file again with what is wrong on top', async () => {
  const { edit, settings, read } = await account();
  const { code } = await edit(
    'if [ -e first ]; then cp "$1" second; sed -i "s/often/2h/" "$1"; else touch first; sed -i "s/interval: .*/interval: often/" "$1"; fi',
  );
  expect(code).toBe(0);
  expect(read('second')).toMatch(/^# Error: feed\.yaml:4:\d+: "interval" must be/);
  expect(await settings()).toMatchObject({ interval: '2h' });
});

it.each([[['--no-input']], [['--json']], [[]]])(
  'without a terminal and without EDITOR it starts no editor: %j',
  async (flags) => {
    const { feedctl, home } = await account();
    const env = { PATH: process.env.PATH, HOME: home, FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1' };
    const { code, stderr } = await run(['feeds', 'edit', 'Mine', ...flags], { env });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('EDITOR') });
    expect((await feedctl('feeds', 'edit', 'Mine', '--continue')).stderr).toContain(
      'No edited text of this feed is kept.',
    );
  },
);

it('keeps what could not be applied, names it, and --continue goes on with it', async () => {
  const { edit, feedctl, settings, id, home } = await account();
  const { code, stderr } = await edit(
    '[ -e done ] || sed -i "s/interval: .*/interval: often/" "$1"; touch done',
  );
  expect(code).toBe(2);
  const [, path = '', command] =
    /edited text is kept in (\S+)\. To go on: (.+)$/m.exec(stderr) ?? [];
  expect(command).toBe(`feedctl feeds edit ${id} --continue`);
  expect(readFileSync(path, 'utf8')).toContain('interval: often');
  const env = { PATH: process.env.PATH, HOME: home, FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1' };
  const goOn = () => run(['feeds', 'edit', id, '--continue'], { env });
  // The mistake is still there, and nobody is there to edit.
  expect(await goOn()).toMatchObject({ code: 2, stderr: expect.stringContaining('"interval"') });
  writeFileSync(path, readFileSync(path, 'utf8').replace('often', '2h'));
  expect((await goOn()).code).toBe(0);
  expect(await settings()).toMatchObject({ interval: '2h' });
  expect(existsSync(path)).toBe(false);
  expect((await feedctl('feeds', 'edit', id, '--continue')).code).toBe(2);
});

it.each([
  ['another kind of source', 's/- url: .*/- keyword: solar sails/', /keeps the kind of its source/],
  ['no feed', 's/- url: .*//', /feed\.yaml:/],
  ['half a list', 's/title: .*/title: [/', /feed\.yaml:/],
])('ends with the mistake when that is left: %s', async (_, change, message) => {
  const { edit, feedctl } = await account();
  const { code, stderr } = await edit(`[ -e done ] || sed -i '${change}' "$1"; touch done`);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  const listed = await feedctl('feeds', 'list', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject([{ title: 'Mine' }]);
});

it.each([
  ['nothing was changed', 'true', 0, 'Nothing was changed.'],
  ['the file was emptied', ': > "$1"', 0, 'Nothing was changed.'],
  ['the editor fails', 'exit 1', 1, 'ended with an error (1); nothing was changed'],
  ['the editor removes the file', 'rm "$1"', 1, 'removed the file; nothing was changed'],
])('changes nothing when %s, and leaves no file', async (_, script, expected, text) => {
  const { edit, read } = await account();
  const { code, stderr } = await edit(`echo "$1" > name; ${script}`);
  expect(code).toBe(expected);
  expect(stderr).toContain(text);
  expect(existsSync(read('name').trim())).toBe(false);
});
