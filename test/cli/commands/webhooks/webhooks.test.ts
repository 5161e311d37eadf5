import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verifyWebhook } from '../../../../src/contract/webhook-signature.js';
import { eventsIn, feedSources, LISTEN, LISTENING } from '../../../support/listened-events.js';
import { startReceiver } from '../../../support/receiver.js';
import { Sandbox } from '../../../support/sandbox.js';
import { servingHere } from '../../../support/serving-here.js';

interface Webhook {
  id: string;
  secret: string;
}

interface Delivery {
  id: string;
  event_id: string;
  status: string;
  last_status: number | null;
}

/** A `webhooks listen` in this process, and what it printed. */
async function listening(sandbox: Sandbox, args: readonly string[], env = {}) {
  const [stop, stdout] = [new AbortController(), new PassThrough()];
  const url = await new Promise<string>((resolve, reject) => {
    let notes = '';
    const ended = sandbox.run([...LISTEN, ...args], {
      env,
      signal: stop.signal,
      onStdout: (text) => void stdout.write(text),
      onStderr: (text) => {
        notes += text;
        const found = LISTENING.exec(notes)?.[1];
        if (found !== undefined) resolve(found);
      },
    });
    onTestFinished(async () => {
      stop.abort();
      await ended;
    });
    ended.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  return { url, ...eventsIn(stdout) };
}

function secretFile(sandbox: Sandbox, secret: string, name = 'secret.txt'): string {
  const file = join(sandbox.home, name);
  writeFileSync(file, `${secret}\n`);
  return file;
}

/** A listener with the secret of a webhook that leads to it. */
async function connected(options: readonly string[] = [], env = {}) {
  const sandbox = new Sandbox();
  const web = await feedSources();
  // The secret is known only once there is an address, and the address only with a secret.
  const placeholder = await startReceiver();
  const webhook = (await sandbox.json(
    ...['webhooks', 'create', '--url', placeholder.url],
  )) as Webhook;
  const file = secretFile(sandbox, webhook.secret);
  const listener = await listening(sandbox, ['--secret-file', file, ...options], env);
  await sandbox.json('webhooks', 'update', webhook.id, '--url', listener.url);
  const deliveries = async () => (await sandbox.json('webhooks', 'deliveries')) as Delivery[];
  return { sandbox, web, webhook, file, listener, deliveries };
}

describe('without a serve', () => {
  it('creating a feed with --announce delivers its first items before the command ends', async () => {
    const { sandbox, web, listener, deliveries } = await connected();
    const id = (
      await sandbox.output('feeds', 'create', '--announce', '--url', web.feed('one'), '-o', 'id')
    ).trim();
    expect(await deliveries()).toMatchObject([{ status: 'delivered', last_status: 204 }]);
    await listener.count(1);
    expect(listener.events).toMatchObject([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'feed_update',
        feed: { id, title: 'one' },
        data: { items_new: [{ title: 'one number 0' }, { title: 'one number 1' }] },
      },
    ]);
  });

  it('refreshing delivers what is new, and what is due again', async () => {
    const { sandbox, web, listener, deliveries } = await connected();
    await sandbox.output('feeds', 'create', '--url', web.feed('one'));
    expect(await deliveries()).toEqual([]);
    web.feed('one', 5);
    await sandbox.output('refresh', '--all');
    await listener.count(1);
    expect(listener.events[0]?.data.items_new).toHaveLength(3);
    const [newest] = await deliveries();
    await sandbox.json('webhooks', 'resend', newest?.id ?? '');
    expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered']);
    // It came again under its id, and was only acknowledged.
    expect(listener.events).toHaveLength(1);
  });

  it('a receiver that fails is a note, not a failure of the command', async () => {
    const sandbox = new Sandbox();
    const [web, receiver] = [await feedSources(), await startReceiver()];
    receiver.answer(500);
    await sandbox.json('webhooks', 'create', '--url', receiver.url);
    const made = await sandbox.run(['feeds', 'create', '--announce', '--url', web.feed('one')]);
    expect(made.code).toBe(0);
    expect(made.stderr).toContain('A webhook delivery failed.');
    expect(receiver.received).toHaveLength(1);
  });
});

describe('webhooks listen', () => {
  it('forwards with the headers kept, and answers 2xx only when that succeeded', async () => {
    const target = await startReceiver();
    target.answer(503);
    const { sandbox, web, webhook, listener, deliveries } = await connected([
      '--forward-to',
      target.url,
    ]);
    await sandbox.output('feeds', 'create', '--announce', '--url', web.feed('one'));
    expect(await deliveries()).toMatchObject([{ status: 'pending', last_status: 502 }]);
    expect(listener.events).toEqual([]);

    target.answer(200);
    const [delivery] = await deliveries();
    await sandbox.json('webhooks', 'resend', delivery?.id ?? '');
    expect(await deliveries()).toMatchObject([{ status: 'delivered', last_status: 204 }]);
    await listener.count(1);
    const [, again] = target.received;
    if (again === undefined) throw new Error('Nothing was forwarded.');
    const { headers, body, path } = again;
    expect(path).toBe('/hook');
    expect(headers['webhook-id']).toBe(delivery?.event_id);
    expect(
      verifyWebhook({
        scheme: 'standard',
        secrets: [webhook.secret],
        headers,
        body,
        now: Date.now() / 1000,
      }),
    ).toMatchObject({ ok: true });
  });

  it('runs a command with the event on stdin and without credentials', async () => {
    const out = join(new Sandbox().home, 'seen');
    const { sandbox, web, listener } = await connected(
      ['--exec', `cat > '${out}'; env >> '${out}'; echo printed by the command`],
      {
        FEEDCTL_BASE_URL: 'https://feeds.example.com',
        FEEDCTL_API_KEY: 'c_leaked',
        FEEDCTL_API_SECRET: 's_leaked',
        HARMLESS: 'kept',
      },
    );
    await sandbox.output('feeds', 'create', '--announce', '--url', web.feed('one'));
    await listener.count(1);
    const [event = '', ...env] = readFileSync(out, 'utf8').split('\n');
    expect(JSON.parse(event)).toEqual(listener.events[0]);
    expect(env).toContain('HARMLESS=kept');
    expect(env.join('\n')).not.toMatch(/leaked|FEEDCTL_BASE_URL/);
  });

  it('a command that fails leaves the event to be sent again', async () => {
    const { sandbox, web, listener, deliveries } = await connected(['--exec', 'exit 3']);
    await sandbox.output('feeds', 'create', '--announce', '--url', web.feed('one'));
    expect(await deliveries()).toMatchObject([{ status: 'pending', last_status: 500 }]);
    expect(listener.events).toEqual([]);
  });

  it('refuses to run a command for anybody', async () => {
    const sandbox = new Sandbox();
    const run = await sandbox.run(['webhooks', 'listen', '--port', '0', '--exec', 'cat']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('--secret-file');
  });
});

describe('webhooks send', () => {
  it.each(['standard', 't-v1'])('is taken by listen under the scheme %s', async (scheme) => {
    const sandbox = new Sandbox();
    const file = secretFile(sandbox, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const listener = await listening(sandbox, ['--secret-file', file]);
    const sent = (await sandbox.json(
      ...['webhooks', 'send', '--to', listener.url, '--secret-file', file, '--scheme', scheme],
    )) as { id: string };
    expect(sent).toMatchObject({ url: listener.url, status: 204, response: '' });
    await listener.count(1);
    expect(listener.events[0]?.id).toBe(sent.id);
    expect(sandbox.hasDatabase()).toBe(false);
  });

  it('ends with 5 when it is turned down, with 7 when nobody is there or it fails', async () => {
    const sandbox = new Sandbox();
    const receiver = await startReceiver();
    const file = secretFile(sandbox, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const send = () =>
      sandbox.run(['webhooks', 'send', '--to', receiver.url, '--secret-file', file, '--json']);
    receiver.answer(401);
    const refused = await send();
    expect(refused.code).toBe(5);
    expect(JSON.parse(refused.stdout)).toMatchObject({ status: 401 });
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: { code: 'NOT_DELIVERED', hint: expect.stringContaining('same secret') },
    });
    receiver.answer(500);
    expect((await send()).code).toBe(7);
    await receiver.close();
    const gone = await send();
    expect(gone.code).toBe(7);
    expect(gone.stderr).toContain('refused');
  });
});

describe('webhooks verify', () => {
  const BODY = '{"test": 2432232314}';
  const HEADERS = [
    'webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp: 1614265330',
    'webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ];

  function verifying(secret = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', body = BODY) {
    const sandbox = new Sandbox();
    const file = secretFile(sandbox, secret);
    const headers = join(sandbox.home, 'headers.txt');
    writeFileSync(headers, HEADERS.join('\r\n'));
    return (...more: string[]) =>
      sandbox.run(
        ['webhooks', 'verify', '--secret-file', file, '--headers', headers, '--json', ...more],
        { input: body },
      );
  }

  it('finds the vector of Standard Webhooks right', async () => {
    const run = await verifying()('--tolerance', '36500d');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toEqual({
      verified: true,
      scheme: 'standard',
      signed_at: '2021-02-25T15:02:10.000Z',
    });
  });

  const unfit: [string, { secret?: string; body?: string }, string[], RegExp][] = [
    ['an old message', {}, [], /was signed \d+ s ago/],
    ['another secret', { secret: 'AAAA' }, ['--tolerance', '36500d'], /fits neither/],
    ['another body', { body: `${BODY}\n` }, ['--tolerance', '36500d'], /fits neither/],
    ['another scheme', {}, ['--scheme', 't-v1'], /t=<seconds>/],
  ];
  it.each(unfit)('ends with 9 for %s, and says why', async (_, { secret, body }, more, why) => {
    const { code, stderr } = await verifying(secret, body)(...more);
    expect(code).toBe(9);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'NOT_VERIFIED',
      message: expect.stringMatching(why),
    });
  });
});

describe('webhooks of the service', () => {
  it('on a fresh machine lists nothing and makes nothing', async () => {
    const sandbox = new Sandbox();
    expect(await sandbox.json('webhooks', 'list')).toEqual([]);
    expect(await sandbox.json('webhooks', 'deliveries')).toEqual([]);
    const missing = await sandbox.run(['webhooks', 'rotate', 'wh_none']);
    expect(missing.code).toBe(3);
    expect(sandbox.hasDatabase()).toBe(false);
  });

  it('keeps private networks closed unless they are opened', async () => {
    const sandbox = new Sandbox({ FEEDCTL_ALLOW_PRIVATE_NETWORKS: '0' });
    const create = (url: string) => sandbox.run(['webhooks', 'create', '--url', url]);
    const local = await create('http://127.0.0.1:2/');
    expect(local.code).toBe(5);
    expect(local.stderr).toContain('FEEDCTL_ALLOW_PRIVATE_NETWORKS=1');
    expect((await create('not an address')).code).toBe(5);
    expect((await sandbox.run(['webhooks', 'create'])).code).toBe(2);
  });

  it('is changed, switched, rotated, tested, resent to and deleted', async () => {
    const { sandbox, web, webhook, file, listener, deliveries } = await connected();
    const run = (verb: string, ...more: string[]) =>
      sandbox.json('webhooks', verb, webhook.id, ...more);
    await run('disable');
    await sandbox.output('feeds', 'create', '--announce', '--url', web.feed('one'));
    expect(await deliveries()).toMatchObject([{ status: 'held' }]);
    const enabled = await sandbox.run(['webhooks', 'enable', webhook.id]);
    expect(enabled.stderr).toContain(`resend ${webhook.id} --since 30d`);
    expect(await run('resend', '--since', '1h')).toEqual({ id: webhook.id, resent: 1 });
    await listener.count(1);

    const rotated = (await run('rotate')) as Webhook;
    expect(rotated.secret).not.toBe(webhook.secret);
    // The listener still has the old one only.
    expect(await run('test')).toMatchObject({ status: 'delivered', log: [{ status: 204 }] });
    expect(file).toContain(sandbox.home);

    expect(
      await run('update', '--include', 'sail', '--include', 'boat', '--only', 'new'),
    ).toMatchObject({ filters: { include: ['sail', 'boat'] }, only: 'new' });
    expect(await run('update', '--include', '', '--only', 'both')).toMatchObject({
      filters: { include: [] },
      only: null,
    });
    expect(await run('delete', '--yes')).toEqual({ id: webhook.id, deleted: true });
    expect(await sandbox.json('webhooks', 'list')).toEqual([]);
  });
});

describe('webhooks of a service elsewhere', () => {
  /** A `serve` on a port, in this process, and a user of another machine who has a key to it. */
  async function remote() {
    const server = new Sandbox();
    const web = await feedSources();
    const url = await servingHere(server);
    const key = (await server.json('keys', 'create')) as Webhook;
    const user = new Sandbox({
      FEEDCTL_BASE_URL: url,
      FEEDCTL_API_KEY: key.id,
      FEEDCTL_API_SECRET: key.secret,
    });
    return { web, user };
  }

  it('are managed completely, and leave nothing on this machine', async () => {
    const { web, user } = await remote();
    const receiver = await startReceiver();
    const file = join(user.home, 'secret.txt');
    const run = (verb: string, ...more: string[]) => user.json('webhooks', verb, ...more);
    const made = (await run('create', '--url', receiver.url, '--secret-to', file)) as Webhook;
    const { id } = made;
    expect(made).not.toHaveProperty('secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run('list')).toEqual([made]);
    expect(await run('get', id)).toEqual(made);
    expect(await run('test', id)).toMatchObject({ status: 'delivered', last_status: 204 });
    const secrets = [readFileSync(file, 'utf8').trim()];
    const { headers = {}, body = Buffer.alloc(0) } = receiver.received[0] ?? {};
    const now = Date.now() / 1000;
    expect(verifyWebhook({ scheme: 'standard', secrets, headers, body, now }).ok).toBe(true);

    expect(await run('update', id, '--only', 'new')).toMatchObject({ only: 'new' });
    expect(await run('disable', id)).toMatchObject({ enabled: false });
    await user.output('feeds', 'create', '--announce', '--url', web.feed('far'));
    const [held] = (await run('deliveries', id, '--status', 'held')) as Delivery[];
    if (held === undefined) throw new Error('Nothing was held.');
    expect(held).toMatchObject({ webhook_name: null });
    const table = () => user.output('webhooks', 'deliveries', id);
    expect(await table()).toContain(`\t${id}\t`);
    await run('update', id, '--name', 'Team');
    expect(await table()).toContain('\tTeam\t');
    expect(await run('deliveries', id)).toMatchObject([{ webhook_name: 'Team' }, {}]);
    expect(await run('enable', id)).toMatchObject({ enabled: true });
    expect(await run('resend', id, '--since', '1h')).toEqual({ id, resent: 1 });
    await receiver.count(2);
    await run('resend', held.id);
    await receiver.count(3);
    expect(receiver.ids().slice(1)).toEqual([held.event_id, held.event_id]);
    expect(await run('deliveries', held.id)).toMatchObject({ event: { id: held.event_id } });
    expect(await run('rotate', id)).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/) });
    expect(await run('delete', id, '--yes')).toEqual({ id, deleted: true });
    expect(await run('list')).toEqual([]);
    expect(user.hasDatabase()).toBe(false);
  });
});
