import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

type Env = Record<string, string | undefined>;

/** A machine with the settings of a new installation. */
function machine(more: Env = {}) {
  const home = temporaryDirectory();
  const env = { HOME: home, FEEDCTL_CONFIG_DIR: home, FEEDCTL_DATA_DIR: home, ...more };
  return {
    run: (...argv: string[]) => run(argv, { env }),
    json: async (...argv: string[]) => JSON.parse((await run([...argv, '--json'], { env })).stdout),
    /** A command that runs until the test ends, once its output has this. */
    start: (argv: readonly string[], wanted: RegExp) => {
      const stop = new AbortController();
      let text = '';
      return new Promise<{ found: string; text: () => string }>((resolve, reject) => {
        const take = (more: string) => {
          text += more;
          const found = wanted.exec(text)?.[1];
          if (found !== undefined) resolve({ found, text: () => text });
        };
        const ended = run(argv, { env, signal: stop.signal, onStdout: take, onStderr: take });
        ended.then(() => reject(new Error(text)), reject);
        onTestFinished(async () => {
          stop.abort();
          await ended;
        });
      });
    },
  };
}

const LISTEN = ['webhooks', 'listen', '--port', '0', '--create'];
const LISTENING = /^Listening on (\S+) as webhook /m;

it('--create needs no setting on a new installation; nothing else may name this machine', async () => {
  const user = machine();
  const { found, text } = await user.start(LISTEN, LISTENING);
  const [{ id }] = await user.json('webhooks', 'list');
  expect(await user.json('webhooks', 'test', id)).toMatchObject({ status: 'delivered' });
  expect(text()).toContain('"type":"feed_update"');
  expect(await user.run('webhooks', 'create', '--url', found)).toMatchObject({ code: 5 });
});

it('--create works with a service on this machine, for keys of its owner', async () => {
  const server = machine();
  const { found: url } = await server.start(['serve', '--port', '0', '--json'], /"url": "([^"]+)"/);
  const userOf = async (...flags: string[]) => {
    const { id, secret } = await server.json('keys', 'create', ...flags);
    return machine({
      FEEDCTL_BASE_URL: url,
      FEEDCTL_API_KEY: id,
      FEEDCTL_API_SECRET: secret,
    });
  };
  const owner = await userOf();
  const { text } = await owner.start(LISTEN, LISTENING);
  const [{ id }] = await owner.json('webhooks', 'list');
  expect(await owner.json('webhooks', 'test', id)).toMatchObject({ status: 'delivered' });
  expect(text()).toContain('"type":"feed_update"');

  await server.run('accounts', 'create', '--name', 'guest');
  const guest = await userOf('--account', 'guest');
  const refused = await guest.run(...LISTEN);
  expect(refused).toMatchObject({ code: 5, stdout: '' });
  expect(refused.stderr).toContain('FEEDCTL_ALLOW_PRIVATE_NETWORKS=1');
  expect(await guest.json('webhooks', 'list')).toEqual([]);
});

it.each([
  [false, 'Warning: Without --secret-file events are not verified', 204],
  [true, 'Listening on ', 401],
])(
  'with --secret-file %s it begins with "%s", and an unsigned event is answered %i',
  async (isSigned, first, status) => {
    const file = join(temporaryDirectory(), 'secret');
    writeFileSync(file, 'whsec_c2VjcmV0LW9mLXRoZS1yZWNlaXZlcg==\n');
    const secret = isSigned ? ['--secret-file', file] : [];
    const listen = ['webhooks', 'listen', '--port', '0', ...secret];
    const { found, text } = await machine().start(listen, /^Listening on (\S+) - press Ctrl-C/m);
    const { status: answered } = await fetch(found, { method: 'POST', body: '{"id":"evt_1"}' });
    expect(answered).toBe(status);
    expect(text().startsWith(first)).toBe(true);
    expect(text().includes('{"id":"evt_1"}\n')).toBe(!isSigned);
  },
);

it.each<[string[], boolean, RegExp]>([
  [[], true, /^\d\d:\d\d:\d\d {2}Reef {2}feed_update\n$/],
  [['-o', 'table'], true, /^\d\d:\d\d:\d\d {2}Reef/],
  [[], false, /^\{"id":"evt_1",.*\}\n$/],
  [['--json'], true, /^\{"id":"evt_1",.*\}\n$/],
  [['-o', 'jsonl'], true, /^\{"id":"evt_1",.*\}\n$/],
  [['--fields', 'type'], true, /^\{"type":"feed_update"\}\n$/],
  [['-o', 'id'], true, /^evt_1\n$/],
])('prints events with %j, on a terminal %s, as %s', async (flags, isTerminal, expected) => {
  const stop = new AbortController();
  let [printed, said] = ['', ''];
  const ended = run(['webhooks', 'listen', '--port', '0', ...flags], {
    env: { HOME: temporaryDirectory() },
    terminals: isTerminal ? ['stdout'] : [],
    signal: stop.signal,
    onStdout(text) {
      printed += text;
    },
    onStderr(text) {
      said += text;
    },
  });
  const body = '{"id":"evt_1","type":"feed_update","feed":{"title":"Reef"}}';
  const url = () => /Listening on (\S+) -/.exec(said)?.[1];
  await expect.poll(url).toBeDefined();
  await fetch(url() ?? '', { method: 'POST', body });
  await expect.poll(() => printed).toMatch(expected);
  stop.abort();
  await ended;
});

it.each(['csv', 'yaml'])('prints no events as %s', async (format) => {
  const { code, stderr } = await run(['webhooks', 'listen', '--port', '0', '-o', format]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`as JSON Lines, not as ${format}.`)]);
});

it('listen takes the port of a machine', async () => {
  const { code, stdout, stderr } = await run(['webhooks', 'listen', '--port', '65536']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('--port takes a whole number from 0 to 65535');
});

it('listen --create says how a service elsewhere can reach this machine', async () => {
  const env = {
    FEEDCTL_BASE_URL: 'https://feeds.example.com',
    FEEDCTL_API_KEY: 'c_1',
    FEEDCTL_API_SECRET: 's_1',
  };
  const { code, stderr } = await run(['webhooks', 'listen', '--create'], { env });
  expect(code).toBe(2);
  expect(stderr).toContain('an address of this machine, which feeds.example.com cannot reach.');
  expect(stderr).toContain('Hint: feedctl webhooks create --url https://PUBLIC-ADDRESS');
});
