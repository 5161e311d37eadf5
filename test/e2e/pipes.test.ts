import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type HostedDialect, startHostedDialect } from '../fakes/hosted-dialect.js';
import { numberedItems } from '../support/rss.js';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { BINARY, Sandbox } from './sandbox.js';

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

/** A user of the hosted service. */
function hostedUser(): Sandbox {
  return new Sandbox(hosted.variables);
}

/** Runs a shell pipeline in which `feedctl` is the real binary. */
async function shell(user: Sandbox, pipeline: string) {
  const script = `feedctl() { '${process.execPath}' '${BINARY}' "$@"; }; ${pipeline}`;
  const child = spawn('bash', ['-c', script], { env: user.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code]: (number | null)[] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** Where there is none, somebody's output may have made a file of this name. */
const hasFullDevice =
  statSync('/dev/full', { throwIfNoEntry: false })?.isCharacterDevice() === true;

describe.runIf(hasFullDevice)('a full disk behind standard output', () => {
  it.each(['feeds list --json', 'commands -o jsonl', '--help', '--version'])(
    '%s: an error and exit code 7, no bug of feedctl',
    async (line) => {
      const { env } = new Sandbox();
      const command = `'${process.execPath}' ${BINARY} ${line} > /dev/full`;
      const options = { env, extendEnv: false, reject: false };
      const { exitCode, stderr } = await execa('sh', ['-c', command], options);
      expect(stderr).toContain('The output cannot be written: the disk is full.');
      expect(stderr).not.toContain('bug');
      expect(exitCode).toBe(7);
    },
  );
});

describe('a large output', () => {
  beforeAll(() => {
    const state = hosted.state();
    for (let index = 0; index < 1200; index += 1) {
      state.addFeed({ source_url: `https://example.com/${index}`, description: 'x'.repeat(1000) });
    }
  });

  it('of more than 1 MiB arrives whole, also at a slow reader', async () => {
    const { code, stdout } = await shell(
      hostedUser(),
      'feedctl feeds list --all --json -q | (sleep 1; cat); exit $PIPESTATUS',
    );
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(1024 * 1024);
    expect(JSON.parse(stdout)).toHaveLength(1200);
  });

  it.each(['json', 'jsonl', 'csv', 'table', 'id'])(
    'ends quietly with 0 when the reader has enough (%s)',
    async (format) => {
      const { stdout, stderr } = await shell(
        hostedUser(),
        `feedctl feeds list --all -o ${format} | head -1; echo "codes \${PIPESTATUS[*]}"`,
      );
      expect(stdout.split('\n')).toHaveLength(3);
      expect(stdout).toMatch(/codes 0 0\n$/);
      expect(stderr).toBe('');
    },
  );

  it('ends quietly when nobody reads at all', async () => {
    const { stdout, stderr } = await shell(
      hostedUser(),
      'feedctl feeds list --all --json | true; echo "code $PIPESTATUS"; feedctl --help | true; echo "code $PIPESTATUS"',
    );
    expect(stdout).toBe('code 0\ncode 0\n');
    expect(stderr).toBe('');
  });

  it('ends with its own code when only standard error is closed', async () => {
    const { stdout } = await shell(hostedUser(), 'feedctl feeds get nope 2>&-; echo "code $?"');
    expect(stdout).toBe('code 3\n');
  });
});

describe('one feed through a pipe', () => {
  it('is cut by head without a word', async () => {
    const user = new Sandbox();
    const url = sources.publish('/many.xml', { title: 'Many', items: numberedItems(500) });
    const id = (await user.output('feeds', 'create', '--url', url, '-o', 'id')).trim();
    const { stdout, stderr } = await shell(
      user,
      `feedctl feeds get ${id} --json -q | head -1; echo "codes \${PIPESTATUS[*]}"`,
    );
    expect(stdout).toBe('{\ncodes 0 0\n');
    expect(stderr).toBe('');
  });
});

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s during a request ends with %d, without a word', async (signal, code) => {
    const user = hostedUser();
    hosted.fault({ fault: { kind: 'hang' }, times: 10 });
    const before = hosted.requests.length;
    const running = user.start(['feeds', 'list']);
    await expect.poll(() => hosted.requests.length).toBeGreaterThan(before);
    running.kill(signal);
    const result = await running;
    hosted.clearFaults();
    expect(result).toMatchObject({ exitCode: code, stdout: '', stderr: '' });
  });

  it('ends the embedded service while it reads a source that never answers', async () => {
    const user = new Sandbox();
    const url = sources.on('/never.xml', () => {});
    const running = user.start(['feeds', 'create', '--url', url, '-q']);
    await expect.poll(() => sources.hits('/never.xml')).toBe(1);
    running.kill('SIGINT');
    expect(await running).toMatchObject({ exitCode: 130, stdout: '', stderr: '' });
    expect(await user.json('feeds', 'list')).toEqual([]);
  });
});

describe('a signal while the reader of a pipe does not read, as a pager', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('%s ends a command with a large output', async (signal, code) => {
    const user = new Sandbox();
    const file = join(user.home, 'many.txt');
    const addresses = Array.from({ length: 5000 }, (_, at) => `https://example.com/${at}.xml\n`);
    writeFileSync(file, addresses.join(''));
    const child = spawn(process.execPath, [BINARY, 'plan', file], {
      env: user.env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    // Something has come, and is not taken: the pipe is full.
    await once(child.stdout, 'readable');
    child.kill(signal);
    expect(await ended).toEqual([code, null]);
  });
});
