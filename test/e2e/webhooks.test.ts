import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { verifyWebhook } from '../../src/contract/webhook-signature.js';
import { eventsIn, feedSources, LISTEN, LISTENING } from '../support/listened-events.js';
import { startReceiver } from '../support/receiver.js';
import { servingHere } from '../support/serving-here.js';
import { Sandbox } from './sandbox.js';

interface Webhook {
  id: string;
  secret: string;
}

/** A `webhooks listen` in a process of its own, for signals. */
async function listeningProcess(sandbox: Sandbox, args: readonly string[]) {
  const child = sandbox.start([...LISTEN, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = eventsIn(child.stdout);
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = LISTENING.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    void child.then(({ stderr }) => reject(new Error(stderr)));
  });
  return { url, child, ...printed };
}

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

it('serve delivers what another process announced, signed, and never logs the secret', async () => {
  const sandbox = new Sandbox();
  const [web, receiver] = [await feedSources(), await startReceiver()];
  const webhook = (await sandbox.json(...['webhooks', 'create', '--url', receiver.url])) as Webhook;
  const server = sandbox.start(['serve', '--port', '0']);
  onTestFinished(() => void server.kill('SIGKILL'));
  await new Promise((resolve) => createInterface({ input: server.stdout }).once('line', resolve));

  await sandbox.output('feeds', 'create', '--announce', '--url', web.feed('one'));
  await receiver.count(1);
  const [message] = receiver.received;
  const { headers = {}, body = Buffer.alloc(0) } = message ?? {};
  const now = Date.now() / 1000;
  const secrets = [webhook.secret];
  expect(verifyWebhook({ scheme: 'standard', secrets, headers, body, now })).toMatchObject({
    ok: true,
  });
  const listed = await sandbox.output('webhooks', 'list', '--json');
  server.kill('SIGTERM');
  const { stdout, stderr } = await server;
  expect(stderr).toContain('"delivered"');
  expect(`${stdout}${stderr}${listed}`).not.toContain(webhook.secret.slice(6));
});

it('says that nothing is verified without a secret, and ends with Ctrl-C', async () => {
  const sandbox = new Sandbox();
  const listener = await listeningProcess(sandbox, []);
  const body = JSON.stringify({ id: 'x', data: 1 });
  expect((await fetch(listener.url, { method: 'POST', body })).status).toBe(204);
  await listener.count(1);
  listener.child.kill('SIGINT');
  const { exitCode, stderr, stdout } = await listener.child;
  expect(exitCode).toBe(130);
  expect(stderr).toContain('Warning: Without --secret-file events are not verified');
  expect(stdout).toBe(`${body}\n`);
  expect(sandbox.hasDatabase()).toBe(false);
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'listen --create receives its events, and removes the webhook on %s',
  async (signal) => {
    const { web, user } = await remote();
    const listener = await listeningProcess(user, ['--create']);
    const [webhook, ...others] = (await user.json('webhooks', 'list')) as { url: string }[];
    expect(webhook?.url.startsWith(listener.url)).toBe(true);
    expect(others).toEqual([]);
    expect((await fetch(listener.url, { method: 'POST', body: '{}' })).status).toBe(401);
    await user.output('feeds', 'create', '--announce', '--url', web.feed('near'));
    await listener.count(1);
    expect(listener.events).toMatchObject([{ feed: { title: 'near' } }]);
    listener.child.kill(signal);
    const { exitCode } = await listener.child;
    expect(exitCode).toBe(signal === 'SIGINT' ? 130 : 143);
    expect(await user.json('webhooks', 'list')).toEqual([]);
  },
);
