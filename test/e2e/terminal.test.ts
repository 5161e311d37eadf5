import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostedDialect, startHostedDialect } from '../fakes/hosted-dialect.js';
import { numberedItems } from '../support/rss.js';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';
import { Terminal } from './terminal.js';

const ENTER = '\r';
const CTRL_C = '\u0003';

/** Without a process: for what asks nothing. */
const ON_TERMINAL = { terminals: ['stdin', 'stdout', 'stderr'] } as const;

let hosted: HostedDialect;
let sources: SourceServer;

beforeAll(async () => {
  hosted = await startHostedDialect();
  sources = await startSourceServer();
});
afterAll(async () => {
  await hosted.close();
  await sources.close();
});

describe('logging in at a terminal', () => {
  it('asks for address, key and secret, and shows neither of the two', async () => {
    const sandbox = new Sandbox();
    const terminal = new Terminal(sandbox, ['auth', 'login']);
    await terminal.shows('Address of the service (empty: the embedded one):');
    terminal.type(`nonsense${ENTER}`);
    await terminal.shows('Enter an address, such as');
    terminal.type('\u0015');
    terminal.type(`${hosted.url.replace('http://', '')}${ENTER}`);
    await terminal.shows('API key:');
    terminal.type(`${hosted.account.key}${ENTER}`);
    await terminal.shows('API secret:');
    terminal.type(`${hosted.account.secret}${ENTER}`);
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen).toContain('****');
    expect(terminal.screen).not.toContain(hosted.account.key);
    expect(terminal.screen).not.toContain(hosted.account.secret);
    expect(terminal.text()).toContain('Logged in.');
    expect(readFileSync(sandbox.configFile, 'utf8')).toContain(hosted.account.secret);
  });

  it('asks for no key where no service answers', async () => {
    const args = ['auth', 'login', '--base-url', '127.0.0.1:9'];
    const { code, stdout, stderr } = await new Sandbox().run(args, ON_TERMINAL);
    expect(code).toBe(7);
    expect(stderr).toContain('127.0.0.1:9');
    expect(stdout + stderr).not.toContain('API key:');
  });

  it('selects the embedded service for an empty address', async () => {
    const sandbox = new Sandbox();
    const terminal = new Terminal(sandbox, ['auth', 'login']);
    await terminal.shows('Address of the service');
    terminal.type(ENTER);
    expect(await terminal.ended).toBe(0);
    expect(await sandbox.json('auth', 'status')).toMatchObject({ kind: 'embedded' });
  });

  it('takes both joined where the key is asked for', async () => {
    const sandbox = new Sandbox();
    const terminal = new Terminal(sandbox, ['login', '--base-url', hosted.url]);
    await terminal.shows('API key:');
    terminal.type(`${hosted.account.key}:${hosted.account.secret}${ENTER}`);
    expect(await terminal.ended).toBe(0);
    expect(terminal.text()).not.toContain('API secret:');
  });

  it('ends with 130 on Ctrl-C and stores nothing', async () => {
    const sandbox = new Sandbox();
    const terminal = new Terminal(sandbox, ['auth', 'login', '--base-url', hosted.url]);
    await terminal.shows('API key:');
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(130);
    expect(terminal.text()).not.toMatch(/Error|at .*\.js/);
    expect(() => readFileSync(sandbox.configFile)).toThrow('ENOENT');
  });

  it.each([['--no-input'], ['--json']])('never asks with %s', async (flag) => {
    const { code, stderr } = await new Sandbox().run(['auth', 'login', flag], ON_TERMINAL);
    expect(code).toBe(2);
    expect(stderr).toContain('Cannot ask for the key and secret');
  });
});

describe('deleting at a terminal', () => {
  async function withBundle(): Promise<{ sandbox: Sandbox; id: string }> {
    const sandbox = new Sandbox();
    const id = (await sandbox.output('bundles', 'create', '--name', 'B', '-o', 'id')).trim();
    return { sandbox, id };
  }

  it('asks, and does it on yes', async () => {
    const { sandbox, id } = await withBundle();
    const terminal = new Terminal(sandbox, ['bundles', 'delete', id]);
    await terminal.shows(`Delete bundle ${id} (B) permanently?`);
    terminal.type(`y${ENTER}`);
    expect(await terminal.ended).toBe(0);
    expect(await sandbox.json('bundles', 'list')).toEqual([]);
  });

  it.each([['--no-input'], ['--json']])('refuses with %s', async (flag) => {
    const { sandbox, id } = await withBundle();
    const { code, stderr } = await sandbox.run(['bundles', 'delete', id, flag], ON_TERMINAL);
    expect(code).toBe(2);
    expect(stderr).toContain('Add --yes.');
    expect(await sandbox.json('bundles', 'list')).toHaveLength(1);
  });
});

describe('what a terminal shows', () => {
  async function withFeed(): Promise<Sandbox> {
    const sandbox = new Sandbox();
    const items = numberedItems(2, '一日の長いニュースの見出しがここに来ます');
    const url = sources.publish('/long.xml', { title: 'News '.repeat(30), items });
    await sandbox.output('auth', 'login', '--embedded');
    await sandbox.output('feeds', 'create', '--url', url);
    return sandbox;
  }

  it('is coloured and fits, ids and short addresses whole', async () => {
    const sandbox = await withFeed();
    const id = (await sandbox.output('feeds', 'list', '-o', 'id')).trim();
    const terminal = new Terminal(sandbox, ['feeds', 'list'], { columns: 100 });
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen).toContain('\u001b[1mID');
    expect(terminal.screen).toContain(`\u001b[36m${id}\u001b[39m`);
    const lines = terminal.text().trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`^${id}  News News.*…  true +${sources.origin}/long.xml$`));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('has no colours with NO_COLOR or --no-color', async () => {
    const sandbox = await withFeed();
    const coloured = await sandbox.run(['feeds', 'list'], ON_TERMINAL);
    expect(coloured.stdout).toContain('\u001b');
    const off = await sandbox.run(['feeds', 'list'], { ...ON_TERMINAL, env: { NO_COLOR: '1' } });
    const flag = await sandbox.run(['feeds', 'list', '--no-color'], ON_TERMINAL);
    for (const { code, stdout, stderr } of [off, flag]) {
      expect(code).toBe(0);
      expect(stdout + stderr).not.toContain('\u001b');
    }
    expect(off.stdout).toBe(flag.stdout);
  });

  it('is the same JSON as in a pipe', async () => {
    const sandbox = await withFeed();
    const { code, stdout } = await sandbox.run(['feeds', 'list', '--json'], ON_TERMINAL);
    expect(code).toBe(0);
    expect(stdout).toBe(await sandbox.output('feeds', 'list', '--json'));
  });

  it('shows that a slow call is under way, and takes it away again', async () => {
    const sandbox = new Sandbox();
    let answer = () => {};
    const url = sources.on('/slow.xml', (_, response) => {
      answer = () => response.end('<rss version="2.0"><channel><title>S</title></channel></rss>');
    });
    const terminal = new Terminal(sandbox, ['feeds', 'create', '--url', url]);
    await terminal.shows(/[⠋⠙⠹] Reading http/);
    await expect.poll(() => sources.hits('/slow.xml')).toBe(1);
    answer();
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen).toMatch(/\r\u001b\[2K(?!.*Reading)/s);
  });

  it('shows no spinner in JSON', async () => {
    const list = (...flags: string[]) => {
      hosted.fault({ fault: { kind: 'slow', ms: 700 } });
      return new Sandbox(hosted.variables).run(['feeds', 'list', ...flags], ON_TERMINAL);
    };
    expect((await list()).stderr).toMatch(/[⠋⠙⠹⠸]/);
    expect(await list('--json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  });
});
