import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventLines } from '../../../../src/cli/commands/webhooks/event-lines.js';
import { startChat } from '../../../fakes/chat-service.js';
import { startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

function machine() {
  const home = temporaryDirectory();
  const env = {
    FEEDCTL_CONFIG_DIR: join(home, 'config'),
    FEEDCTL_DATA_DIR: join(home, 'data'),
    FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
  };
  const webhooks = (...args: string[]) => run(['webhooks', ...args], { env });
  return { home, env, webhooks };
}

const URL_FLAG = ['--url', 'http://127.0.0.1:2/hook'];

it('-q prints no report of what was done', async () => {
  const { webhooks } = machine();
  const id = (await webhooks('create', ...URL_FLAG, '-o', 'id')).stdout.trim();
  for (const words of [
    ['disable', id],
    ['enable', id],
    ['update', id, '--only', 'new'],
  ]) {
    expect(await webhooks(...words, '-q')).toMatchObject({ code: 0, stdout: '' });
  }
});

it.each([
  ['its name', () => 'Chat'],
  ['its name in another case, where nothing is changed', () => 'chat'],
  ['the start of its id', (id: string) => id.slice(0, 9)],
  ['its address', () => '127.0.0.1:2/hook'],
])('a webhook is found by %s', async (way, typedOf) => {
  const { webhooks } = machine();
  const made = await webhooks('create', ...URL_FLAG, '--name', 'Chat', '--json');
  await webhooks('create', '--url', 'http://127.0.0.1:3/other', '--name', 'Chats');
  const { id } = JSON.parse(made.stdout) as { id: string };
  const typed = typedOf(id);
  const reads = [
    ['get', typed],
    ['deliveries', typed],
  ];
  const changes = [
    ['update', typed, '--only', 'new'],
    ['disable', typed],
    ['enable', typed],
    ['resend', typed, '--since', '1h'],
    ['rotate', typed],
  ];
  for (const words of way.includes('case') ? reads : [...reads, ...changes]) {
    const { code, stdout } = await webhooks(...words, '--json');
    expect({ words, code }).toEqual({ words, code: 0 });
    if (words[0] !== 'deliveries') expect(JSON.parse(stdout)).toMatchObject({ id });
  }
  const deleted = await webhooks('delete', typed, '--yes');
  if (way.includes('case')) expect(deleted.code).toBe(3);
  else expect(deleted.stderr).toMatch(new RegExp(`not a full id.*[^]*webhooks delete ${id} --yes`));
});

it('says what webhooks there are, and which of them a text could mean', async () => {
  const { webhooks } = machine();
  await webhooks('create', ...URL_FLAG, '--name', 'Chatroom');
  expect(await webhooks('get', 'Chatrom')).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(
      /There is no webhook "Chatrom"[\s\S]*Similar:\n +wh_\w+ {2}Chatroom/,
    ),
  });
  expect((await webhooks('get', 'Mail')).stderr).toContain('feedctl webhooks list\n');
  await webhooks('create', '--url', 'http://127.0.0.1:3/other', '--name', 'Chatroom');
  expect(await webhooks('disable', 'Chatroom')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"Chatroom" is ambiguous: it matches 2'),
  });
});

describe('webhooks create', () => {
  it('prints the secret once', async () => {
    const { webhooks } = machine();
    const { code, stdout } = await webhooks('create', ...URL_FLAG, '--json');
    expect(code).toBe(0);
    const { id, secret } = JSON.parse(stdout) as { id: string; secret: string };
    expect(secret).toMatch(/^whsec_/);
    for (const verb of [['list'], ['get', id], ['update', id, '--only', 'new'], ['disable', id]]) {
      expect((await webhooks(...verb, '--json')).stdout).not.toContain(secret);
    }
  });

  it('--secret-to writes it to a new file of the user, and prints it nowhere', async () => {
    const { home, webhooks } = machine();
    const file = join(home, 'secret.txt');
    const { code, stdout, stderr } = await webhooks('create', ...URL_FLAG, '--secret-to', file);
    const secret = readFileSync(file, 'utf8');
    expect([code, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
    expect(secret).toMatch(/^whsec_\S+\n$/);
    expect(`${stdout}${stderr}`).not.toContain('whsec_');
    expect(stdout).toMatch(/^id\twh_/m);
    expect(stdout).not.toMatch(/^secret/m);
  });

  it('--secret-to replaces no file, and leaves none when nothing was created', async () => {
    const { home, webhooks } = machine();
    const file = join(home, 'secret.txt');
    writeFileSync(file, 'mine');
    const refused = await webhooks('create', ...URL_FLAG, '--secret-to', file);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('already exists');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await webhooks('list', '--json')).stdout).toBe('[]\n');
    const other = join(home, 'other.txt');
    const invalid = await webhooks('create', '--url', 'ftp://x', '--secret-to', other);
    expect([invalid.code, existsSync(other)]).toEqual([5, false]);
    const nowhere = await webhooks(
      'rotate',
      'wh_a1B2c3D4e5F6g7H8',
      '--secret-to',
      join(home, 'no', 'file'),
    );
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('cannot be')]);
  });

  it('takes the title of a feed or bundle as its scope', async () => {
    const { env, webhooks } = machine();
    const made = await run(['bundles', 'create', '--name', 'Mornings', '-o', 'id'], { env });
    const { stdout } = await webhooks('create', ...URL_FLAG, '--scope', 'Mornings', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ scope: made.stdout.trim() });
    const unknown = await webhooks('create', ...URL_FLAG, '--scope', 'no such title');
    expect(unknown.code).toBe(3);
  });
});

describe('webhooks that do not exist', () => {
  it.each(['get', 'enable', 'disable', 'test', 'rotate', 'deliveries'])('%s', async (verb) => {
    const { code, stdout, stderr } = await machine().webhooks(verb, 'wh_none');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain('Hint: List the webhooks: feedctl webhooks list');
  });

  it.each(['deliveries', 'resend'])('nor deliveries: %s', async (verb) => {
    const { code, stderr } = await machine().webhooks(verb, 'dlv_none');
    expect([code, stderr]).toEqual([3, expect.stringContaining('feedctl webhooks deliveries')]);
  });

  it.each([
    [['deliveries', 'dlv_1', '--status', 'failed'], '--status is for the list of deliveries'],
    [['resend', 'dlv_1', '--since', '1h'], '--since is for a webhook'],
  ])('%j mixes a delivery with options of a webhook', async (words, message) => {
    const { code, stderr } = await machine().webhooks(...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('a service that is not feedctl’s', () => {
  const verbs = [
    ['list'],
    ['get', 'wh_1'],
    ['create', ...URL_FLAG],
    ['create', ...URL_FLAG, '--include', 'sail'],
    ['update', 'wh_1', '--only', 'new'],
    ['delete', 'wh_1', '--yes'],
    ['enable', 'wh_1'],
    ['test', 'wh_1'],
    ['rotate', 'wh_1'],
    ['deliveries'],
    ['deliveries', 'dlv_1'],
    ['resend', 'dlv_1'],
    ['resend', 'wh_1', '--since', '1h'],
    ['listen', '--create', '--port', '0'],
  ];

  it('ends every command with 5, says what it lacks, and is sent none of it', async () => {
    const hosted = await startHostedDialect();
    onTestFinished(() => hosted.close());
    const { key, secret } = hosted.account;
    const env = {
      ...machine().env,
      FEEDCTL_BASE_URL: hosted.url,
      FEEDCTL_API_KEY: key,
      FEEDCTL_API_SECRET: secret,
    };
    for (const verb of verbs) {
      const { code, stdout, stderr } = await run(['webhooks', ...verb], { env });
      expect([verb[0], code, stdout]).toEqual([verb[0], 5, '']);
      expect(stderr).toContain("This service has no webhooks: only feedctl's own service does.");
      expect(stderr).not.toContain('Warning');
    }
    expect(hosted.requests.filter(({ path }) => !path.startsWith('/v1/feeds'))).toEqual([]);
  });
});

describe('service webhooks', () => {
  it.each([
    [['service', 'webhooks', 'list'], 'feedctl webhooks list'],
    [['service', 'webhooks', 'rotate', 'wh_1', '--json'], 'feedctl webhooks rotate wh_1 --json'],
    [['webhook', 'ls'], 'feedctl webhooks list'],
  ])('%j names the new command', async (argv, meant) => {
    const { code, stderr } = await run(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Did you mean: ${meant}`)]);
  });
});

describe('eventLines', () => {
  const at = new Date(2026, 0, 31, 8, 30, 5);

  it('shows feed, numbers and items of an update, as plain text', () => {
    const event = {
      feed: { id: 'f1', title: 'Reef\u001b[31m notes' },
      data: {
        items_new: [{ title: 'One\nline', url: 'https://example.com/1' }],
        items_changed: [{ title: 'Two', url: '' }],
      },
    };
    expect(eventLines(event, at)).toBe(
      '08:30:05  Reef notes  1 new, 1 changed\n  + One line  https://example.com/1\n  ~ Two\n',
    );
  });

  it('counts what is beyond ten items', () => {
    const items_new = Array.from({ length: 13 }, (_, n) => ({ title: `Item ${n}` }));
    const lines = eventLines({ feed: { id: 'f1' }, data: { items_new } }, at).split('\n');
    expect(lines).toHaveLength(13);
    expect(lines.slice(-2)).toEqual(['  and 3 more', '']);
  });

  it.each([{}, { feed: null, data: 7 }, { data: { items_new: [null, 3] } }])(
    'takes %j',
    (event) => {
      expect(eventLines(event, at)).toMatch(/^08:30:05 {2}event {2}/);
    },
  );
});

describe('webhooks for chats', () => {
  it('take the address and headers from where they are, and show neither', async () => {
    const { env, home } = machine();
    const chat = await startChat('slack');
    const token = join(home, 'token');
    writeFileSync(token, 'Bearer key-from-a-file\n');
    const secrets = { ...env, SLACK: chat.url };
    const webhooks = (...args: string[]) => run(['webhooks', ...args], { env: secrets });
    const header = ['--header', `X-Key: @${token}`];
    const made = await webhooks(
      'create',
      '--format',
      'slack',
      '--url',
      'env:SLACK',
      ...header,
      '--json',
    );
    expect(made.code).toBe(0);
    const { id, ...shown } = JSON.parse(made.stdout) as { id: string };
    expect(shown).toMatchObject({
      format: 'slack',
      url: expect.stringMatching(/\/\*\*\*$/),
      headers: { 'x-key': '***' },
    });
    expect(shown).not.toHaveProperty('secret');
    const all = [
      made,
      await webhooks('list'),
      await webhooks('get', id, '--json'),
      await webhooks('test', id, '--json'),
      await webhooks('update', id, '--url', 'env:SLACK', ...header, '--debug'),
    ];
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    expect(chat.received[0]?.headers['x-key']).toBe('Bearer key-from-a-file');
    for (const secret of [...chat.secrets, 'key-from-a-file']) {
      expect(JSON.stringify(all)).not.toContain(secret);
    }
    const removed = await webhooks('update', id, '--header', 'X-Key: none', '--json');
    expect(JSON.parse(removed.stdout)).not.toHaveProperty('headers');
  });

  it('refuse secrets on the command line, and what the service cannot send', async () => {
    const { home, webhooks } = machine();
    const literal = await webhooks('create', ...URL_FLAG, '--header', 'X-Key: literal-secret');
    expect(literal).toMatchObject({
      code: 2,
      stderr: expect.not.stringContaining('literal-secret'),
    });
    for (const name of ['Webhook-Signature', 'Host', 'not a name']) {
      expect((await webhooks('create', ...URL_FLAG, '--header', `${name}: env:HOME`)).code).toBe(2);
    }
    const unset = await webhooks('create', '--format', 'slack', '--url', 'env:NOT_SET');
    expect(unset).toMatchObject({ code: 2, stderr: expect.stringContaining('NOT_SET is not set') });
    const file = join(home, 'template');
    writeFileSync(file, '{"text":"{{titel}}"}');
    const args = ['--format', 'template', '--template', file];
    const unknown = await webhooks('create', ...URL_FLAG, ...args);
    expect(unknown).toMatchObject({ code: 5, stderr: expect.stringContaining('{{titel}}') });
  });

  it('are recognised by the address of a chat, which is not shown', async () => {
    const { webhooks } = machine();
    const url = 'https://hooks.slack.com/services/T/B/secret-token';
    const made = await webhooks('create', '--name', 'Team', '--url', url, '--json');
    const { id, ...shown } = JSON.parse(made.stdout);
    expect(shown).toMatchObject({ format: 'slack', url: 'https://hooks.slack.com/***' });
    expect(made.stdout).not.toContain('whsec_');
    expect(made.stderr).toContain('The address holds a token');
    expect((await webhooks('list')).stdout).toContain('Team');
    expect((await webhooks('update', id, '--name', 'Crew')).stdout).toContain('Crew');
    const refused = await webhooks('create', '--format', 'standard', '--url', url);
    expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('format slack') });
    expect(made.stdout + made.stderr + refused.stderr).not.toContain('secret-token');
  });
});
