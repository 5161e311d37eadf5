import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signTv1, verifyWebhook } from '../../src/contract/webhook-signature.js';

const NOW = 1_700_000_000;
const BODY = '{"id":"evt_1"}';
const HEX = createHmac('sha256', 'secret').update(`${NOW}.${BODY}`).digest('hex');

const bytes = (text: string) => new TextEncoder().encode(text);

function verify(value: string, change: { name?: string; now?: number; body?: Uint8Array } = {}) {
  return verifyWebhook({
    scheme: 't-v1',
    secrets: ['old secret', 'secret'],
    headers: { host: 'a.example', [change.name ?? 'Example-Signature']: value },
    body: change.body ?? bytes(BODY),
    now: change.now ?? NOW,
  });
}

describe('the scheme t=…,v1=…', () => {
  it('is the HMAC-SHA256 of time, full stop and body, in hex', () => {
    expect(signTv1('secret', NOW, BODY)).toBe(`t=${NOW},v1=${HEX}`);
  });

  const accepted: [string, string, Parameters<typeof verify>[1]][] = [
    ['as signed', `t=${NOW},v1=${HEX}`, {}],
    ['spaces after the comma', `t=${NOW}, v1=${HEX}`, {}],
    ['capital digits', `t=${NOW},v1=${HEX.toUpperCase()}`, {}],
    ['one of several signatures', `t=${NOW},v1=${'0'.repeat(64)},v1=${HEX},v0=1`, {}],
    ['any header of that name', `t=${NOW},v1=${HEX}`, { name: 'x-other-signature' }],
    ['300 s ago', `t=${NOW},v1=${HEX}`, { now: NOW + 300 }],
  ];
  it.each(accepted)('accepts %s', (_, value, change) => {
    expect(verify(value, change)).toEqual({ ok: true, scheme: 't-v1', timestamp: NOW });
  });

  const refused: [string, string, Parameters<typeof verify>[1], RegExp][] = [
    ['another body', `t=${NOW},v1=${HEX}`, { body: bytes(`${BODY} `) }, /fits neither/],
    ['another time', `t=${NOW + 1},v1=${HEX}`, {}, /fits neither/],
    ['half a signature', `t=${NOW},v1=${HEX.slice(0, 32)}`, {}, /fits neither/],
    ['301 s ago', `t=${NOW},v1=${HEX}`, { now: NOW + 301 }, /301 s ago/],
    ['no time', `v1=${HEX}`, {}, /No …-Signature header/],
    ['no signature', `t=${NOW}`, {}, /No …-Signature header/],
    ['a time that is none', `t=now,v1=${HEX}`, {}, /no number/],
    ['another name', `t=${NOW},v1=${HEX}`, { name: 'x-signed-by' }, /No …-Signature header/],
  ];
  it.each(refused)('refuses %s', (_, value, change, problem) => {
    expect(verify(value, change)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  it('accepts what was signed, over any bytes', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(4e9), fc.uint8Array(), (secret, timestamp, body) => {
        const headers = { 'a-signature': signTv1(secret, timestamp, body) };
        const signed = { scheme: 't-v1', secrets: [secret], headers, now: timestamp } as const;
        expect(verifyWebhook({ ...signed, body }).ok).toBe(true);
        expect(verifyWebhook({ ...signed, body: Uint8Array.of(...body, 0) }).ok).toBe(false);
      }),
    );
  });

  it('never throws, whatever the header says', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (time, hex) => {
        expect(verify(`t=${time},v1=${hex}`).ok).toBe(false);
      }),
    );
  });
});
