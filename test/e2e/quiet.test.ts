import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

const NOTHING = { code: 0, stdout: '', stderr: '' };

/** A user with one feed, and a file that lists it and another one. */
async function cronUser() {
  const web = await startSourceServer();
  onTestFinished(() => web.close());
  const one = web.publish('/one.xml', { title: 'One', items: numberedItems(2) });
  const two = web.publish('/two.xml', { title: 'Two', items: numberedItems(2) });
  const sandbox = new Sandbox();
  const id = (await sandbox.output('feeds', 'create', one, '-o', 'id')).trim();
  const file = join(sandbox.home, 'feeds.yaml');
  writeFileSync(file, `feeds:\n  - url: ${one}\n  - url: ${two}\n`);
  return { web, sandbox, id, file, one, two };
}

it.each([
  ['refresh --due'],
  ['refresh --all'],
  ['import FILE'],
  ['apply FILE --yes'],
  ['build FILE --out HOME/public'],
  ['service backup HOME/backup.db'],
  ['feeds create --from-file HOME/list.txt --ensure'],
])('%s -q prints nothing when all is well', async (line) => {
  const { sandbox, file, one, two } = await cronUser();
  writeFileSync(join(sandbox.home, 'list.txt'), `${one}\n${two}\n`);
  const words = line.replace('FILE', file).replace('HOME', sandbox.home).split(' ');
  expect(await sandbox.run([...words, '-q'])).toEqual(NOTHING);
});

it.each([
  'feeds create ONE',
  'feeds update ID --title Mine',
  'feeds pause ID',
  'feeds resume ID',
  'settings set ID --every 1h',
  'bundles create --name Second --feed ID',
  'bundles update News --name Newer',
  'bundles add News ID',
  'bundles remove News ID',
  'bundles delete News --yes',
  'feeds delete ID --yes',
  'profiles use embedded',
  'auth logout',
])('%s -q prints nothing', async (line) => {
  const { sandbox, id, one } = await cronUser();
  await sandbox.output('bundles', 'create', '--name', 'News');
  const words = line.replace('ONE', one).replace('ID', id).split(' ');
  const env = { FEEDCTL_HOST_INTERVAL: '0s' };
  if (words.includes('--yes') && words[0] === 'bundles') {
    const bundles = (await sandbox.json('bundles', 'list')) as { id: string }[];
    words[2] = bundles[0]?.id ?? '';
  }
  const { code, stdout } = await sandbox.run([...words, '-q'], { env });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

it('prints what only this command knows: a secret', async () => {
  const { sandbox } = await cronUser();
  expect(await sandbox.output('keys', 'create', '--name', 'reader', '-q')).toContain('s_');
});

it('tells failures on standard error only', async () => {
  const { web, sandbox, id } = await cronUser();
  web.on('/one.xml', (_, response) => response.writeHead(500).end());
  const { code, stdout, stderr } = await sandbox.run(['refresh', '--all', '-q']);
  expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^Error: The feed could not be refreshed.\\n {2}${id}: `));
});

it('prints the rows in a format that was asked for', async () => {
  const { sandbox, id } = await cronUser();
  expect((await sandbox.run(['refresh', id, '-q', '-o', 'id'])).stdout).toBe(`${id}\n`);
  const { stdout } = await sandbox.run(['refresh', id, '-q', '--fields', 'outcome']);
  expect(stdout).toBe('OUTCOME\nunchanged\n');
});

it('watch --exec gives items to the command only', async () => {
  const { sandbox, id } = await cronUser();
  const log = join(sandbox.home, 'log');
  const watch = ['watch', id, '--once', '--all', '--exec', `cat >> ${log}`];
  expect(await sandbox.run(watch)).toEqual(NOTHING);
  expect(readFileSync(log, 'utf8')).toContain('"change":"new"');
});
