import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  newStandardSecret,
  signTv1,
  standardHeaders,
} from '../../../src/contract/webhook-signature.js';
import { startReceiver } from '../../support/receiver.js';
import { fileOf } from '../../support/sandbox.js';
import { Sandbox } from '../sandbox.js';

type Sign = (secret: string, id: string, body: string) => Record<string, string>;

/** How each of the two services signs what it sends. */
const SENDERS: readonly (readonly [name: string, secret: string, sign: Sign])[] = [
  [
    'the service of feedctl',
    newStandardSecret(),
    (secret, id, body) => ({
      ...standardHeaders([secret], { id, timestamp: seconds(), body }),
    }),
  ],
  [
    'a service of the hosted dialect',
    'a secret of its own',
    (secret, _id, body) => ({ 'rssapp-signature': signTv1(secret, seconds(), body) }),
  ],
];

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

describe.each(SENDERS)('job 10, webhooks of %s', (_name, secret, sign) => {
  it('are verified, forwarded once each, and only then acknowledged', async () => {
    const user = new Sandbox();
    const target = await startReceiver();
    const file = fileOf(user, 'secret.txt', secret);
    const listener = user.start([
      'webhooks',
      'listen',
      '--port',
      '0',
      '--secret-file',
      file,
      '--forward-to',
      target.url,
    ]);
    onTestFinished(() => void listener.kill('SIGKILL'));
    const url = await new Promise<string>((resolve) => {
      createInterface({ input: listener.stderr }).on('line', (line) => {
        const found = /^Listening on (\S+)/.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const send = async (id: string, signedWith = secret) => {
      const body = JSON.stringify({
        id,
        type: 'feed_update',
        feed: { id: 'a1B2c3D4e5F6g7H8', title: 'News' },
        data: { items_new: [{ title: 'First' }], items_changed: [] },
      });
      const headers = { 'content-type': 'application/json', ...sign(signedWith, id, body) };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };

    expect(await send('evt_1')).toBe(204);
    expect(await send('evt_1')).toBe(204);
    expect(await send('evt_2', `${newStandardSecret()}`)).toBe(401);
    target.answer(500);
    expect(await send('evt_3')).toBe(502);
    target.answer(200);
    expect(await send('evt_3')).toBe(204);
    const ids = target.received.map(({ body }) => JSON.parse(body.toString()).id);
    expect(ids).toEqual(['evt_1', 'evt_3', 'evt_3']);

    listener.kill('SIGTERM');
    const { exitCode, stdout } = await listener;
    expect(exitCode).toBe(143);
    const printed = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(printed).toEqual(['evt_1', 'evt_3']);
  });
});
