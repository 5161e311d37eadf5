import { describe, expect, it } from 'vitest';
import {
  newStandardSecret,
  schemeOf,
  signTv1,
  standardHeaders,
  verifyWebhook,
} from '../../src/contract/webhook-signature.js';

const NOW = 1_700_000_000;
const BODY = '{}';
const secret = newStandardSecret();
const standard = standardHeaders([secret], { id: 'evt_1', timestamp: NOW, body: BODY });
const tv1 = { 'x-signature': signTv1('s', NOW, BODY) };

describe('schemeOf', () => {
  const cases: [string, Record<string, string>, string | null][] = [
    ['the headers of Standard Webhooks', standard, 'standard'],
    ['a header t=…,v1=…', tv1, 't-v1'],
    ['the same under the name of the standard', { 'webhook-signature': 't=1,v1=00' }, 't-v1'],
    ['other headers', { host: 'a.example', 'x-signature': 'sha256=00' }, null],
    ['none', {}, null],
  ];
  it.each(cases)('%s', (_, headers, scheme) => {
    expect(schemeOf(headers)).toBe(scheme);
  });
});

describe('verifyWebhook', () => {
  const verify = (scheme: 'auto' | 'standard' | 't-v1', headers: Record<string, string>) =>
    verifyWebhook({ scheme, secrets: [secret, 's'], headers, body: Buffer.from(BODY), now: NOW });

  it('goes by the headers', () => {
    expect(verify('auto', standard)).toEqual({ ok: true, scheme: 'standard', timestamp: NOW });
    expect(verify('auto', tv1)).toEqual({ ok: true, scheme: 't-v1', timestamp: NOW });
  });

  it('holds to the scheme that is asked for', () => {
    expect(verify('standard', tv1).ok).toBe(false);
    expect(verify('t-v1', standard).ok).toBe(false);
  });

  it('refuses what is not signed', () => {
    expect(verify('auto', {})).toEqual({
      ok: false,
      problem: 'The request is not signed: it has neither webhook-signature nor t=…,v1=….',
    });
  });
});
