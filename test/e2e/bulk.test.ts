import { execa } from 'execa';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type HostedDialect, startHostedDialect } from '../fakes/hosted-dialect.js';
import { fileOf } from '../support/sandbox.js';
import { BINARY, Sandbox } from './sandbox.js';
import { Terminal } from './terminal.js';

let hosted: HostedDialect;
let user: Sandbox;

beforeEach(async () => {
  hosted = await startHostedDialect();
  user = new Sandbox(hosted.variables);
});
afterEach(() => hosted.close());

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `https://s${index}.example/`);
}

function listOf(count: number): string {
  return fileOf(user, 'list.txt', addresses(count).join('\n'));
}

function sources(): string[] {
  return hosted
    .state()
    .feeds.map(({ source_url }) => source_url)
    .reverse();
}

it('stops at a limit that lasts, with the command that goes on, and then goes on', async () => {
  const list = listOf(4);
  const fault = { kind: 'too-many-requests', retryAfter: '86400' } as const;
  hosted.fault({ method: 'POST', after: 2, times: 9, fault });
  const create = ['feeds', 'create', '--from-file', list, '--rate', 'none', '--quota', '9'];
  const flags = ['-o', 'jsonl', '--base-url', hosted.url, '--timeout', '1m'];
  const { code, stdout, stderr } = await user.run([...create, ...flags]);
  expect(code).toBe(6);
  expect(stdout.trim().split('\n')).toHaveLength(2);
  const again = ['feedctl', ...create, ...flags, '--ensure'].join(' ');
  expect(stderr).toContain(`Stopped after 2 of 4 sources. `);
  expect(stderr).toContain(`To resume without duplicates: ${again}\n`);

  hosted.clearFaults();
  const [, ...words] = again.split(' ');
  expect((await user.run(words)).code).toBe(0);
  expect(sources()).toEqual(addresses(4));
});

it('says the same when the service is gone, and does not try the others', async () => {
  const list = listOf(3);
  const { port } = new URL(hosted.url);
  await hosted.close();
  const { code, stdout, stderr } = await user.run(['feeds', 'create', '--from-file', list]);
  expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
  expect(stderr).toContain(`Nothing answers at 127.0.0.1:${port}`);
});

it('draws how far it is on standard error of a terminal, and takes it away', async () => {
  const terminal = new Terminal(
    user,
    ['feeds', 'create', '--from-file', listOf(4), '--rate', '4/s'],
    {
      columns: 120,
    },
  );
  await terminal.shows(/Creating {2}\[[#-]{24}\] {2}[123]\/4 {2}\d+\.\d\/(?:s|min) {2}\d+ s left/);
  expect(await terminal.ended).toBe(0);
  const last = terminal.screen.lastIndexOf('Creating  [');
  expect(terminal.screen.indexOf('\r\u001b[2K', last)).toBeGreaterThan(last);
});

it('stops at Ctrl-C in a terminal with a whole table and the command that goes on', async () => {
  const list = listOf(8);
  const terminal = new Terminal(user, ['feeds', 'create', '--from-file', list, '--rate', '2/s']);
  await terminal.shows(/ [1-6]\/8 /);
  terminal.type('\u0003');
  expect(await terminal.ended).toBe(130);
  expect(terminal.text()).toMatch(/Stopped after \d of 8 sources\./);
  expect(terminal.text()).toContain('--ensure');
});

it('ends quietly when the reader has seen enough', async () => {
  const script = `'${process.execPath}' '${BINARY}' feeds create --from-file '${listOf(6)}' --rate none -o jsonl | head -1`;
  const { stdout, stderr, exitCode } = await execa('sh', ['-c', script], {
    env: user.env,
    extendEnv: false,
    reject: false,
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ input: addresses(1)[0], ok: true });
});

it('needs no account for a list of nothing', async () => {
  const list = fileOf(user, 'empty.txt', '# nothing yet\n');
  expect(await user.run(['feeds', 'create', '--from-file', list, '--json'])).toEqual({
    code: 0,
    stdout: '[]\n',
    stderr: `No sources in ${list}.\n`,
  });
  expect(hosted.requests).toEqual([]);
});

it('takes 2,000 rows of a spreadsheet that the account has already', async () => {
  for (const source_url of addresses(2000)) hosted.state().addFeed({ source_url });
  const rows = addresses(2000).map((url, index) => `T${index};${url}\r\n`);
  const file = fileOf(user, 'list.csv', `\ufeffTitle;URL\r\n${rows.join('')}`);
  const { code, stdout } = await user.run([
    'feeds',
    'create',
    '--from-file',
    file,
    '--ensure',
    '-o',
    'id',
  ]);
  expect(code).toBe(0);
  expect(new Set(stdout.trim().split('\n')).size).toBe(2000);
  expect(hosted.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});
