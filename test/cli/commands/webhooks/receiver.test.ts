import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  BODY_LIMIT_BYTES,
  type ReceivedEvent,
  type ReceiverParts,
  Rejected,
  startReceiver,
} from '../../../../src/cli/commands/webhooks/receiver/start-receiver.js';
import {
  newStandardSecret,
  signTv1,
  standardHeaders,
} from '../../../../src/contract/webhook-signature.js';

const SECRET = newStandardSecret();
const now = () => Math.floor(Date.now() / 1000);

async function listening(parts: Partial<ReceiverParts> = {}) {
  const taken: ReceivedEvent[] = [];
  const reasons: string[] = [];
  const receiver = await startReceiver({
    port: 0,
    secrets: [SECRET],
    scheme: 'auto',
    take: async (event) => void taken.push(event),
    refused: async (reason) => void reasons.push(reason),
    ...parts,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= receiver.stop();
    return stopped;
  };
  onTestFinished(stop);
  return { url: receiver.url, taken, reasons, stop };
}

function signed(id: string, body: string, secret = SECRET, timestamp = now()) {
  return { method: 'POST', headers: standardHeaders([secret], { id, timestamp, body }), body };
}

const EVENT = JSON.stringify({ id: 'evt_1', type: 'feed_update', data: { items_new: [] } });

describe('the receiver', () => {
  it('takes an event that is signed, over the bytes as they came', async () => {
    const { url, taken } = await listening();
    // Printed and parsed it would be another text.
    const body = '{ "id" : "evt_1",\n "title": "caf\\u00e9 \u{1f389}" }';
    const answer = await fetch(url, signed('evt_1', body));
    expect(answer.status).toBe(204);
    expect(taken).toMatchObject([{ id: 'evt_1', value: { id: 'evt_1', title: 'café 🎉' } }]);
    expect(taken[0]?.body.toString('utf8')).toBe(body);
  });

  it('takes the t=…,v1=… scheme under any name of the header', async () => {
    const { url, taken } = await listening({ secrets: ['plain secret'] });
    const headers = { 'Some-Signature': signTv1('plain secret', now(), EVENT) };
    expect((await fetch(url, { method: 'POST', headers, body: EVENT })).status).toBe(204);
    // Its signature leaves this header open, so it does not make another event of it.
    const renamed = { ...headers, 'webhook-id': 'evt_2' };
    expect((await fetch(url, { method: 'POST', headers: renamed, body: EVENT })).status).toBe(204);
    expect(taken.map(({ id }) => id)).toEqual(['evt_1']);
  });

  const refused: [string, RequestInit, number, RegExp][] = [
    ['no signature', { method: 'POST', body: EVENT }, 401, /not signed/],
    ['another secret', signed('evt_1', EVENT, newStandardSecret()), 401, /signature fits/],
    ['another body', { ...signed('evt_1', EVENT), body: `${EVENT} ` }, 401, /signature fits/],
    ['an old signature', signed('evt_1', EVENT, SECRET, now() - 301), 401, /30\d s ago/],
    ['one from the future', signed('evt_1', EVENT, SECRET, now() + 310), 401, /in the future/],
    ['another method', { method: 'GET' }, 405, /with POST/],
    ['a body that is no JSON', signed('evt_1', 'hello'), 400, /not a JSON object/],
    ['a JSON list', signed('evt_1', '[1]'), 400, /not a JSON object/],
  ];
  it.each(refused)('refuses %s', async (_, init, status, reason) => {
    const { url, taken, reasons } = await listening();
    const answer = await fetch(url, init);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toMatch(reason);
    expect(reasons).toEqual([expect.stringMatching(reason)]);
    expect(taken).toEqual([]);
  });

  it('keeps to the scheme it was told', async () => {
    const { url } = await listening({ scheme: 't-v1' });
    expect((await fetch(url, signed('evt_1', EVENT))).status).toBe(401);
  });

  it('without a secret takes anything, but nothing from a web page', async () => {
    const { url, taken } = await listening({ secrets: null });
    expect((await fetch(url, { method: 'POST', body: EVENT })).status).toBe(204);
    const headers = { origin: 'https://evil.example' };
    expect((await fetch(url, { method: 'POST', headers, body: EVENT })).status).toBe(403);
    expect(taken).toHaveLength(1);
  });

  it('takes 1 MiB and not a byte more, whether the length is told or not', async () => {
    const { url, taken } = await listening();
    const padded = (bytes: number) => {
      const text = JSON.stringify({ id: 'evt_big', pad: '' });
      return text.replace('""', `"${'x'.repeat(bytes - text.length)}"`);
    };
    const whole = signed('evt_big', padded(BODY_LIMIT_BYTES));
    expect(whole.body).toHaveLength(BODY_LIMIT_BYTES);
    expect((await fetch(url, whole)).status).toBe(204);
    expect(taken).toHaveLength(1);

    const over = signed('evt_over', padded(BODY_LIMIT_BYTES + 1));
    expect((await fetch(url, over)).status).toBe(413);
    expect(await chunked(url, over.headers, over.body)).toBe(413);
    expect(taken).toHaveLength(1);
  });

  it('deals with an event once, however often and however closely it comes', async () => {
    let finish = () => {};
    const started = new Promise<void>((begin) => {
      finish = begin;
    });
    let times = 0;
    const { url } = await listening({
      async take() {
        times += 1;
        await started;
      },
    });
    const send = async () => (await fetch(url, signed('evt_1', EVENT))).status;
    const both = Promise.all([send(), send()]);
    finish();
    expect(await both).toEqual([204, 204]);
    expect(await send()).toBe(204);
    expect(times).toBe(1);
  });

  it('answers 2xx only once it was dealt with, and deals again with what failed', async () => {
    let failing = true;
    const seen: string[] = [];
    const { url, reasons } = await listening({
      async take({ id }) {
        seen.push(id);
        if (failing) throw new Rejected(502, 'nobody at home');
      },
    });
    const first = await fetch(url, signed('evt_1', EVENT));
    expect([first.status, await first.text()]).toEqual([502, 'nobody at home\n']);
    failing = false;
    expect((await fetch(url, signed('evt_1', EVENT))).status).toBe(204);
    expect(seen).toEqual(['evt_1', 'evt_1']);
    expect(reasons).toEqual(['Rejected an event (HTTP 502): nobody at home']);
  });

  it('deals with one at a time, and turns away what would wait too long', async () => {
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let atOnce = 0;
    let most = 0;
    const { url } = await listening({
      async take() {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await held;
        atOnce -= 1;
      },
    });
    const statuses: number[] = [];
    const sending = Array.from({ length: 103 }, async (_, index) => {
      const answer = await fetch(url, signed(`evt_${index}`, EVENT));
      statuses.push(answer.status);
      if (statuses.length === 3) finish();
    });
    await Promise.all(sending);
    expect(statuses.slice(0, 3)).toEqual([503, 503, 503]);
    expect(statuses.filter((status) => status === 204)).toHaveLength(100);
    expect(most).toBe(1);
  });

  it('lets what is under way have its answer when it stops', async () => {
    let finish = () => {};
    const { url, stop } = await listening({
      take: () =>
        new Promise((resolve) => {
          finish = resolve;
          begun();
        }),
    });
    let begun = () => {};
    const begins = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const sending = fetch(url, signed('evt_1', EVENT));
    await begins;
    const stopping = stop();
    finish();
    expect((await sending).status).toBe(204);
    await stopping;
    await expect(fetch(url, signed('evt_2', EVENT))).rejects.toThrow();
  });

  it('says what to do about a port that is taken', async () => {
    const { url } = await listening();
    await expect(listening({ port: Number(new URL(url).port) })).rejects.toMatchObject({
      message: expect.stringContaining('the port is in use by another program'),
      hint: expect.stringContaining('--port 0'),
    });
  });

  it('compares over the raw body, not over what it decodes to', async () => {
    const { url } = await listening({ secrets: ['s'] });
    const bytes = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]);
    const t = now();
    const v1 = createHmac('sha256', 's').update(`${t}.`).update(bytes).digest('hex');
    const headers = { 'x-signature': `t=${t},v1=${v1}` };
    expect((await fetch(url, { method: 'POST', headers, body: bytes })).status).toBe(204);
  });
});

/** Sends a body without its length. */
function chunked(url: string, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    for (let at = 0; at < body.length; at += 64 * 1024) request.write(body.slice(at, at + 65_536));
    request.end();
  });
}
